import { randomBytes } from 'node:crypto'
import type { ProjectContext } from '../agents/schema.ts'
import type { Metrics } from '../calls/metrics.ts'
import type { CatalogSnapshot } from '../catalog/snapshot.ts'
import { createRecent, type Recent } from '../recent.ts'
import { installationSecret } from '../storage/installation.ts'
import type { Store } from '../storage/store.ts'
import { openCatalogView } from './catalog-view.ts'
import type { RouteDecision } from './decision.ts'
import { createFingerprints } from './decisions/fingerprint.ts'
import { type DecisionLog, openDecisionLog } from './decisions/log-part.ts'
import type { RouteParts } from './engine.ts'
import { type Memories, openMemories } from './memory/part.ts'
import { type AgentMemory, type Classifier, type Embedder, type Evidence, noEvidence, noMemory, type Similarities } from './ports.ts'
import type { LlmReading } from './told-steps.ts'
import { documentOf } from './tools/nearness.ts'
import type { Senses } from './understand/products/lexicon.ts'
import type { Understanding } from './understand/types.ts'
import { learnLetterRuns } from './understand/words/letter-runs.ts'

declare module '../calls/operation.ts' {
  interface Context {
    routing: RoutingPart
  }
}

/** What the router keeps in memory in addition to the catalog. */
export type RoutingPart = {
  understand: (task: string) => Understanding
  /** The decision that was just made for the same question, or a fresh one. */
  decide: (question: string, make: () => RouteDecision) => RouteDecision
  parts: (memory?: AgentMemory) => RouteParts
  serversOfStack: (project: ProjectContext) => ReadonlySet<string>
  fingerprint: (task: string) => string
  /** What a language model says about the task; null without one, or when it is late, down or wrong in form. */
  classify: (task: string) => Promise<LlmReading | null>
  similarities: (task: string) => Promise<Similarities | null>
  memories: Memories
  log: DecisionLog
  countUnresolved: (cluster: string) => void
  useEvidence: (evidence: Evidence) => void
  /** Makes what the first task would otherwise wait for. */
  warm: () => void
  close: () => Promise<void>
}

export type RoutingOptions = {
  store: Store
  catalog: CatalogSnapshot
  metrics: Pick<Metrics, 'unresolved'>
  classifier?: Classifier | undefined
  embedder?: Embedder | undefined
  senses: Senses
  nowMs: () => number
  /** For how long a decision is repeated although new evidence has come in. */
  repeatMs: number
  onError: (error: unknown, lost: number) => void
}

// An outside embedder is asked to compare so many of the entries that the search finds.
const mostCompared = 50
// Agents ask the same things again and again.
const mostDecided = 500
// Evidence fades with time, so even an unchanged decision is made again after a while.
const longestRepeatMs = 60_000

export async function openRouting({
  store,
  catalog,
  metrics,
  classifier,
  embedder,
  senses,
  nowMs,
  repeatMs,
  onError,
}: RoutingOptions): Promise<RoutingPart> {
  const key = await installationSecret(store, 'fingerprint_key', randomBytes(32).toString('hex'))
  const log = openDecisionLog(store, onError)
  const view = openCatalogView(catalog, senses, nowMs)
  const fingerprint = createFingerprints(key)
  const decided: Recent<Decided> = createRecent(mostDecided)
  let evidence = noEvidence

  async function similarities(task: string): Promise<Similarities | null> {
    if (!embedder) return null
    const found = catalog.index.search(task, { limit: mostCompared }).found.flatMap(({ id }) => catalog.get(id) ?? [])
    return embedder.similarities(task, new Map(found.map((entry) => [entry.slug, documentOf(entry)])))
  }

  return {
    understand: (task) => view().understand(task),
    decide(question, make) {
      const state = `${catalog.version()} ${catalog.index.size()}`
      const seen = evidence.version()
      const isFresh = (kept: Decided) => {
        const longest = kept.seen === seen ? longestRepeatMs : repeatMs
        return kept.state === state && Math.abs(nowMs() - kept.at) < longest
      }
      return decided.getOrMake(question, () => ({ state, seen, at: nowMs(), decision: make() }), isFresh).decision
    },
    parts: (memory = noMemory) => ({
      catalog: view().catalog,
      models: catalog.models(),
      tierMaps: catalog.tiers,
      capabilityNames: catalog.taxonomy.capabilities,
      evidence,
      memory,
    }),
    serversOfStack: (project) => view().serversOfStack(project),
    fingerprint,
    classify: async (task) => (classifier ? classifier.classify(task, fingerprint(task)) : null),
    similarities,
    memories: openMemories(store, nowMs),
    log,
    countUnresolved: (cluster) => metrics.unresolved.inc({ cluster }),
    useEvidence: (given) => {
      evidence = given
    },
    warm() {
      view()
      learnLetterRuns()
    },
    close: log.close,
  }
}

type Decided = { state: string; seen: number; at: number; decision: RouteDecision }

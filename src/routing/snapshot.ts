import { randomBytes } from 'node:crypto'
import type { Signals } from '../catalog/models.ts'
import type { CatalogSnapshot } from '../catalog/snapshot.ts'
import type { Metrics } from '../metrics.ts'
import type { Store } from '../store.ts'
import { type DecisionLog, openDecisionLog } from './decision-log-part.ts'
import type { RouteParts } from './engine.ts'
import { fingerprintOf } from './fingerprint.ts'
import { openMemories } from './memory-part.ts'
import { documentOf } from './nearness.ts'
import {
  type AgentMemory,
  type Classifier,
  type Embedder,
  type Evidence,
  noEvidence,
  noMemory,
  type RoutingCatalog,
  type Similarities,
} from './ports.ts'
import { installationSecret } from './store.ts'
import { buildLexicon, type ProductLexicon } from './understand/lexicon.ts'

declare module '../operation.ts' {
  interface Context {
    routing: RoutingPart
  }
}

/** What the router keeps in memory beside the catalog. */
export type RoutingPart = {
  lexicon: () => ProductLexicon
  parts: (memory?: AgentMemory) => RouteParts
  fingerprint: (task: string) => string
  /** What a language model says about the task; null without one, or when it is late, down or wrong in form. */
  classify: (task: string) => Promise<Signals | null>
  similarities: (task: string) => Promise<Similarities | null>
  memoryOf: (agentIdentityId: string) => Promise<AgentMemory>
  log: DecisionLog
  countUnresolved: (cluster: string) => void
  useEvidence: (evidence: Evidence) => void
  close: () => Promise<void>
}

export type RoutingOptions = {
  store: Store
  catalog: CatalogSnapshot
  metrics: Pick<Metrics, 'unresolved'>
  classifier?: Classifier | undefined
  embedder?: Embedder | undefined
  nowMs: () => number
  onError: (error: unknown, lost: number) => void
}

// Names of a large catalog take a moment to gather, so a stream of changes must not gather them again for every request.
const entriesGatheredAtOnce = 5000
const restBetweenGatherings = 30_000
const mostCompared = 50

export async function openRouting({ store, catalog, metrics, classifier, embedder, nowMs, onError }: RoutingOptions): Promise<RoutingPart> {
  const key = await installationSecret(store, 'fingerprint_key', randomBytes(32).toString('hex'))
  const log = openDecisionLog(store, onError)
  const view = openCatalogView(catalog, nowMs)
  const fingerprint = (task: string) => fingerprintOf(task, key)
  let evidence = noEvidence

  async function similarities(task: string): Promise<Similarities | null> {
    if (!embedder) return null
    const found = catalog.index.search(task, { limit: mostCompared }).found.flatMap(({ id }) => catalog.get(id) ?? [])
    return embedder.similarities(task, new Map(found.map((entry) => [entry.slug, documentOf(entry)])))
  }

  return {
    lexicon: () => view().lexicon,
    parts: (memory = noMemory) => ({
      catalog: view().catalog,
      models: catalog.models(),
      tierMaps: catalog.tiers,
      capabilityNames: catalog.taxonomy.capabilities,
      evidence,
      memory,
    }),
    fingerprint,
    classify: async (task) => (classifier ? classifier.classify(task, fingerprint(task)) : null),
    similarities,
    memoryOf: openMemories(store, nowMs).of,
    log,
    countUnresolved: (cluster) => metrics.unresolved.inc({ cluster }),
    useEvidence: (given) => {
      evidence = given
    },
    close: log.close,
  }
}

type CatalogView = { version: number; at: number; lexicon: ProductLexicon; catalog: RoutingCatalog }

/** What is derived from the catalog's entries, made again when they change. */
function openCatalogView(catalog: CatalogSnapshot, nowMs: () => number): () => CatalogView {
  let view: CatalogView | undefined
  return () => {
    const version = catalog.version()
    if (view?.version === version) return view
    const size = view ? catalog.index.size() : 0
    if (view && size > entriesGatheredAtOnce && nowMs() - view.at < restBetweenGatherings) return view
    view = viewOf(catalog, version, nowMs())
    return view
  }
}

function viewOf(catalog: CatalogSnapshot, version: number, at: number): CatalogView {
  const entries = catalog.all()
  const hubs = entries.filter(({ capabilities, requires }) => capabilities[0] === 'automation-hub' && !requires.includes('local_app'))
  return {
    version,
    at,
    lexicon: buildLexicon(entries),
    catalog: {
      get: catalog.get,
      scoresOf: catalog.scoresOf,
      hubs: () => hubs.filter(({ slug }) => catalog.get(slug) !== undefined),
      ofWorkflow: (workflow) => catalog.list({ workflow }).map(({ entry }) => entry),
      search: (text, options) => catalog.index.search(text, options),
    },
  }
}

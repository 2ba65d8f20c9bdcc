import { readSeed } from '../src/adapters/seed.ts'
import { lazySenses, loadWeights } from '../src/adapters/weights.ts'
import { loadShippedModels } from '../src/catalog/models.ts'
import { priorOf } from '../src/catalog/prior.ts'
import { seedEntry } from '../src/catalog/rules.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import { scoresFrom } from '../src/catalog/scores.ts'
import { createIndexOpener } from '../src/catalog/search.ts'
import type { RouteDecision } from '../src/routing/decision.ts'
import { decideRoute, type RouteParts, type RouteRequest } from '../src/routing/engine.ts'
import { noEvidence, noMemory, type RoutingCatalog } from '../src/routing/ports.ts'
import { isStandIn } from '../src/routing/tools/products/hubs.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { understood } from '../src/routing/understand/understood.ts'

export type Asked = {
  approach: RouteDecision['approach']
  recommended_skill: string | null
  alternatives: string[]
  orchestration?: { recommended_skill: string | null; action: string }[]
  tier: string
  confidence: number
}

/** Routers over the same entries share their index. */
const openIndex = createIndexOpener(loadWeights)

/** The engine over a catalog in memory, without a store or a face around it: the same decisions as the service makes. */
export function openRouter(skills: readonly SkillFacts[] = readSeed().skills) {
  const entries = new Map(skills.map((facts) => [facts.slug, seedEntry(facts)]))
  const scores = new Map(skills.map((facts) => [facts.slug, scoresFrom(priorOf(facts), 0)]))
  const index = openIndex(skills)
  const lexicon = buildLexicon(skills, lazySenses())
  const hubs = [...entries.values()].filter(isStandIn)
  const catalog: RoutingCatalog = {
    get: (slug) => entries.get(slug),
    scoresOf: (slug) => scores.get(slug),
    hubs: () => hubs,
    ofWorkflow: (workflow) => [...entries.values()].filter(({ workflows }) => workflows.includes(workflow)),
    search: index.search,
  }
  const { catalog: models, tierMaps } = loadShippedModels()
  const parts: RouteParts = {
    catalog,
    models: models.models,
    tierMaps,
    capabilityNames: readSeed().taxonomy.capabilities,
    evidence: noEvidence,
    memory: noMemory,
  }

  const read = (task: string) => understood(task, (part) => understand(part, lexicon))

  function decide(task: string, change: Partial<RouteRequest> = {}, over: RouteParts = parts): RouteDecision {
    const { understanding, unreadChars } = read(task)
    const classification = { signals: understanding.signals, source: 'built_in' } as const
    const plain = {
      understanding,
      unreadChars,
      classification,
      hasTask: true,
      priority: 'best_value',
      caps: {},
      profile: 'standard',
    } as const
    return decideRoute({ ...plain, ...change }, over)
  }

  function ask(task: string, change: Partial<RouteRequest> = {}): Asked {
    const decision = decide(task, change)
    const { pick, steps } = decision
    const orchestration = steps.map((step) => ({ recommended_skill: step.pick?.tool.entry.slug ?? null, action: step.action }))
    return {
      approach: decision.approach,
      recommended_skill: pick?.tool.entry.slug ?? orchestration[0]?.recommended_skill ?? null,
      alternatives:
        pick?.alternatives.map(({ entry }) => entry.slug) ?? orchestration.slice(1).flatMap((step) => step.recommended_skill ?? []),
      ...(orchestration.length > 0 ? { orchestration } : {}),
      tier: decision.tier,
      confidence: decision.confidence,
    }
  }
  return { decide, ask, read, parts, lexicon, catalog }
}

import type { LatencyLevel } from '../../catalog/models.ts'
import type { CatalogEntry, SkillScores } from '../../catalog/schema.ts'
import type { RoutingCatalog } from '../ports.ts'
import { isWithinLatency } from './latency-class.ts'

export const toolConstraints = ['max_cost_usd', 'trust_floor', 'latency_preference'] as const
export type ToolConstraint = (typeof toolConstraints)[number]

export type ToolCaps = {
  max_cost_usd?: number | undefined
  trust_floor?: number | undefined
  latency_preference?: LatencyLevel | undefined
}

/** The first cap that a tool breaks. A price that is not known cannot be shown to lie under a cap, so a cap excludes it. */
function brokenCap(caps: ToolCaps, entry: CatalogEntry, scores: SkillScores): ToolConstraint | undefined {
  const { max_cost_usd, trust_floor, latency_preference } = caps
  if (max_cost_usd !== undefined && (entry.cost_usd_per_run === null || entry.cost_usd_per_run > max_cost_usd)) return 'max_cost_usd'
  if (trust_floor !== undefined && scores.trust < trust_floor) return 'trust_floor'
  if (latency_preference !== undefined && !isWithinLatency(entry.capabilities, latency_preference)) return 'latency_preference'
  return undefined
}

export type ScoredEntry = { entry: CatalogEntry; scores: SkillScores }
/** How many entries each cap ruled out. */
export type Excluded = Partial<Record<ToolConstraint, number>>

export function withinCaps(
  entries: Iterable<CatalogEntry>,
  caps: ToolCaps,
  { scoresOf }: Pick<RoutingCatalog, 'scoresOf'>,
): { eligible: ScoredEntry[]; excluded: Excluded } {
  const eligible: ScoredEntry[] = []
  const excluded: Excluded = {}
  for (const entry of entries) {
    const scores = scoresOf(entry.slug)
    if (!scores) continue
    const broken = brokenCap(caps, entry, scores)
    if (broken) excluded[broken] = (excluded[broken] ?? 0) + 1
    else eligible.push({ entry, scores })
  }
  return { eligible, excluded }
}

export function activeToolCaps(caps: ToolCaps): ToolConstraint[] {
  return toolConstraints.filter((name) => caps[name] !== undefined)
}

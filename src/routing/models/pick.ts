import type { Signals, Tier } from '../../catalog/models.ts'
import type { ModelPriority } from '../priority.ts'
import { isAboveFloor, isNoDearer, type JudgedModel, objectiveFor, rankBy } from './rank.ts'
import { substituteTiers } from './tiers.ts'

/** The models that are left, judged, and how the tiers rank them. */
export type Field = {
  signals: Signals
  /** Whether the caller named the tier, so that only an empty one is left for another. */
  isTierAsked: boolean
  judged: ReadonlyMap<string, JudgedModel>
  order: (tier: Tier) => string[]
}

export type Picked = {
  tier: Tier
  winner: JudgedModel
  ranked: JudgedModel[]
}

export function inTier(field: Field, tier: Tier): JudgedModel[] {
  return field.order(tier).flatMap((slug) => field.judged.get(slug) ?? [])
}

/** Where caps leave nothing of a tier, or nothing good enough, the nearest that has it stands in. */
function openTier(field: Field, wanted: Tier): { tier: Tier; candidates: JudgedModel[] } {
  const isFit = (entry: JudgedModel) => field.isTierAsked || isAboveFloor(entry, field.signals.complexity)
  let first: { tier: Tier; candidates: JudgedModel[] } | undefined
  for (const tier of [wanted, ...substituteTiers(wanted)]) {
    const candidates = inTier(field, tier)
    if (candidates.some(isFit)) return { tier, candidates }
    if (candidates.length > 0) first ??= { tier, candidates }
  }
  return first ?? { tier: wanted, candidates: [...field.judged.values()] }
}

function pickUnder(field: Field, wanted: Tier, priority: ModelPriority, ceiling: Picked | null): Picked {
  const { tier, candidates } = openTier(field, wanted)
  const order = field.order(tier)
  const ranked = rankBy(candidates, objectiveFor(priority, field.signals.complexity), (model) => order.indexOf(model.slug))
  const affordable = ceiling === null ? ranked : ranked.filter((entry) => isNoDearer(entry, ceiling.winner))
  const winner = affordable[0]
  if (winner === undefined || (ceiling && isWorseAndUnfit(winner, ceiling.winner, field.signals))) {
    return ceiling ?? { tier, winner: ranked[0]!, ranked }
  }
  return { tier, winner, ranked }
}

function isWorseAndUnfit(candidate: JudgedModel, ceiling: JudgedModel, { complexity }: Signals): boolean {
  return !isAboveFloor(candidate, complexity) && isAboveFloor(ceiling, complexity)
}

/** Where caps leave only weak models of the strongest tier, the tier of the work or the next strongest may hold a better one. */
function strongestTier(field: Field, tierFor: (priority: ModelPriority) => Tier): Tier {
  const wanted = tierFor('highest_quality')
  const work = tierFor('best_value')
  const isCut = field.order(wanted).some((slug) => !field.judged.has(slug))
  if (wanted === work || !isCut) return wanted
  const open = [wanted, openTier(field, work).tier, ...substituteTiers(wanted).slice(0, 1)].filter((tier) => inTier(field, tier).length > 0)
  const strength = (tier: Tier) => Math.max(...inTier(field, tier).map(({ quality }) => quality))
  return open.reduce((best, tier) => (strength(tier) > strength(best) ? tier : best), open[0] ?? wanted)
}

/**
 * Each priority may not cost more than the next better one would for the same task, so the dearer choices are made first and bind the
 * cheaper: lowest_cost <= best_value <= highest_quality holds by construction, whatever evidence says.
 */
export function pickModel(field: Field, priority: ModelPriority, tierFor: (priority: ModelPriority) => Tier): Picked {
  const best = pickUnder(field, strongestTier(field, tierFor), 'highest_quality', null)
  if (priority === 'highest_quality') return best
  const value = pickUnder(field, tierFor('best_value'), 'best_value', best)
  if (priority === 'best_value') return value
  return pickUnder(field, tierFor('lowest_cost'), 'lowest_cost', value)
}

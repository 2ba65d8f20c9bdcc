import type { Model, Tier, TierMaps } from '../../catalog/models.ts'
import { rounded } from '../../rounded.ts'
import { type ModelPriority, modelPriority, type PriorityWord } from '../priority.ts'
import type { ModelReason } from '../reasons/codes.ts'
import type { CostEstimate } from './cost.ts'
import { costInsight } from './cost-insight.ts'
import { type FilterRequest, type FilterResult, filterModels, type ModelConstraint, modelConstraints, whereSet } from './filter.ts'
import { type Field, inTier, type Picked, pickModel } from './pick.ts'
import {
  chanceGoodEnough,
  type EvidenceLookup,
  isAboveFloor,
  type JudgedModel,
  judgedTask,
  judgeModel,
  objectiveFor,
  rankBy,
} from './rank.ts'
import { chooseTier, escalationOf } from './tiers.ts'
import { tryAnotherModel } from './trial.ts'

const reasonOfConstraint: Record<ModelConstraint, ModelReason> = {
  profile: 'profile_applied',
  available_providers: 'available_providers_applied',
  preferred_provider: 'preferred_provider_applied',
  tool_calling: 'tool_calling_required',
  context_window: 'context_window_applied',
  max_cost_per_mtok: 'price_cap_applied',
  max_cost_usd: 'run_cost_cap_applied',
  latency_preference: 'latency_preference_applied',
}

export type ModelChoiceRequest = FilterRequest & {
  tier?: Tier | undefined
  priority?: PriorityWord | undefined
  models: readonly Model[]
  tierMaps: TierMaps
  evidence?: EvidenceLookup | undefined
  /** 0 to 1, fresh for each decision: lets a near-equal be tried now and then. Without it the best is always taken. */
  chance?: number | undefined
}

export type ChosenModel = {
  kind: 'chosen'
  tier: Tier
  tier_description: string
  primary: Model
  fallback_chain: Model[]
  escalation: { tier: Tier; trigger: string; model: Model } | null
  estimated_cost: CostEstimate
  cost_insight: string
  reasons: ModelReason[]
  runner_up: Model | null
  margin: number
  confidence: number
  n_effective: number
  candidates_considered: number
  propensity: number
  explored: boolean
}

export type NoModel = {
  kind: 'none'
  tier: Tier
  emptied_by: ModelConstraint
  relaxable: ModelConstraint[]
  relaxable_together: ModelConstraint[]
  message: string
}

export type ModelChoice = ChosenModel | NoModel

const chainLength = 3

function spreadOverProviders(ranked: readonly JudgedModel[], primary: JudgedModel): Model[] {
  const rest = ranked.map(({ model }) => model).filter((model) => model.slug !== primary.model.slug)
  const chain: Model[] = []
  const used = new Set<string>([primary.model.provider])
  while (chain.length < chainLength && rest.length > 0) {
    const fresh = rest.findIndex((model) => !used.has(model.provider))
    const [next] = rest.splice(Math.max(0, fresh), 1)
    used.add(next!.provider)
    chain.push(next!)
  }
  return chain
}

function fallbackChain(field: Field, pick: Picked, priority: ModelPriority): Model[] {
  const chain = spreadOverProviders(pick.ranked, pick.winner)
  if (chain.length >= 2) return chain
  const others = rankBy([...field.judged.values()], objectiveFor(priority, field.signals.complexity), () => 0)
  return spreadOverProviders([...pick.ranked, ...others.filter((entry) => !pick.ranked.includes(entry))], pick.winner)
}

function escalate(field: Field, pick: Picked): ChosenModel['escalation'] {
  const escalation = escalationOf(pick.tier)
  if (escalation === null) return null
  const others = inTier(field, escalation.tier).filter(({ model }) => model.slug !== pick.winner.model.slug)
  const stronger = others.filter((entry) => entry.quality > pick.winner.quality)
  const order = field.order(escalation.tier)
  // Above one of the strongest models there is only another of them, unless caps left none that comes near.
  const isTop = escalation.tier === 'best_available' && order.includes(pick.winner.model.slug)
  const open = stronger.length === 0 && isTop ? others.filter(({ quality }) => quality > pick.winner.quality - 1) : stronger
  const [best] = rankBy(open, objectiveFor('best_value', 'complex'), (candidate) => order.indexOf(candidate.slug))
  return best === undefined ? null : { ...escalation, model: best.model }
}

function listReasons(
  request: ModelChoiceRequest,
  pick: Picked,
  context: { wanted: Tier; priority: ModelPriority; filter: FilterResult; explored: boolean },
): ModelReason[] {
  const { winner } = pick
  const reasons: ModelReason[] = [request.tier === undefined ? 'tier_from_signals' : 'tier_requested']
  if (pick.tier !== context.wanted) reasons.push('tier_substituted')
  const main = {
    lowest_cost: 'cheapest_good_enough',
    best_value: 'best_value_in_tier',
    highest_quality: 'highest_quality_in_tier',
  } as const
  reasons.push(context.explored ? 'explored' : main[context.priority])
  if (!isAboveFloor(winner, request.signals.complexity)) reasons.push('below_quality_floor')
  if (winner.cost.estimated_usd === null) reasons.push('price_unknown')
  for (const constraint of modelConstraints) if (constraint in context.filter.excluded_by) reasons.push(reasonOfConstraint[constraint])
  reasons.push(winner.n_effective > 0 ? 'reports_considered' : 'published_figures_only')
  if (winner.is_guess) reasons.push('quality_is_guess')
  return reasons
}

function noModel(tier: Tier, filter: FilterResult): NoModel {
  const { relaxable, relaxable_together } = filter
  return { kind: 'none', tier, emptied_by: filter.emptied_by ?? 'profile', relaxable, relaxable_together, message: explainNone(filter) }
}

function explainNone({ emptied_by, relaxable, relaxable_together }: FilterResult): string {
  const where = whereSet([...relaxable, ...relaxable_together])
  const what = relaxable.length > 0 ? relaxable.join(' or ') : `${relaxable_together.join(' and ')} together`
  return `No model satisfies every constraint; \`${emptied_by}\` ruled out the last. Relaxing ${what} would allow one.${where}`
}

export function chooseModel(request: ModelChoiceRequest): ModelChoice {
  const { signals, tierMaps, profile } = request
  const priority = modelPriority(request.priority)
  const tierFor = (asked: ModelPriority): Tier => request.tier ?? chooseTier(signals, asked)
  const wanted = tierFor(priority)
  const filter = filterModels(request.models, request)
  if (filter.left.length === 0) return noModel(wanted, filter)
  const judged = new Map(filter.left.map((entry) => [entry.model.slug, judgeModel(entry, judgedTask(signals), request.evidence)]))
  const order = (tier: Tier) => [tierMaps.profiles[profile].tiers[tier].primary, ...tierMaps.profiles[profile].tiers[tier].fallbacks]
  const field: Field = { signals, isTierAsked: request.tier !== undefined, judged, order }
  const settled = pickModel(field, priority, tierFor)
  // Not less than best_value would cost, so that the order of the priorities by cost holds for trials too.
  const leastOf = () => (priority === 'highest_quality' ? pickModel(field, 'best_value', tierFor).winner : null)
  const trial = tryAnotherModel(settled, request, leastOf)
  const pick = { ...settled, winner: judged.get(trial.name) ?? settled.winner }
  const objective = objectiveFor(priority, signals.complexity)
  const runnerUp = pick.ranked.find((entry) => entry.model.slug !== pick.winner.model.slug)
  return {
    kind: 'chosen',
    tier: pick.tier,
    tier_description: tierMaps.tiers[pick.tier].tier_description,
    primary: pick.winner.model,
    fallback_chain: fallbackChain(field, pick, priority),
    escalation: escalate(field, pick),
    estimated_cost: pick.winner.cost,
    cost_insight: costInsight(request, pick.winner, judged),
    reasons: listReasons(request, pick, { wanted, priority, filter, explored: trial.explored }),
    runner_up: runnerUp?.model ?? null,
    margin: runnerUp ? rounded(Math.max(0, objective(pick.winner) - objective(runnerUp)), 4) : 1,
    confidence: rounded(chanceGoodEnough(pick.winner, signals.complexity), 3),
    n_effective: pick.winner.n_effective,
    candidates_considered: judged.size,
    propensity: trial.propensity,
    explored: trial.explored,
  }
}

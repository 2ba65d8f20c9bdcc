import type { Model, Profile, Signals, Tier, TierMaps } from '../catalog/models.ts'
import { chooseAmong, isReadyToExplore, type Trial } from './explore.ts'
import { type CostEstimate, formatUsd, type TokenEstimate } from './model-cost.ts'
import { type FilterResult, filterModels, MODEL_CONSTRAINTS, type ModelCaps, type ModelConstraint } from './model-filter.ts'
import {
  chanceGoodEnough,
  type EvidenceLookup,
  isAboveFloor,
  type JudgedModel,
  judgedTask,
  judgeModel,
  objectiveFor,
  rankBy,
  usdOf,
} from './model-rank.ts'
import {
  chooseTier,
  escalationTier,
  escalationTrigger,
  type ModelPriority,
  modelPriority,
  type PriorityWord,
  substituteTiers,
} from './tiers.ts'

export const MODEL_REASONS = [
  'tier_from_signals',
  'tier_requested',
  'tier_substituted',
  'cheapest_good_enough',
  'best_value_in_tier',
  'highest_quality_in_tier',
  'explored',
  'below_quality_floor',
  'price_unknown',
  'profile_applied',
  'available_providers_applied',
  'preferred_provider_applied',
  'tool_calling_required',
  'context_window_applied',
  'price_cap_applied',
  'run_cost_cap_applied',
  'latency_preference_applied',
  'reports_considered',
  'published_figures_only',
  'quality_is_guess',
] as const
export type ModelReason = (typeof MODEL_REASONS)[number]

const REASON_OF_CONSTRAINT: Record<ModelConstraint, ModelReason> = {
  profile: 'profile_applied',
  available_providers: 'available_providers_applied',
  preferred_provider: 'preferred_provider_applied',
  tool_calling: 'tool_calling_required',
  context_window: 'context_window_applied',
  max_cost_per_mtok: 'price_cap_applied',
  max_cost_usd: 'run_cost_cap_applied',
  latency_preference: 'latency_preference_applied',
}

export interface ModelChoiceRequest {
  signals: Signals
  tier?: Tier | undefined
  priority?: PriorityWord | undefined
  caps: ModelCaps
  profile: Profile
  tokens: TokenEstimate
  models: readonly Model[]
  tierMaps: TierMaps
  evidence?: EvidenceLookup | undefined
  /** 0 to 1, fresh for each decision: lets a near-equal be tried now and then. Without it the best is always taken. */
  chance?: number | undefined
}

export interface ChosenModel {
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
  expected_quality: number
  n_effective: number
  candidates_considered: number
  propensity: number
  explored: boolean
}

export interface NoModel {
  kind: 'none'
  tier: Tier
  emptied_by: ModelConstraint
  relaxable: ModelConstraint[]
  message: string
}

export type ModelChoice = ChosenModel | NoModel

const CHAIN_LENGTH = 3

interface Field {
  signals: Signals
  judged: ReadonlyMap<string, JudgedModel>
  order: (tier: Tier) => string[]
}

interface Pick {
  tier: Tier
  winner: JudgedModel
  ranked: JudgedModel[]
}

function inTier(field: Field, tier: Tier): JudgedModel[] {
  return field.order(tier).flatMap((slug) => field.judged.get(slug) ?? [])
}

function openTier(field: Field, wanted: Tier): { tier: Tier; candidates: JudgedModel[] } {
  for (const tier of [wanted, ...substituteTiers(wanted)]) {
    const candidates = inTier(field, tier)
    if (candidates.length > 0) return { tier, candidates }
  }
  return { tier: wanted, candidates: [...field.judged.values()] }
}

function pickUnder(field: Field, wanted: Tier, priority: ModelPriority, ceiling: Pick | null): Pick {
  const { tier, candidates } = openTier(field, wanted)
  const order = field.order(tier)
  const ranked = rankBy(candidates, objectiveFor(priority, field.signals.complexity), (model) => order.indexOf(model.slug))
  const affordable = ceiling === null ? ranked : ranked.filter((entry) => usdOf(entry) <= usdOf(ceiling.winner))
  const winner = affordable[0]
  if (winner === undefined || (ceiling && priority === 'lowest_cost' && isWorseAndUnfit(winner, ceiling.winner, field.signals))) {
    return ceiling ?? { tier, winner: ranked[0]!, ranked }
  }
  return { tier, winner, ranked }
}

function isWorseAndUnfit(candidate: JudgedModel, ceiling: JudgedModel, { complexity }: Signals): boolean {
  return !isAboveFloor(candidate, complexity) && isAboveFloor(ceiling, complexity)
}

// Each priority may not cost more than the next better one would for the same task, so the dearer choices are made first and bind
// the cheaper: lowest_cost <= best_value <= highest_quality holds by construction, whatever evidence says.
function pickModel(field: Field, priority: ModelPriority, tierFor: (priority: ModelPriority) => Tier): Pick {
  const best = pickUnder(field, tierFor('highest_quality'), 'highest_quality', null)
  if (priority === 'highest_quality') return best
  const value = pickUnder(field, tierFor('best_value'), 'best_value', best)
  if (priority === 'best_value') return value
  return pickUnder(field, tierFor('lowest_cost'), 'lowest_cost', value)
}

function spreadOverProviders(ranked: readonly JudgedModel[], primary: JudgedModel): Model[] {
  const rest = ranked.map(({ model }) => model).filter((model) => model.slug !== primary.model.slug)
  const chain: Model[] = []
  const used = new Set<string>([primary.model.provider])
  while (chain.length < CHAIN_LENGTH && rest.length > 0) {
    const fresh = rest.findIndex((model) => !used.has(model.provider))
    const [next] = rest.splice(Math.max(0, fresh), 1)
    used.add(next!.provider)
    chain.push(next!)
  }
  return chain
}

function fallbackChain(field: Field, pick: Pick, priority: ModelPriority): Model[] {
  const chain = spreadOverProviders(pick.ranked, pick.winner)
  if (chain.length >= 2) return chain
  const others = rankBy([...field.judged.values()], objectiveFor(priority, field.signals.complexity), () => 0)
  return spreadOverProviders([...pick.ranked, ...others.filter((entry) => !pick.ranked.includes(entry))], pick.winner)
}

function escalate(field: Field, pick: Pick): ChosenModel['escalation'] {
  const tier = escalationTier(pick.tier)
  if (tier === null) return null
  const stronger = inTier(field, tier).filter((entry) => entry.quality > pick.winner.quality)
  const order = field.order(tier)
  const [model] = rankBy(stronger, objectiveFor('best_value', 'complex'), (candidate) => order.indexOf(candidate.slug))
  return model === undefined ? null : { tier, trigger: escalationTrigger(pick.tier), model: model.model }
}

function compareCost(pick: Pick, best: JudgedModel | undefined, nameable: boolean): string {
  const own = pick.winner.cost.estimated_usd
  if (own === null) return `The price of ${pick.winner.model.display_name} is not known, so its cost cannot be compared.`
  const reference = best?.cost.estimated_usd ?? null
  const name = nameable && best ? best.model.display_name : 'the best available model'
  const lead = `${pick.winner.model.display_name} costs about ${formatUsd(own)} for this task`
  if (reference === null || best?.model.slug === pick.winner.model.slug)
    return `${lead}; it is the best available model for it, so nothing is saved.`
  if (own >= reference) return `${lead}; always using ${name} would cost ${formatUsd(reference)}, so nothing is saved.`
  const saved = `${formatUsd((reference - own) * 1000)} saved per 1,000 such tasks.`
  return `${lead} instead of ${formatUsd(reference)} with ${name} every time: ${shareOf(1 - own / reference)} less, ${saved}`
}

/** Rounding may make neither nothing nor all of a part. */
function shareOf(part: number): string {
  if (part > 0 && part < 0.01) return 'under 1%'
  return part > 0.99 && part < 1 ? 'over 99%' : `${Math.round(part * 100)}%`
}

function bestWithoutCaps(request: ModelChoiceRequest): JudgedModel | undefined {
  const { available_providers } = request.caps
  const { left } = filterModels(request.models, { ...request, caps: { available_providers } })
  const judged = left.map((entry) => judgeModel(entry, judgedTask(request.signals), request.evidence))
  return rankBy(judged, objectiveFor('highest_quality', request.signals.complexity), () => 0)[0]
}

function listReasons(
  request: ModelChoiceRequest,
  pick: Pick,
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
  for (const constraint of MODEL_CONSTRAINTS) if (constraint in context.filter.excluded_by) reasons.push(REASON_OF_CONSTRAINT[constraint])
  reasons.push(winner.n_effective > 0 ? 'reports_considered' : 'published_figures_only')
  if (winner.is_guess) reasons.push('quality_is_guess')
  return reasons
}

function explainNone(filter: FilterResult): string {
  const hint =
    filter.relaxable.length > 0
      ? `Relaxing ${filter.relaxable.join(' or ')} would allow one.`
      : 'More than one of the constraints has to be relaxed.'
  return `No model satisfies every constraint; \`${filter.emptied_by}\` ruled out the last. ${hint}`
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

export function chooseModel(request: ModelChoiceRequest): ModelChoice {
  const { signals, tierMaps, profile } = request
  const priority = modelPriority(request.priority)
  const tierFor = (asked: ModelPriority): Tier => request.tier ?? chooseTier(signals, asked)
  const wanted = tierFor(priority)
  const filter = filterModels(request.models, request)
  if (filter.left.length === 0) {
    return {
      kind: 'none',
      tier: wanted,
      emptied_by: filter.emptied_by ?? 'profile',
      relaxable: filter.relaxable,
      message: explainNone(filter),
    }
  }
  const judged = new Map(filter.left.map((entry) => [entry.model.slug, judgeModel(entry, judgedTask(signals), request.evidence)]))
  const order = (tier: Tier) => [tierMaps.profiles[profile].tiers[tier].primary, ...tierMaps.profiles[profile].tiers[tier].fallbacks]
  const field: Field = { signals, judged, order }
  const settled = pickModel(field, priority, tierFor)
  const trial = trialOf(request, field, settled, tierFor)
  const pick = { ...settled, winner: judged.get(trial.name) ?? settled.winner }
  const objective = objectiveFor(priority, signals.complexity)
  const runnerUp = pick.ranked.find((entry) => entry.model.slug !== pick.winner.model.slug)
  const best = bestWithoutCaps(request)
  return {
    kind: 'chosen',
    tier: pick.tier,
    tier_description: tierMaps.tiers[pick.tier].tier_description,
    primary: pick.winner.model,
    fallback_chain: fallbackChain(field, pick, priority),
    escalation: escalate(field, pick),
    estimated_cost: pick.winner.cost,
    cost_insight: compareCost(pick, best, best !== undefined && judged.has(best.model.slug)),
    reasons: listReasons(request, pick, { wanted, priority, filter, explored: trial.explored }),
    runner_up: runnerUp?.model ?? null,
    margin: runnerUp ? round(Math.max(0, objective(pick.winner) - objective(runnerUp)), 4) : 1,
    confidence: round(chanceGoodEnough(pick.winner, signals.complexity), 3),
    expected_quality: round(pick.winner.quality, 2),
    n_effective: pick.winner.n_effective,
    candidates_considered: judged.size,
    propensity: trial.propensity,
    explored: trial.explored,
  }
}

/**
 * Another model instead of the settled one, where that costs no more and could be as good. Under highest_quality it may not cost
 * less than best_value would, so that the order of the priorities by cost holds for trials too.
 */
function trialOf(request: ModelChoiceRequest, field: Field, { ranked, winner }: Pick, tierFor: (priority: ModelPriority) => Tier): Trial {
  const settled: Trial = { name: winner.model.slug, propensity: 1, explored: false }
  const { chance, priority: word } = request
  if (chance === undefined || word === 'highest_trust' || word === 'most_reliable') return settled
  const priority = modelPriority(word)
  const least = priority === 'highest_quality' ? usdOf(pickModel(field, 'best_value', tierFor).winner) : 0
  const isFit = (entry: JudgedModel) => isAboveFloor(entry, field.signals.complexity) || !isAboveFloor(winner, field.signals.complexity)
  const open = ranked.filter((entry) => usdOf(entry) <= usdOf(winner) && usdOf(entry) >= least && isFit(entry))
  const arms = open.map(({ model, quality, n_effective }) => ({ name: model.slug, quality, n: n_effective }))
  const published = open.some(({ model }) => model.quality[judgedTask(field.signals)].n_figures > 0)
  return isReadyToExplore(arms, published) ? (chooseAmong(arms, chance) ?? settled) : settled
}

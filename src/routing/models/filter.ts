import {
  isAllowedInProfile,
  isNoSlower,
  type LatencyLevel,
  type Model,
  type Profile,
  type Provider,
  type Signals,
} from '../../catalog/models.ts'
import { type CostEstimate, estimateCost, type TokenEstimate } from './cost.ts'

export type ModelCaps = {
  max_cost_per_mtok?: number | undefined
  max_cost_usd?: number | undefined
  preferred_provider?: Provider | undefined
  available_providers?: readonly Provider[] | undefined
  latency_preference?: LatencyLevel | undefined
}

export const modelConstraints = [
  'profile',
  'available_providers',
  'preferred_provider',
  'tool_calling',
  'context_window',
  'max_cost_per_mtok',
  'max_cost_usd',
  'latency_preference',
] as const
export type ModelConstraint = (typeof modelConstraints)[number]

export type FilterRequest = {
  signals: Signals
  caps: ModelCaps
  profile: Profile
  tokens: TokenEstimate
}

export type PricedModel = {
  model: Model
  cost: CostEstimate
}

type Check = (candidate: PricedModel) => boolean

// A price that is not known cannot be shown to lie under a cap, so a cap excludes it.
const isUnder = (price: number | null, cap: number): boolean => price !== null && price <= cap

function activeChecks({ signals, caps, profile, tokens }: FilterRequest): [ModelConstraint, Check][] {
  const checks: [ModelConstraint, Check][] = [['profile', ({ model }) => isAllowedInProfile(model, profile)]]
  const { available_providers: available = [], preferred_provider, max_cost_per_mtok, max_cost_usd, latency_preference } = caps
  if (available.length > 0) checks.push(['available_providers', ({ model }) => available.includes(model.provider)])
  if (preferred_provider) checks.push(['preferred_provider', ({ model }) => model.provider === preferred_provider])
  if (signals.needs_tool) checks.push(['tool_calling', ({ model }) => model.tool_call])
  checks.push(['context_window', (candidate) => fitsContext(candidate, tokens)])
  if (max_cost_per_mtok !== undefined) {
    checks.push(['max_cost_per_mtok', ({ model }) => isUnder(model.input_cost_per_mtok, max_cost_per_mtok)])
  }
  if (max_cost_usd !== undefined) checks.push(['max_cost_usd', ({ cost }) => isUnder(cost.estimated_usd, max_cost_usd)])
  if (latency_preference !== undefined) {
    checks.push(['latency_preference', ({ model }) => isNoSlower(model.latency_class, latency_preference)])
  }
  return checks
}

function fitsContext({ model, cost: billed }: PricedModel, tokens: TokenEstimate): boolean {
  const fitsOutput = model.max_output_tokens === null || tokens.output_tokens <= model.max_output_tokens
  return fitsOutput && billed.input_tokens + billed.output_tokens <= model.context_tokens
}

export type FilterResult = {
  left: PricedModel[]
  excluded_by: Partial<Record<ModelConstraint, number>>
  emptied_by: ModelConstraint | null
  /** Without any one of these, something would be left. */
  relaxable: ModelConstraint[]
  /** Without all of these, something would be left; empty where one of them is enough. */
  relaxable_together: ModelConstraint[]
}

export function filterModels(models: readonly Model[], request: FilterRequest): FilterResult {
  const priced = models.map((model) => ({ model, cost: estimateCost(model, request.tokens, request.signals) }))
  const checks = activeChecks(request)
  const excluded_by: Partial<Record<ModelConstraint, number>> = {}
  let emptied_by: ModelConstraint | null = null
  let left = priced
  for (const [constraint, check] of checks) {
    const kept = left.filter(check)
    if (kept.length < left.length) excluded_by[constraint] = left.length - kept.length
    if (kept.length === 0 && emptied_by === null) emptied_by = constraint
    left = kept
  }
  return { left, excluded_by, emptied_by, ...(left.length > 0 ? { relaxable: [], relaxable_together: [] } : relaxing(priced, checks)) }
}

/** These do not come with the call, so nobody who looks there finds them. */
const fromPreferences: ReadonlyMap<string, string> = new Map<ModelConstraint, string>([
  ['profile', 'allow_china and regulated_industries, which decide its profile,'],
  ['available_providers', 'available_providers'],
])

/** Where those among the constraints are set that come from an agent's preferences; empty where none does. */
export function whereSet(constraints: readonly string[]): string {
  const kept = constraints.flatMap((constraint) => fromPreferences.get(constraint) ?? [])
  return kept.length > 0 ? ` An agent sets ${kept.join(' and ')} with PUT /api/agents/preferences.` : ''
}

const neededByTask: ReadonlySet<string> = new Set<ModelConstraint>(['tool_calling', 'context_window'])

/** No caller can relax what the task needs, and preferences take another call. */
function effortOf(constraint: ModelConstraint): number {
  if (neededByTask.has(constraint)) return modelConstraints.length * 2
  return fromPreferences.has(constraint) ? 1.1 : 1
}

function relaxing(priced: readonly PricedModel[], checks: readonly [ModelConstraint, Check][]) {
  const failed = priced.map((candidate) => checks.flatMap(([constraint, check]) => (check(candidate) ? [] : [constraint])))
  const alone = new Set(failed.flatMap((constraints) => (constraints.length === 1 ? constraints : [])))
  const relaxable = modelConstraints.filter((constraint) => alone.has(constraint))
  const effort = (constraints: readonly ModelConstraint[]) => constraints.reduce((sum, constraint) => sum + effortOf(constraint), 0)
  const [least = []] = failed.toSorted((a, b) => effort(a) - effort(b))
  return { relaxable, relaxable_together: relaxable.length > 0 ? [] : least }
}

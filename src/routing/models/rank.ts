import type { Complexity, Model, QualityPrior, Signals, TaskType } from '../../catalog/models.ts'
import { sigmoid } from '../logistic.ts'
import type { ModelPriority } from '../priority.ts'
import type { PricedModel } from './filter.ts'

export type ModelEvidence = {
  mean_quality: number
  n_effective: number
}
export type EvidenceLookup = (model_slug: string, task_type: TaskType) => ModelEvidence | null

export type JudgedModel = PricedModel & {
  quality: number
  spread: number
  n_effective: number
  is_guess: boolean
}

// Reports needed to weigh as much as the published figures behind a prior.
const priorWeight = 12
const weakPriorWeight = 5
// Where nothing was published, the first reports decide.
const noPriorWeight = 1

// Quality here is relative to today's field on hard boards, so easy work needs little of it.
const neededQuality: Record<Complexity, number> = { trivial: 0.5, simple: 2, moderate: 4.5, complex: 7 }
const qualityFloor: Record<Complexity, number> = { trivial: 0, simple: 1.2, moderate: 3, complex: 5 }
const worthOfTenfoldPrice = 0.25

export function judgedTask(signals: Signals): TaskType {
  if (signals.needs_tool) return 'agentic'
  return signals.creative_writing ? 'writing' : signals.task_type
}

export function judgeModel({ model, cost }: PricedModel, taskType: TaskType, evidence: EvidenceLookup | undefined): JudgedModel {
  const prior = model.quality[taskType]
  const weight = priorWeightOf(prior)
  const seen = evidence?.(model.slug, taskType) ?? null
  const n = seen === null ? 0 : Math.max(0, seen.n_effective)
  const quality = seen === null ? prior.value : (prior.value * weight + seen.mean_quality * n) / (weight + n)
  return { model, cost, quality, spread: spreadOfOne / Math.sqrt(weight + n), n_effective: n, is_guess: prior.is_guess === true && n === 0 }
}

function priorWeightOf({ is_shrunk, is_guess, n_figures }: QualityPrior): number {
  if (is_guess === true && n_figures === 0) return noPriorWeight
  return is_shrunk || is_guess === true ? weakPriorWeight : priorWeight
}

/** How far off the figures of one report's worth may be, in points of quality. */
const spreadOfOne = 6

/** With this scale the logistic function stays within 0.01 of the normal distribution. */
const logisticScale = 1.7

export function chanceGoodEnough(judged: Pick<JudgedModel, 'quality' | 'spread'>, complexity: Complexity): number {
  return sigmoid((logisticScale * (judged.quality - neededQuality[complexity])) / judged.spread)
}

export function isAboveFloor(judged: JudgedModel, complexity: Complexity): boolean {
  return judged.quality >= qualityFloor[complexity]
}

function usdOf(judged: PricedModel): number {
  return judged.cost.estimated_usd ?? Number.POSITIVE_INFINITY
}

/** Costs no more for this run, nor per input token, which is how models are compared at a glance. */
export function isNoDearer(judged: JudgedModel, than: JudgedModel): boolean {
  return usdOf(judged) <= usdOf(than) && inputPriceOf(judged) <= inputPriceOf(than)
}

const inputPriceOf = ({ model }: JudgedModel) => model.input_cost_per_mtok ?? Number.POSITIVE_INFINITY

/** However cheap, a model below the floor comes after every one above it, and one of unknown price after all. */
const afterTheFit = (judged: JudgedModel, complexity: Complexity) => (isAboveFloor(judged, complexity) ? 0 : -10)
const afterAll = -100
/** Keeps the logarithm of a price of nothing finite. */
const leastUsd = 1e-9

export type Objective = (judged: JudgedModel) => number

export function objectiveFor(priority: ModelPriority, complexity: Complexity): Objective {
  switch (priority) {
    case 'highest_quality':
      return (judged) => judged.quality / 10
    case 'lowest_cost':
      return (judged) => {
        const usd = usdOf(judged)
        if (!Number.isFinite(usd)) return afterAll
        return afterTheFit(judged, complexity) - Math.log10(usd + leastUsd)
      }
    case 'best_value':
      return (judged) => {
        const usd = usdOf(judged)
        if (!Number.isFinite(usd)) return afterAll
        return afterTheFit(judged, complexity) + chanceGoodEnough(judged, complexity) - worthOfTenfoldPrice * Math.log10(usd + leastUsd)
      }
  }
}

// Ties go to the cheaper model, then to the tier map's own order, so that the answer never depends on chance.
export function rankBy(judged: readonly JudgedModel[], objective: Objective, mapOrder: (model: Model) => number): JudgedModel[] {
  return judged
    .map((entry) => ({ entry, score: objective(entry) }))
    .sort((a, b) => b.score - a.score || usdOf(a.entry) - usdOf(b.entry) || mapOrder(a.entry.model) - mapOrder(b.entry.model))
    .map(({ entry }) => entry)
}

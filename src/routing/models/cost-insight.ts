import type { Model } from '../../catalog/models.ts'
import { type FilterRequest, filterModels, type ModelCaps } from './filter.ts'
import { type EvidenceLookup, type JudgedModel, judgedTask, judgeModel, objectiveFor, rankBy } from './rank.ts'

type Compared = FilterRequest & { models: readonly Model[]; evidence?: EvidenceLookup | undefined }

/** What a choice costs compared with always taking the best model, in dollars. A model that the caller ruled out is compared but not named. */
export function costInsight(request: Compared, { model, cost }: JudgedModel, allowed: ReadonlyMap<string, JudgedModel>): string {
  const own = cost.estimated_usd
  if (own === null) return `The price of ${model.display_name} is not known, so its cost cannot be compared.`
  const best = bestOf(request, isUncapped(request.caps) ? [...allowed.values()] : judgedWithoutCaps(request))
  const lead = `${model.display_name} costs about ${formatUsd(own)} for this task`
  if (!best || best.model.slug === model.slug) return `${lead}; it is the best available model for it, so nothing is saved.`
  const name = allowed.has(best.model.slug) ? best.model.display_name : 'the best available model'
  const reference = best.cost.estimated_usd
  if (reference === null) return `${lead}; the price of ${name} is not known, so the two cannot be compared.`
  if (own >= reference) return `${lead}; always using ${name} would cost ${formatUsd(reference)}, so nothing is saved.`
  const saved = `${formatUsd((reference - own) * 1000)} saved per 1,000 such tasks.`
  return `${lead} instead of ${formatUsd(reference)} with ${name} every time: ${shareOf(1 - own / reference)} less, ${saved}`
}

const isUncapped = ({ available_providers: _, ...caps }: ModelCaps) => Object.values(caps).every((cap) => cap === undefined)

function judgedWithoutCaps(request: Compared): JudgedModel[] {
  const { available_providers } = request.caps
  const { left } = filterModels(request.models, { ...request, caps: { available_providers } })
  return left.map((entry) => judgeModel(entry, judgedTask(request.signals), request.evidence))
}

const bestOf = ({ signals }: Compared, judged: readonly JudgedModel[]): JudgedModel | undefined =>
  rankBy(judged, objectiveFor('highest_quality', signals.complexity), () => 0)[0]

/** Rounding must not turn a small saving into none, or a large one into all. */
function shareOf(part: number): string {
  if (part > 0 && part < 0.01) return 'under 1%'
  return part > 0.99 && part < 1 ? 'over 99%' : `${Math.round(part * 100)}%`
}

/** Below a dollar with two significant digits, so that subtracting the two prices gives the saving that is stated. */
function formatUsd(usd: number): string {
  if (usd === 0) return '$0'
  return usd >= 1 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(Math.min(8, 1 - Math.floor(Math.log10(usd))))}`
}

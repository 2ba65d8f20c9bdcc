import type { Model } from '../catalog/models.ts'
import type { ToolPick } from './decision.ts'
import { type FilterRequest, filterModels } from './models/filter.ts'
import { fallbackFor } from './tools/alternates.ts'
import type { RankedTool } from './tools/rank.ts'

/** Differences of prices carry floating-point errors, which must not decide about a cap. */
const exact = (usd: number) => Math.round(usd * 1e12) / 1e12

const list = new Intl.ListFormat('en-GB')

/** What the tools cost besides the model, as far as that is known; nothing where they are free. */
export function besideTheModel(tools: readonly RankedTool[]): string[] {
  const unknown = tools.filter(({ entry }) => entry.cost_usd_per_run === null && entry.pricing !== 'free')
  const names = list.format(new Set(unknown.map(({ entry }) => entry.canonical_name)))
  const usd = exact(tools.reduce((sum, tool) => sum + priceOf(tool), 0))
  return [
    ...(usd > 0 ? [`The tools add about $${usd} a run.`] : []),
    ...(unknown.length > 0 ? [`What ${names} may charge comes on top and is not known here.`] : []),
  ]
}

export const priceOf = ({ entry }: RankedTool) => entry.cost_usd_per_run ?? 0

/**
 * What a cap on the run leaves for tools once the cheapest model that may drive them is paid. A tool that takes more would
 * leave no model, and be of no use to anyone.
 */
export function leftForTools({ caps, ...request }: FilterRequest, models: readonly Model[]): number | undefined {
  const { max_cost_usd, ...others } = caps
  if (max_cost_usd === undefined) return undefined
  const prices = filterModels(models, { ...request, caps: others }).left.flatMap(({ cost }) => cost.estimated_usd ?? [])
  return exact(Math.max(0, max_cost_usd - (prices.length > 0 ? Math.min(...prices) : 0)))
}

export function leftAfter(cap: number | undefined, spentUsd: number): number | undefined {
  return cap === undefined ? undefined : exact(Math.max(0, cap - spentUsd))
}

/** Leaves out what would cost so much more than the picked tool that the run would break its cap. */
export function affordable<T extends ToolPick | null>(pick: T, spareUsd: number | undefined): T {
  if (pick === null || spareUsd === undefined) return pick
  const fits = (tool: RankedTool) => exact(priceOf(tool) - priceOf(pick.tool)) <= spareUsd
  const alternatives = pick.alternatives.filter(fits)
  const fallback = pick.fallback && fits(pick.fallback) ? pick.fallback : fallbackFor(pick.tool, alternatives)
  return { ...pick, alternatives, fallback }
}

import { isInterchangeable } from '../alternates.ts'
import type { SingleTool } from '../fit/fit.ts'
import { type RankedTool, type ToolAsk, withFirst } from '../rank.ts'

// In units of the ranking score: how far behind the first a cheaper server may lie.
const farthest = 0.35
/** So much better its score for cost must be, 0 to 10. */
const leastGain = 0.5

/**
 * A caller that asks for the lowest cost should not pay for a tool when a cheaper one fits nearly as well. An unknown price does not count
 * as low. The confidence stays: it is the same kind of work.
 */
export function preferringLowerPrice<Found extends SingleTool>(found: Found, { priority }: Pick<ToolAsk, 'priority'>): Found {
  const { ranked, named } = found.ranking
  const [first] = ranked
  if (!first || priority !== 'lowest_cost' || named.strength.size > 0 || first.entry.pinned || first.parts.memory > 0) return found
  const [best] = ranked.filter((tool) => isCheaper(tool, first)).sort((a, b) => b.scores.cost - a.scores.cost || b.total - a.total)
  return best ? { ...found, ranking: withFirst(best, found.ranking, 'price'), fit: { ...found.fit, margin: 0 } } : found
}

function isCheaper({ entry, scores, total }: RankedTool, first: RankedTool): boolean {
  const [main = ''] = first.entry.capabilities
  const isNear = isInterchangeable(main) && entry.capabilities[0] === main && first.total - total <= farthest
  return isNear && entry.cost_usd_per_run !== null && scores.cost >= first.scores.cost + leastGain
}

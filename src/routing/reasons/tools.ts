import type { ToolPick } from '../decision.ts'
import { isBoundTo } from '../tools/products/named.ts'
import type { RankedTool, Ranking, ToolAsk } from '../tools/rank.ts'
import type { RouteReason } from './codes.ts'

/** What a tool was picked on: `isWorkflowOnly` where only a workflow was named, `explored` where it is tried in place of the best. */
export type Grounds = { ask: ToolAsk; isWorkflowOnly: boolean; explored: boolean }

// In units of the ranking score.
const nearEqual = 0.5

/** Why this tool was picked, and what else counted. */
export function toolReasons({ tool: winner, alternatives }: ToolPick, ranking: Ranking, grounds: Grounds): RouteReason[] {
  const { ask, isWorkflowOnly } = grounds
  const { parts, entry, n_effective, total } = winner
  const isOwn = isOfStack(winner, ask) && !isNamed(winner, ranking)
  const reasons: RouteReason[] = isOwn ? ['project_stack'] : []
  // What the stack put first need not be the best otherwise.
  if (!isOwn || isBest(winner, ranking)) reasons.push(mainReason(winner, ranking, grounds))
  if (ranking.namedExcluded) reasons.push('named_product_excluded')
  // What scores nearly as well may be of a rival product, and unable to do this work.
  if (!isWorkflowOnly && alternatives.some((other) => ranking.ranked.includes(other) && total - other.total < nearEqual))
    reasons.push('near_equal_candidates')
  if (!isWorkflowOnly && ask.workflow && entry.workflows.includes(ask.workflow)) reasons.push('workflow_preferred')
  if (ask.vertical && entry.verticals.includes(ask.vertical)) reasons.push('vertical_preferred')
  const isReported = n_effective > 0 || ranking.trustInWording !== null
  reasons.push(isReported ? 'tool_reports_considered' : 'tool_facts_only')
  if (parts.memory !== 0) reasons.push('agent_memory')
  if (entry.pinned) reasons.push('pinned_by_operator')
  return [...reasons, ...exclusionReasons(ranking)]
}

const reasonOf = { renown: 'well_known', price: 'lower_price' } as const

function mainReason(winner: RankedTool, ranking: Ranking, { isWorkflowOnly, explored }: Grounds): RouteReason {
  if (explored) return 'explored'
  if (isNamed(winner, ranking)) return 'product_named'
  if (isWorkflowOnly) return 'workflow_best'
  return (winner === ranking.ranked[0] && ranking.firstBy && reasonOf[ranking.firstBy]) || 'best_match'
}

/** Whether constraints ruled out what might have been picked. */
export const exclusionReasons = ({ excluded }: Ranking): RouteReason[] =>
  Object.keys(excluded).length > 0 ? ['constraints_excluded_tools'] : []

const isBest = (tool: RankedTool, { ranked }: Ranking) => ranked.every(({ total }) => total <= tool.total)
export const isOfStack = ({ entry }: RankedTool, { stack }: Pick<ToolAsk, 'stack'>) => stack?.has(entry.slug) === true
export const isNamed = ({ entry }: RankedTool, { named }: Ranking) => isBoundTo(named, entry.slug)

import { allowsTrials, chooseAmong, isReadyToExplore, nearEquals } from '../../explore.ts'
import type { PriorityWord } from '../../priority.ts'
import { isInterchangeable } from '../alternates.ts'
import type { RankedTool, Ranking } from '../rank.ts'

/** The tool to recommend, how likely it was to be it, and whether it is a trial in place of the first. */
export type TriedTool = { tool: RankedTool; propensity: number; explored: boolean }

/** The largest share of requests for which another tool than the first is tried. */
const share = 0.1
/** In units of the retrieval score: as far as is known, a tool this close does the work equally well. */
const nearTotal = 0.75

/**
 * Now and then a near-equal in place of the first, where a wrong try is cheap: the work leaves nothing behind in a product, no
 * product was named or pinned, and it costs no more. Only after enough was reported, and never where trust or reliability is asked for.
 */
export function tryAnother(ranking: Ranking, priority: PriorityWord, chance: number | undefined): TriedTool | undefined {
  const [first] = ranking.ranked
  if (!first) return undefined
  const settled = { tool: first, propensity: 1, explored: false }
  if (chance === undefined || !allowsTrials(priority) || ranking.named.isBinding) return settled
  const alike = doingTheSame(first, ranking)
  const arms = alike.map(({ entry, scores, n_effective }) => ({ name: entry.slug, quality: scores.overall_score, n: n_effective }))
  // A server's facts are something to rely on without any report.
  const isReady = isReadyToExplore(arms, { hasFigures: true })
  const others = isReady ? nearEquals(arms).filter(({ name }) => name !== first.entry.slug) : []
  if (others.length === 0) return settled
  if (chance >= share) return { ...settled, propensity: 1 - share }
  const drawn = chooseAmong(others, chance / share)
  const tool = alike.find(({ entry }) => entry.slug === drawn?.name)
  return drawn && tool ? { tool, propensity: share * drawn.propensity, explored: true } : settled
}

function doingTheSame(first: RankedTool, { ranked }: Ranking): RankedTool[] {
  const [main = ''] = first.entry.capabilities
  const cost = first.entry.cost_usd_per_run ?? 0
  if (!isInterchangeable(main) || first.entry.pinned) return [first]
  const others = ranked.filter(
    (tool) =>
      tool !== first &&
      tool.entry.capabilities[0] === main &&
      first.total - tool.total <= nearTotal &&
      tool.entry.cost_usd_per_run !== null &&
      tool.entry.cost_usd_per_run <= cost,
  )
  return [first, ...others]
}

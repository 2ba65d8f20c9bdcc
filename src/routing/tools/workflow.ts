import type { CatalogEntry } from '../../catalog/schema.ts'
import { toolCluster } from '../cluster.ts'
import type { RoutingCatalog } from '../ports.ts'
import { withinCaps } from './filter.ts'
import { isOfCountry, renownOf } from './near-equals/renown.ts'
import type { Ranking, ToolAsk } from './rank.ts'
import { reportPull, scoreUnder } from './scores.ts'
import { unsearchedTool } from './unsearched.ts'

const deepest = 40
// In points of the score under the asked priority, 0 to 10, which is all there is to rank by here. Those of rank.ts are in units of the
// retrieval score, next to which that score counts for a third.
const verticalPull = 0.8
const pinnedPull = 1
const reportSpan = 2
/** For a tool that is made for this workflow above others, which an entry lists first. */
const mainWorkflowPull = 1.5
/** For a tool of the kind of work that most such tools do; for the others by their share. */
const usualWorkPull = 1.5
/** For twice the renown: a caller that names only a workflow most likely has the product that most people have. */
const renownPull = 0.2
/** For a tool that works in some countries alone. */
const countryPush = 2

/**
 * Without a task: the best tools of a workflow under the asked priority, those of its usual kinds of work, the well known ones and those of
 * the asked vertical preferred.
 */
export function bestOfWorkflow(ask: ToolAsk, catalog: RoutingCatalog): Ranking {
  const entries = catalog.ofWorkflow(ask.workflow ?? '')
  const { eligible, excluded } = withinCaps(entries, ask.caps, catalog)
  const isMain = ({ workflows }: CatalogEntry) => workflows[0] === ask.workflow
  const shareOfWork = sharesOfWork(entries)
  const ranked = eligible.map(({ entry, scores }) => {
    const reports = ask.evidence.tool(entry.slug, toolCluster(ask.tier, entry.capabilities))
    const value = scoreUnder(ask.priority, scores)
    const wished = (ask.vertical && entry.verticals.includes(ask.vertical) ? verticalPull : 0) + (entry.pinned ? pinnedPull : 0)
    const usual = (isMain(entry) ? mainWorkflowPull : 0) + usualWorkPull * shareOfWork(entry)
    const known = renownPull * Math.log2(1 + renownOf({ entry })) - (isOfCountry({ entry }) ? countryPush : 0)
    return unsearchedTool(
      { entry, scores },
      { value, evidence: reportPull(reports, reportSpan), preference: wished + usual + known },
      reports?.n_effective,
    )
  })
  ranked.sort((a, b) => b.total - a.total || (a.entry.slug < b.entry.slug ? -1 : 1))
  return {
    ranked: ranked.slice(0, deepest),
    elsewhere: null,
    named: { strength: new Map(), own: new Set(), ruled_out: new Set(), isBinding: false },
    search: { found: [], features: { top: 0, coverage: 0 } },
    considered: entries.length,
    excluded,
    namedExcluded: false,
    firsts: [],
    trustInWording: null,
  }
}

/** How many of the tools do an entry's main kind of work, as a share of those that do the commonest. */
function sharesOfWork(entries: readonly CatalogEntry[]): (entry: CatalogEntry) => number {
  const counts = new Map<string | undefined, number>()
  for (const { capabilities } of entries) counts.set(capabilities[0], (counts.get(capabilities[0]) ?? 0) + 1)
  const most = Math.max(1, ...counts.values())
  return ({ capabilities }) => (counts.get(capabilities[0]) ?? 0) / most
}

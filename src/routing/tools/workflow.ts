import { toolCluster } from '../cluster.ts'
import type { RoutingCatalog } from '../ports.ts'
import { withinCaps } from './filter.ts'
import type { Ranking, ToolAsk } from './rank.ts'
import { reportPull, scoreUnder } from './scores.ts'
import { unsearchedTool } from './unsearched.ts'

const deepest = 40
// In points of the score under the asked priority, 0 to 10, which is all there is to rank by here. Those of rank.ts are in units of the
// retrieval score, next to which that score counts for a third.
const verticalPull = 0.8
const pinnedPull = 1
const reportSpan = 2

/** Without a task: the best tools of a workflow under the asked priority, those of the asked vertical preferred. */
export function bestOfWorkflow(ask: ToolAsk, catalog: RoutingCatalog): Ranking {
  const entries = catalog.ofWorkflow(ask.workflow ?? '')
  const { eligible, excluded } = withinCaps(entries, ask.caps, catalog)
  const ranked = eligible.map(({ entry, scores }) => {
    const reports = ask.evidence.tool(entry.slug, toolCluster(ask.tier, entry.capabilities))
    const value = scoreUnder(ask.priority, scores)
    const preference = (ask.vertical && entry.verticals.includes(ask.vertical) ? verticalPull : 0) + (entry.pinned ? pinnedPull : 0)
    return unsearchedTool({ entry, scores }, { value, evidence: reportPull(reports, reportSpan), preference }, reports?.n_effective)
  })
  ranked.sort((a, b) => b.total - a.total || (a.entry.slug < b.entry.slug ? -1 : 1))
  return {
    ranked: ranked.slice(0, deepest),
    elsewhere: null,
    named: { strength: new Map(), own: new Set(), ruled_out: new Set(), isBinding: false },
    search: { found: [], features: { top: 0, coverage: 0 } },
    considered: entries.length,
    excluded,
    named_excluded: false,
    firsts: [],
    trust_in_wording: null,
  }
}

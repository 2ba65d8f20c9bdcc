import { toolCluster } from './cluster.ts'
import type { RoutingCatalog } from './ports.ts'
import type { RankedTool, Ranking, ToolAsk } from './rank.ts'
import { brokenCap } from './tool-filter.ts'
import { scoreUnder } from './tool-scores.ts'

const deepest = 40
const verticalPull = 0.8

/** Without a task: the best tools of a workflow under the asked priority, those of the asked vertical preferred. */
export function bestOfWorkflow(ask: ToolAsk, catalog: RoutingCatalog): Ranking {
  const excluded: Ranking['excluded'] = {}
  const ranked: RankedTool[] = []
  const entries = catalog.ofWorkflow(ask.workflow ?? '')
  for (const entry of entries) {
    const scores = catalog.scoresOf(entry.slug)
    if (!scores) continue
    const broken = brokenCap(ask.caps, entry, scores)
    if (broken) {
      excluded[broken] = (excluded[broken] ?? 0) + 1
      continue
    }
    const reports = ask.evidence.tool(entry.slug, toolCluster(ask.tier, entry.capabilities))
    const value = scoreUnder(ask.priority, scores)
    const preference = (ask.vertical && entry.verticals.includes(ask.vertical) ? verticalPull : 0) + (entry.pinned ? 1 : 0)
    const evidence = reports ? 2 * (reports.mean - 0.75) * (reports.n_effective / (reports.n_effective + 6)) : 0
    const parts = { retrieval: 0, product: 0, capability: 0, value, evidence, memory: 0, preference }
    const total = value + evidence + preference
    ranked.push({
      entry,
      scores,
      total,
      parts,
      lexical: 0,
      semantic: 0,
      cosine: 0,
      matched_tools: [],
      n_effective: reports?.n_effective ?? 0,
      taught: 0,
    })
  }
  ranked.sort((a, b) => b.total - a.total || (a.entry.slug < b.entry.slug ? -1 : 1))
  return {
    ranked: ranked.slice(0, deepest),
    named: { strength: new Map(), own: new Set(), isBinding: false },
    features: { top: 0, coverage: 0, candidates: entries.length },
    considered: entries.length,
    excluded,
    named_excluded: false,
    firsts: [],
    trust_in_wording: null,
  }
}

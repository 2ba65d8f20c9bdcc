import type { RoutingCatalog } from './ports.ts'
import type { RankedTool, ToolAsk } from './rank.ts'
import { brokenCap } from './tool-filter.ts'
import { scoreUnder } from './tool-scores.ts'

const mostHubs = 3

/** Hubs within the caps, the best under the asked priority first: they can stand in where a named product's own server is down. */
export function hubTools(catalog: RoutingCatalog, { caps, priority }: ToolAsk): RankedTool[] {
  return catalog
    .hubs()
    .flatMap((entry): RankedTool[] => {
      const scores = catalog.scoresOf(entry.slug)
      if (!scores || brokenCap(caps, entry, scores)) return []
      const total = scoreUnder(priority, scores)
      const parts = { retrieval: 0, product: 0, capability: 0, value: total, evidence: 0, memory: 0, preference: 0 }
      return [{ entry, scores, total, parts, lexical: 0, semantic: 0, cosine: 0, matched_tools: [], n_effective: 0, taught: 0 }]
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, mostHubs)
}

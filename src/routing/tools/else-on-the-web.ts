import { sigmoid } from '../logistic.ts'
import type { RoutingCatalog } from '../ports.ts'
import type { Understanding } from '../understand/types.ts'
import { leastChance, type SingleTool, seekTool } from './fit/fit.ts'
import { lackingProducts } from './products/lacking.ts'
import { isBoundTo } from './products/named.ts'
import { webSearchQuery } from './query/sought-on-the-web.ts'
import type { ToolAsk } from './rank.ts'

// How often a web search is right for a task whose answer is on the public web.
const searchServes = 0.6

/** Falls back to a web search when no server surely does the work and the answer is on the public web. */
export function elseOnTheWeb(sought: SingleTool, { foundOnTheWeb }: Understanding, ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const { ranking, fit } = sought
  const [first] = ranking.ranked
  const isItsKind = first !== undefined && (isBoundTo(ranking.named, first.entry.slug) || (fit.fits && first.parts.capability > 0))
  const isOfProduct = ranking.namedExcluded || lackingProducts(ask).length > 0
  if (fit.confidence >= searchServes || isItsKind || isOfProduct) return sought
  const chance = searchServes * sigmoid(foundOnTheWeb())
  const least = Math.max(fit.confidence, leastChance)
  if (chance <= least) return sought
  const search: ToolAsk = { ...ask, text: webSearchQuery, query: webSearchQuery, products: [], system: null }
  const searcher = seekTool(search, catalog)
  const confidence = chance * searcher.fit.confidence
  return searcher.fit.fits && confidence > least ? { ...searcher, fit: { ...searcher.fit, confidence } } : sought
}

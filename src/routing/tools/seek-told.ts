import type { RoutingCatalog } from '../ports.ts'
import { wordsOfKind } from '../told-steps.ts'
import { type SingleTool, seekTool } from './fit/fit.ts'
import type { ToolAsk } from './rank.ts'

/** The tools for a task. Where its own words find none and a language model told the kind, they are sought by what that kind does. */
export function seekTold(ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const found = seekTool(ask, catalog)
  const words = wordsOfKind(ask.toldKinds ?? [])
  if (found.fit.fits || words === undefined) return found
  const again = seekTool({ ...ask, query: `${ask.query} ${words}` }, catalog)
  return again.fit.fits ? again : found
}

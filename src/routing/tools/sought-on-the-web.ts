import { systemOf } from '../understand/systems.ts'
import type { ProductMention } from '../understand/types.ts'
import { withoutNames } from './named-products.ts'

/** What a catalog is searched with for servers that search the web. */
export const webSearchQuery = 'search the web'

const topic = String.raw`(?:(?! (?:and|then) )[^,;.\n]){1,200}`
const web = '(?:the )?(?:web|internet)'
/** The topic of a web search does not choose the tool: searching the web for databases is not work for a database. */
const soughtOnTheWeb = [
  `\\b(?:search|browse|look(?: up)?|check|research)(?: (?:on|through|in))? ${web}\\s+(?:for|about|on|of|how|what|which|who|whether|if|why|when)\\b${topic}`,
  `\\b(?:search|look(?: up)?|research) online\\s+(?:for|about|how|what|which|who)\\b${topic}`,
  `\\b(?:find|look for|look up|search for|get|gather|collect|research|read|compare) (?:(?! (?:and|then) )[^,;.\\n]){1,160}? on ${web}\\b`,
  `\\b(?:find|look for|search for|get|give|show|list|gather|collect|recommend)(?: me)? (?:\\S+ ){0,3}?(?:articles?|blog posts?|blogs|write-?ups|essays) (?:about|on|comparing|covering|of|for)\\s${topic}`,
  `(?<=^|[,;.]\\s|\\b(?:please|and|then|to|just)\\s)google (?=(?:for|the|what|how|who|which|some|a|any|recent|current|top|best)\\b)${topic}`,
].map((pattern) => new RegExp(pattern, 'giu'))

const question = /\?\s*$|^\s*(?:who|what|how (?:much|many)|is|are|did|does|do|has|have|when|which|where|why|current|latest|today's)\b/iu

/** What belongs to the asker is not found on the web. */
const own = /\b(?:my|mine|our|ours|we|us|i)\b/iu

/** Kinds of systems that know something of the world by themselves, so that a question need not go to the web. */
const worldly = new Set([
  'news',
  'stocks',
  'papers',
  'social',
  'video',
  'music',
  'jobs',
  'code-host',
  'browser',
  'flights',
  'maps',
  'shopping',
])

/** A question about a product that is only talked about, and that no other kind of system answers, goes to the web. */
function asksTheWeb(text: string, products: readonly ProductMention[]): boolean {
  const isSpokenOf = products.some(({ vouched }) => vouched) && products.every(({ role }) => role === 'topic')
  if (!isSpokenOf || !question.test(text) || own.test(text)) return false
  return !worldly.has(systemOf(withoutNames(text, products, 'topic')) ?? '')
}

/** Reduces a request for a web search to just that, so that its topic does not choose the tool. */
export function asWebSearch(text: string, products: readonly ProductMention[]): string {
  if (asksTheWeb(text, products)) return webSearchQuery
  return soughtOnTheWeb.reduce((left, sought) => left.replace(sought, webSearchQuery), text)
}

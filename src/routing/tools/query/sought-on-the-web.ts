import { systemOf } from '../../understand/steps/systems.ts'
import type { ProductMention } from '../../understand/types.ts'
import { withoutNames } from '../products/named.ts'

/** What a catalog is searched with for servers that search the web. */
export const webSearchQuery = 'search the web'

const topic = String.raw`(?:(?! (?:and|then) )(?:[^,;.\n]|\.(?=\S))){1,200}`
const web = '(?:the )?(?:web|internet)'
/** The topic of a web search does not choose the tool: searching the web for databases is not work for a database. */
const soughtOnTheWeb = [
  `\\b(?:search|browse|look(?: up)?|check|research)(?: (?:on|through|in))? ${web}\\s+(?:for|about|on|of|how|what|which|who|whether|if|why|when)\\b${topic}`,
  `\\b(?:search|look(?: up)?|research) online\\s+(?:for|about|how|what|which|who)\\b${topic}`,
  `(?<=^|[,;.]\\s|\\b(?:please|and|then|to|just)\\s)google (?=(?:for|the|what|how|who|which|some|a|any|recent|current|top|best)\\b)${topic}`,
].map((pattern) => new RegExp(pattern, 'giu'))

/** "Scholarly", "help" or "Wikipedia" articles are kept somewhere of their own; these words say nothing about where. */
const anyKind =
  '(?:the|an?|some|any|few|couple|of|several|more|other|\\d+|two|three|five|ten|good|great|best|top|latest|newest|new|recent|current|interesting|relevant|useful|popular|detailed|in-depth|long|short|online)'
const soughtArticles = new RegExp(
  `\\b(?:find|look for|search for|get|give|show|list|gather|collect|recommend)(?: me)? (?:${anyKind} ){0,4}(?:articles?|blog posts?|blogs|write-?ups|essays) (?:about|on|comparing|covering|for)\\s${topic}`,
  'giu',
)
/** "Articles on Medium about Rust": the first is where they are. */
const saysWhereAndWhat = /\bon \S+(?: \S+)? about /iu

const question = /\?\s*$|^\s*(?:who|what|how (?:much|many)|is|are|did|does|do|has|have|when|which|where|why|current|latest|today's)\b/iu

/** What belongs to the asker is not found on the web. */
const own = /\b(?:my|mine|our|ours|we|i)\b|\b(?-i:us|Us)\b(?!-)/iu

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
export function asksTheWeb(text: string, products: readonly ProductMention[], oddsOnTheWeb: () => number): boolean {
  const isSpokenOf = products.some(({ vouched }) => vouched) && products.every(({ role }) => role === 'topic')
  if (!isSpokenOf || !question.test(text) || own.test(text)) return false
  if (worldly.has(systemOf(withoutNames(text, products, 'topic')) ?? '')) return false
  // "Why is the Vercel deployment failing?" speaks of the product too, but only the product knows.
  const odds = oddsOnTheWeb()
  return odds >= 0 || odds === Number.NEGATIVE_INFINITY
}

/** Reduces a request for a web search to just that, so that its topic does not choose the tool. */
export function asWebSearch(text: string, products: readonly ProductMention[]): string {
  const hasPlace = products.some(({ role }) => role === 'place')
  const isKept = (found: string) => hasPlace || own.test(found) || saysWhereAndWhat.test(found)
  const told = text.replace(soughtArticles, (found) => (isKept(found) ? found : webSearchQuery))
  return soughtOnTheWeb.reduce((left, sought) => left.replace(sought, webSearchQuery), told)
}

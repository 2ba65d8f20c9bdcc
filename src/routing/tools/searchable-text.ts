import { systemOf } from '../understand/systems.ts'
import { isSlug, normalise } from '../understand/tokens.ts'
import type { ProductMention } from '../understand/types.ts'
import { marksIn, withoutRepositories } from './marks.ts'
import { inEnglish } from './other-languages.ts'

/** What the catalog is searched with: the text without what is not to be used or only sought elsewhere, in English, and words for its marks. */
export function searchableText(text: string, language: string, products: readonly ProductMention[]): string {
  const told = asWebSearch(withoutNames(text, products, 'ruled_out'), products)
    .replace(landmark, ' nearby ')
    .replace(address, ' ')
    .replace(hyphenated, (word) => (isSlug(normalise(word)) ? ' ' : word))
  return [inEnglish(withoutRepositories(told), language), ...marksIn(text)].join(' ')
}

function withoutNames(text: string, products: readonly ProductMention[], unwanted: ProductMention['role']): string {
  const surfaces = products.flatMap(({ role, surface }) => (role === unwanted ? surface : []))
  return surfaces.reduce((left, surface) => left.replace(surface, ' '), text)
}

const topic = String.raw`(?:(?! (?:and|then) )[^,;.\n]){1,200}`
const web = '(?:the )?(?:web|internet)'
/** What is sought on the web does not tell by what: a web search for databases is no work for one. */
const soughtOnTheWeb = [
  `\\b(?:search|browse|look(?: up)?|check|research)(?: (?:on|through|in))? ${web}\\s+(?:for|about|on|of|how|what|which|who|whether|if|why|when)\\b${topic}`,
  `\\b(?:search|look(?: up)?|research) online\\s+(?:for|about|how|what|which|who)\\b${topic}`,
  `\\b(?:find|look for|look up|search for|get|gather|collect|research|read|compare) (?:(?! (?:and|then) )[^,;.\\n]){1,160}? on ${web}\\b`,
  `\\b(?:find|look for|search for|get|give|show|list|gather|collect|recommend)(?: me)? (?:\\S+ ){0,3}?(?:articles?|blog posts?|blogs|write-?ups|essays) (?:about|on|comparing|covering|of|for)\\s${topic}`,
  `(?<=^|[,;.]\\s|\\b(?:please|and|then|to|just)\\s)google (?=(?:for|the|what|how|who|which|some|a|any|recent|current|top|best)\\b)${topic}`,
].map((pattern) => new RegExp(pattern, 'giu'))

const question = /\?\s*$|^\s*(?:who|what|how (?:much|many)|is|are|did|does|do|has|have|when|which|where|why|current|latest|today's)\b/iu

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

/** A question about a product that is only spoken of, and of which no other system knows, is one to the web. */
function asksTheWeb(text: string, products: readonly ProductMention[]): boolean {
  if (products.length === 0 || products.some(({ role }) => role !== 'topic') || !question.test(text)) return false
  return !worldly.has(systemOf(withoutNames(text, products, 'topic')) ?? '')
}

function asWebSearch(text: string, products: readonly ProductMention[]): string {
  if (asksTheWeb(text, products)) return 'search the web'
  return soughtOnTheWeb.reduce((left, sought) => left.replace(sought, 'search the web'), text)
}

/** What a place is near to is no work. */
const landmark =
  /\b(?:near|nearby|close to|around|next to|within walking distance of|walking distance from|far is \S+ \S+ from|from) (?:my|our|the) (?:hotel|airbnb|hostel|apartment|flat|house|office)\b/giu
/** Whose mail address it is says nothing of the work. */
const address = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g
/** Nor does what a catalog calls one of its entries: that is no order. */
const hyphenated = /(?<![\w-])\w{1,64}(?:-\w{1,64}){1,8}(?![\w-])/g

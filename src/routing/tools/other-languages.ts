import { conceptsAnywhere, conceptsOfWord } from '../understand/concepts.ts'
import { englishFor } from '../understand/foreign-words.ts'
import { systemsOf } from '../understand/systems.ts'
import { isSlug, normalise, opensSentence, tokenise } from '../understand/tokens.ts'
import type { ProductMention } from '../understand/types.ts'
import { marksIn } from './marks.ts'

/** English words for what the classifier recognises in many languages, so that an English catalog can be searched with them. */
const englishOf: Record<string, string> = {
  send: 'send message',
  book: 'book reserve',
  find: 'search find',
  weather: 'weather forecast',
  price: 'price quote rate',
  place: 'flights hotels travel',
  translate: 'translate',
  email: 'email',
  calendar: 'calendar event',
  chat: 'message channel',
  flights: 'flights',
  hotel: 'hotel',
  news: 'news',
  storage: 'file',
  'web-search': 'search the web',
  spreadsheet: 'spreadsheet',
  database: 'database query',
  stocks: 'stock market',
  music: 'music playlist',
  'issue-tracker': 'issue ticket',
}

/**
 * What to search with: the text without what is not to be used, or for another language than English the words that its concepts stand for and the
 * words in it that may be names.
 */
export function searchableText(text: string, language: string, products: readonly ProductMention[]): string {
  const told = withoutRuledOut(text, products)
    .replace(soughtElsewhere, '$1')
    .replace(address, ' ')
    .replace(hyphenated, (word) => (isSlug(normalise(word)) ? ' ' : word))
  return [inEnglish(told, language), ...marksIn(text)].join(' ')
}

function withoutRuledOut(text: string, products: readonly ProductMention[]): string {
  const surfaces = products.flatMap(({ role, surface }) => (role === 'ruled_out' ? surface : []))
  return surfaces.reduce((left, surface) => left.replace(surface, ' '), text)
}

/** What is sought on the web does not tell by what: a web search for databases is no work for one. */
const soughtElsewhere =
  /\b((?:search|browse|look(?: up)?|check|research)(?: (?:on|through|in))? (?:the )?(?:web|internet)|(?:search|look(?: up)?|research) online)\s+(?:for|about|on|of|how|what|which|who|whether|if|why|when)\b(?:(?! (?:and|then) )[^,;.\n])+/giu

/** Whose mail address it is says nothing of the work. */
const address = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g
/** Nor does what a catalog calls one of its entries: that is no order. */
const hyphenated = /(?<![\w-])\w{1,64}(?:-\w{1,64}){1,8}(?![\w-])/g

function inEnglish(text: string, language: string): string {
  if (language === 'en') return text
  const concepts = new Set([
    ...tokenise(text).flatMap(({ norm }) => conceptsOfWord(normalise(norm))),
    ...conceptsAnywhere(text),
    ...systemsOf(text),
  ])
  const english = [...new Set([...englishFor(text, language), ...[...concepts].flatMap((concept) => englishOf[concept] ?? [])])]
  if (english.length === 0) return text
  const names = tokenise(text).flatMap(({ raw, start }) => (/^[A-Z][A-Za-z0-9.]+$/.test(raw) && !opensSentence(text, start) ? raw : []))
  return `${names.join(' ')} ${english.join(' ')}`.trim()
}

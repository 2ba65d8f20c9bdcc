import { conceptsAnywhere, conceptsOfWord } from './understand/concepts.ts'
import { systemsOf } from './understand/systems.ts'
import { normalise, tokenise } from './understand/tokens.ts'

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

/** What to search with: the text itself, and for another language than English the words that its concepts stand for. */
export function searchableText(text: string, language: string): string {
  if (language === 'en') return text
  const concepts = new Set([
    ...tokenise(text).flatMap(({ norm }) => conceptsOfWord(normalise(norm))),
    ...conceptsAnywhere(text),
    ...systemsOf(text),
  ])
  const english = [...concepts].flatMap((concept) => englishOf[concept] ?? [])
  return english.length > 0 ? `${text} ${english.join(' ')}` : text
}

import { withoutElision } from '../../../retrieval/words.ts'
import { systemsOf } from '../../understand/steps/systems.ts'
import { conceptsAnywhere, conceptsOfWord } from '../../understand/words/concepts.ts'
import { englishFor } from '../../understand/words/foreign-words.ts'
import { opensSentence, tokenise } from '../../understand/words/tokens.ts'

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

/** A ticket is for a journey or a show, or tells of a fault: which of them, the words around it say. */
const saidAlike = /^tickets?$/

/** "Łukasz", "Notion", "S3". */
const nameInLatin = /^(?=\p{Lu})[\p{Script=Latin}\d.]{2,}$/u

/** For a language other than English, the words that its concepts stand for, and the words in it that may be names. */
export function inEnglish(text: string, language: string): string {
  if (language === 'en') return text
  const words = tokenise(text).map(({ norm }) => withoutElision(norm))
  const alike = words.filter((word) => saidAlike.test(word))
  const concepts = new Set([
    ...words.flatMap((word) => (saidAlike.test(word) || englishFor(word, language).length > 0 ? [] : conceptsOfWord(word))),
    ...conceptsAnywhere(text),
    ...systemsOf(text),
  ])
  const english = [...new Set([...alike, ...englishFor(text, language), ...[...concepts].flatMap((concept) => englishOf[concept] ?? [])])]
  if (english.length === 0) return text
  const names = tokenise(text)
    .filter(({ start }) => !opensSentence(text, start))
    .map(({ raw }) => withoutElision(raw))
    .filter((word) => nameInLatin.test(word))
  return `${names.join(' ')} ${english.join(' ')}`.trim()
}

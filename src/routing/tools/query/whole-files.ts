import { wordSet } from '../../../retrieval/word-list.ts'
import { firstVerbOf } from '../../understand/steps/steps.ts'
import { englishFor } from '../../understand/words/foreign-words.ts'

/** Moving a file, or handing it on, does not depend on what is in it. */
const moving = wordSet('delete remove rename move copy list')
const movedAbout = /^\s*(?:please\s+)?(?:(?:zip|unzip|unpack)\b|where(?:'s|s| is| are| did i (?:save|put|leave))\b)/i
const handing = wordSet('send email e-mail mail attach forward share upload download post message text')

const named = '(?<![\\w-])([\\w-]{0,80})\\.'
/** Files whose contents need a tool of their own, wherever the file lies. */
const ownKind = new RegExp(
  `${named}(?:pdf|docx?|xlsx?|pptx?|csv|parquet|ipynb|mp[34]|m4a|wav|ogg|flac|mov|mkv|avi|webm|png|jpe?g|heic|svg|psd|dwg|stl|blend|ics|eml|mbox|apk|sqlite3?|db)\\b`,
  'gi',
)
/** What ends like the name of a site is no file. */
const site = '(?:com|org|net|io|dev|gov|edu|app|info|co|eu|uk|de|fr|nl|it|es|ch|at|be|se|dk|fi|us|ca|au|nz|jp|cn|br|in)\\b'
const anyFile = new RegExp(`${named}(?!${site})(?:[a-z]{1,4}\\d?|[a-z]?\\d[a-z]{1,2})(?![\\w.])`, 'i')
/** "The totals in sales.xlsx": something inside the file is meant. */
const insideOf =
  /\b(?:of|from|in|inside|within|into|von|aus|im|de|du|des|dans|del|en|della|dal|nel|do|da|em|no|na|van|uit)\s+(?:(?:the|my|our|this|that|file|attached)\s+)*$/i
/** Of another language only the English for its words is known, some of which are as often things as verbs. */
const asOftenThings = wordSet('list post message text mail email e-mail')

/** What is done with the files of a text as wholes; null where their contents are worked on, or where it has none. */
export function wholeFileWork(text: string, language: string): 'moved' | 'handed_on' | null {
  const found = anyFile.exec(text)
  if (!found || (found[1] && insideOf.test(text.slice(0, found.index)))) return null
  const verbs = language === 'en' ? [firstVerbOf(text) ?? ''] : englishFor(text, language).filter((word) => !asOftenThings.has(word))
  if (verbs.some((verb) => moving.has(verb)) || movedAbout.test(text)) return 'moved'
  return verbs.some((verb) => handing.has(verb)) ? 'handed_on' : null
}

export const hasOwnKind = (text: string) => text.search(ownKind) >= 0

/** Where files are only moved or handed on, their kind is no word to search with. */
export const withoutFileKinds = (text: string, language: string) => (wholeFileWork(text, language) ? text.replace(ownKind, ' file ') : text)

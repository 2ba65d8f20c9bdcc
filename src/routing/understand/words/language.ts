import { commonWords } from './common-words.ts'
import { isInDictionary } from './dictionary.ts'
import { addLetterOdds, languagesByLetters } from './letter-runs.ts'
import { addTo } from './lists-by-key.ts'

const scripts: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['th', /\p{Script=Thai}/u],
]

/** Languages with little or no training text: the models recognise only names and numbers in them. */
const unlearned = new Set(['cs', 'da', 'el', 'fi', 'he', 'hu', 'ro', 'th', 'vi'])
export const isUnlearned = (language: string) => unlearned.has(language)

/** Whether any of the words is common in the language. Letters alone also occur in other languages. */
export const isSpokenIn = (language: string, words: readonly string[]) => words.some((word) => commonWords.get(language)?.has(word))

function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const [code, pattern] of scripts) {
    const count = text.match(new RegExp(pattern.source, 'gu'))?.length ?? 0
    if (count > 0 && count >= letters * (code === 'ja' ? 0.1 : 0.3)) return code
  }
  return undefined
}

/** Neither part of a link, an address or a number, nor the "s" of a genitive. */
const wordAlone = /(?<![-/.@\p{L}\p{N}]|['’](?=s(?!\p{L})))\p{L}+(?![-/@\p{L}\p{N}])/gu

/** How much a word that nearly every text of the language has counts next to its letters; one of a letter may as well be a variable. */
const weightOfCommon = 2.5
const weightOfLetterAlone = 0.5
/** The same for a word of an English dictionary, and for English itself, since most names and terms are written as in English. */
const weightOfEnglishWord = 1.5
const leanToEnglish = 1
/** A capital letter makes a name of a word, and names are the same in all languages. */
const shareOfName = 0.4
/** English that has so many of its own common words, and more than any other language, is not looked at more closely. */
const surelyEnglish = 3
/** The beginning of a long text tells its language as well as all of it. */
const mostRead = 600

const english = languagesByLetters.indexOf('en')
const capital = /^\p{Lu}/u

/** Which of the languages that are told by their letters a word is common in. */
const commonIn = new Map<string, number[]>()
languagesByLetters.forEach((code, at) => {
  for (const word of commonWords.get(code)!) addTo(commonIn, word, at)
})

/** A guess that is right often enough to choose English search words by; English when nothing speaks against it. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, mostRead)
  const script = /[\u0370-\u1fff\u2e80-\uffff]/u.test(sample) ? byScript(sample) : undefined
  if (script) return script
  const words = wordsOf(sample)
  return isSurelyEnglish(words) ? 'en' : byWords(words)
}

type Word = { word: string; isName: boolean }

/** Each word once; it is a name only if it is never written small. */
function wordsOf(sample: string): Word[] {
  const found = new Map<string, boolean>()
  for (const written of sample.match(wordAlone) ?? []) {
    const word = written.toLowerCase()
    found.set(word, capital.test(written) && found.get(word) !== false)
  }
  return [...found].map(([word, isName]) => ({ word, isName }))
}

function isSurelyEnglish(words: readonly Word[]): boolean {
  const counts = new Uint16Array(languagesByLetters.length)
  for (const { word } of words) if (word.length > 1) for (const at of commonIn.get(word) ?? []) counts[at]!++
  const count = counts[english]!
  if (count < surelyEnglish) return words.length === 0
  return counts.every((other, at) => at === english || other < count)
}

function byWords(words: readonly Word[]): string {
  const odds = new Float64Array(languagesByLetters.length)
  odds[english] = leanToEnglish
  for (const { word, isName } of words) {
    if (word.length > 1) addLetterOdds(odds, word, isName ? shareOfName : 1)
    if (isInDictionary(word)) odds[english]! += weightOfEnglishWord
    for (const at of commonIn.get(word) ?? []) odds[at]! += word.length === 1 ? weightOfLetterAlone : weightOfCommon
  }
  return languagesByLetters[odds.indexOf(Math.max(...odds))]!
}

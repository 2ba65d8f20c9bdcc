import { createRecent } from '../../../recent.ts'
import { commonWords } from './common-words.ts'
import { isInDictionary } from './dictionary.ts'
import { addLetterOdds, lettersLearned } from './letter-runs.ts'

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

const kept = createRecent<string>(8)

/** A guess that is right often enough to choose English search words by; English when nothing speaks against it. A task is asked about in parts. */
export const guessLanguage = (text: string): string => kept.getOrMake(text.slice(0, 600), () => guess(text.slice(0, 600)))

function guess(sample: string): string {
  const script = /[\u0370-\u1fff\u2e80-\uffff]/u.test(sample) ? byScript(sample) : undefined
  if (script) return script
  const words = [...new Set(sample.match(wordAlone))].map((word) => ({ word: word.toLowerCase(), isName: /^\p{Lu}/u.test(word) }))
  return isSurelyEnglish(words) ? 'en' : byWords(words)
}

type Word = { word: string; isName: boolean }

function commonIn(common: ReadonlySet<string>, words: readonly Word[]): number {
  let count = 0
  for (const { word } of words) if (word.length > 1 && common.has(word)) count++
  return count
}

function isSurelyEnglish(words: readonly Word[]): boolean {
  const english = commonIn(commonWords.get('en')!, words)
  if (english < surelyEnglish) return words.length === 0
  for (const [code, common] of commonWords) if (code !== 'en' && commonIn(common, words) >= english) return false
  return true
}

function byWords(words: readonly Word[]): string {
  const languages = lettersLearned()
  const odds = Float64Array.from(languages, (code) => (code === 'en' ? leanToEnglish : 0))
  for (const { word, isName } of words) {
    if (word.length > 1) addLetterOdds(odds, word, isName ? shareOfName : 1)
    const english = isInDictionary(word) ? weightOfEnglishWord : 0
    languages.forEach((code, at) => {
      if (code === 'en') odds[at]! += english
      if (commonWords.get(code)!.has(word)) odds[at]! += word.length === 1 ? weightOfLetterAlone : weightOfCommon
    })
  }
  return languages[odds.indexOf(Math.max(...odds))]!
}

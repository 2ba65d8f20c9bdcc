import { isInDictionary } from './dictionary.ts'
import { isKnownWord } from './known-words.ts'
import { guessLanguage } from './language.ts'
import { isPlainWord, isWrittenSmall } from './plain-words.ts'
import { type Token, tokenise } from './tokens.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const shortest = 5
// What is longer is no single word, and each letter more is another hundred words that it might have been.
const longest = 24
// In shorter words a letter more or another letter mostly makes another word.
const shortestForMore = 6
const shortestForMistaken = 7

/** The likelier a slip, the earlier it stands: two letters swapped, one left out, one too many (but no ending), one mistaken. */
const slips: ((word: string) => string[])[] = [
  (word) => each(word, 0, 1, (i) => [word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2)]),
  (word) => each(word, 1, 0, (i) => letters.map((letter) => word.slice(0, i) + letter + word.slice(i))),
  (word) => (word.length < shortestForMore ? [] : each(word, 1, 1, (i) => [word.slice(0, i) + word.slice(i + 1)])),
  (word) =>
    word.length < shortestForMistaken || isJoined(word)
      ? []
      : each(word, 1, 0, (i) => letters.map((letter) => word.slice(0, i) + letter + word.slice(i + 1))),
]

const shortestPart = 3

/** "Offsite" is made of two words, and no slip for "offside". */
function isJoined(word: string): boolean {
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * shortestPart + 1) }, (_, i) => i + shortestPart)
  return cuts.some((at) => isPlainWord(word.slice(0, at)) && isPlainWord(word.slice(at)))
}

function each(word: string, from: number, before: number, make: (at: number) => string[]): string[] {
  return Array.from({ length: word.length - before - from }, (_, i) => make(i + from)).flat()
}

/** The word that was most likely meant; undefined where the word may be right, or where several are as likely. */
export function meantWord(word: string): string | undefined {
  if (word.length < shortest || word.length > longest || !/^[a-z]+$/.test(word) || isKnownWord(word) || isInDictionary(word))
    return undefined
  for (const isUsual of [isPlainWord, isWrittenSmall]) {
    for (const slip of slips) {
      const found = new Set(slip(word).filter((candidate) => candidate.length >= shortest - 1 && isUsual(candidate)))
      if (found.size > 0) return found.size === 1 ? [...found][0] : undefined
    }
  }
  return undefined
}

/** Each doubtful word costs some microseconds, so that not all of a long text is looked through. */
const longestRead = 1400

/** Puts right what the keyboard got wrong in the ordinary words of an English text; names, marks and other languages stay as they are. */
export function withoutSlips(text: string, isName: (word: string) => boolean): string {
  const tokens = tokenise(text.slice(0, longestRead)).filter(({ raw }) => /^[a-z']+$/.test(raw))
  const doubtful = tokens.filter(({ norm }) => norm.length >= shortest && !isKnownWord(norm) && !isName(norm))
  if (doubtful.length === 0 || guessLanguage(text) !== 'en') return text
  const meant = doubtful.flatMap((token) => ({ token, word: meantWord(token.norm) })).filter(hasWord)
  return meant.reduceRight((right, { token, word }) => right.slice(0, token.start) + word + right.slice(token.end), text)
}

const hasWord = (found: { token: Token; word: string | undefined }): found is { token: Token; word: string } => found.word !== undefined

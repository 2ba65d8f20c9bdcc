import stored from '../../../../data/weights-understand/dictionary.json' with { type: 'json' }
import { hashOn, hashStart } from '../../../retrieval/text-hash.ts'

const filter = Buffer.from(stored.filter, 'base64')
const hashes = 7

/** Where a word leaves its marks in a filter of so many bits. */
export function placesOf(word: string, bits: number): number[] {
  const first = hashOn(hashStart, word)
  let second = 0x9e3779b9
  for (let i = 0; i < word.length; i++) second = Math.imul(second ^ word.charCodeAt(i), 0x85ebca6b)
  return Array.from({ length: hashes }, (_, i) => ((first >>> 0) + i * ((second | 1) >>> 0)) % bits)
}

/** A Bloom filter: one word in a hundred that is in no dictionary is taken for one that is, which only leaves it as it stands. */
const holds = (word: string) => placesOf(word, filter.length * 8).every((place) => (filter[place >> 3]! >> (place & 7)) & 1)

const endings: [RegExp, string[]][] = [
  [/ies$/, ['y']],
  [/ves$/, ['f', 'fe']],
  [/(?:es|ed|er|est|ing|ings|ers|s|d|r|ly|ness|able)$/, ['', 'e']],
]

/** Whether a dictionary of English holds the word, also with one of the usual endings. */
export function isInDictionary(word: string): boolean {
  if (holds(word)) return true
  return endings.some(([ending, instead]) => {
    const stem = word.replace(ending, '')
    if (stem === word || stem.length < 3) return false
    return instead.some((end) => holds(stem + end)) || (/(.)\1$/.test(stem) && !/(.)\1\1$/.test(stem) && holds(stem.slice(0, -1)))
  })
}

import { once } from '../../../once.ts'
import { hashOn, hashStart } from '../../../retrieval/text-hash.ts'
import { commonWords } from './common-words.ts'
import { formsSaidIn } from './foreign-words.ts'
import { plainWords } from './plain-words.ts'

/** Runs of letters within a word, with its edges. */
const [shortest, longest] = [2, 4]
const buckets = 1 << 14
/** So many words tell how a language is written; more only take longer. */
const mostWords = 2500
/** Words that nearly every text has count as so many. */
const timesCommon = 2
/** What every run counts as having been seen beforehand. */
const seenBefore = 0.3
/** Runs of a word overlap, so together they say less than each alone. */
const share = 0.5

function runsOf(word: string): number[] {
  const edged = `^${word}$`
  const runs: number[] = []
  for (let length = shortest; length <= longest; length++)
    for (let at = 0; at + length <= edged.length; at++) runs.push(bucketOf(edged, at, at + length))
  return runs
}

function bucketOf(text: string, from: number, to: number): number {
  return (hashOn(hashStart ^ (to - from), text, from, to) >>> 0) % buckets
}

/** Evenly from the whole list, since it is sorted by subject. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most ? [...all] : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!)

function learn(words: readonly string[], common: readonly string[]): Float32Array {
  const counts = new Float32Array(buckets).fill(seenBefore)
  let all = seenBefore * buckets
  const see = (word: string, times: number) => {
    for (const run of runsOf(word)) {
      counts[run]! += times
      all += times
    }
  }
  for (const word of spread(words, mostWords)) see(word, 1)
  for (const word of common) see(word, timesCommon)
  return counts.map((count) => Math.log(count / all))
}

const wordsOf = (language: string): readonly string[] => (language === 'en' ? plainWords() : formsSaidIn(language))

/** The languages that are told by the letters of their words. */
export const languagesByLetters: readonly string[] = [...commonWords.keys()]

/** For each run its odds in all of the languages side by side, since they are asked for together. */
const learned = once(() => {
  const odds = new Float32Array(buckets * languagesByLetters.length)
  languagesByLetters.forEach((language, at) => {
    const ofLanguage = learn(wordsOf(language), [...commonWords.get(language)!])
    ofLanguage.forEach((value, run) => {
      odds[run * languagesByLetters.length + at] = value
    })
  })
  return odds
})

/** Learning takes a moment, for which no request should wait. */
export function learnLetterRuns(): void {
  learned()
}

/** Adds how likely a word is in each of the languages by the runs of its letters, as a logarithm up to a constant. */
export function addLetterOdds(sums: Float64Array, word: string, weight: number): void {
  const odds = learned()
  const runs = runsOf(word)
  const scale = (weight * share) / Math.sqrt(runs.length)
  const ofWord = new Float64Array(sums.length)
  for (const run of runs) for (let at = 0; at < sums.length; at++) ofWord[at]! += odds[run * sums.length + at]!
  for (let at = 0; at < sums.length; at++) sums[at]! += scale * ofWord[at]!
}

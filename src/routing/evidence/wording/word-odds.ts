import { bucketCount } from '../../../retrieval/word-buckets.ts'
import { floats, reaching } from './index-space.ts'
import { warinessAmong } from './voices-heard.ts'

/** One task that a voice reported, and how much it counts for. */
type Heard = { words: Uint16Array; mass: number }
/** All that was said on one side, voice by voice. */
type SaidOnSide = { side: number; mass: number; voices: Iterable<Iterable<Heard>> }

/** This many tasks are assumed of every side that hold each word as often as tasks in general do. */
const assumedTasks = 10
/** Where many speak, a word that only one of them uses is taken to be this many times as likely as usual, at most. */
const mostByOne = 4

/**
 * For each side, how much likelier a word is among its tasks than among tasks in general, as a logarithm. What the loudest voice says of a
 * word beyond the next is left out: up to three voices, a word that only one of them uses is as likely as usual.
 */
export function createWordOdds(usualShare: (word: number) => number) {
  const lists: Map<number, number>[] = Array.from({ length: bucketCount }, () => new Map())
  const wordsOf = new Map<number, readonly number[]>()
  const tally = createTally()
  let unheard = floats()
  let odds = floats()

  function forget(side: number): void {
    for (const word of wordsOf.get(side) ?? []) lists[word]!.delete(side)
    wordsOf.delete(side)
  }

  function set({ side, mass, voices }: SaidOnSide): void {
    forget(side)
    odds = reaching(odds, side, floats)
    unheard = reaching(unheard, side, floats)
    unheard[side] = -Math.log1p(mass / assumedTasks)
    const byOne = mass * (1 + (mostByOne - 1) * (1 - warinessAmong(mass)))
    const heard = tally(voices, (word, { sum, agreed }) => {
      const usual = usualShare(word)
      const said = Math.max(agreed, Math.min(sum, usual * byOne))
      lists[word]!.set(side, Math.log1p(said / (assumedTasks * usual)))
    })
    wordsOf.set(side, heard)
  }

  /** Of each side, the odds of these words together. */
  function of(words: Uint16Array, sides: number): Float32Array {
    for (let side = 0; side < sides; side++) odds[side] = words.length * unheard[side]!
    for (const word of words) for (const [side, one] of lists[word]!) odds[side]! += one
    return odds
  }
  return { set, forget, of }
}

type Count = { sum: number; agreed: number }

/** Counts words voice by voice; `agreed` is without what the loudest says beyond the next. */
function createTally() {
  const [own, sum, loudest, second] = [floats(bucketCount), floats(bucketCount), floats(bucketCount), floats(bucketCount)]

  function hear(voice: Iterable<Heard>): number[] {
    const spoken: number[] = []
    for (const { words, mass } of voice) {
      if (mass === 0) continue
      for (const word of words) {
        if (own[word] === 0) spoken.push(word)
        own[word]! += mass
      }
    }
    return spoken
  }

  function take(word: number): void {
    const one = own[word]!
    own[word] = 0
    sum[word]! += one
    second[word] = Math.max(second[word]!, Math.min(one, loudest[word]!))
    loudest[word] = Math.max(loudest[word]!, one)
  }

  return (voices: Iterable<Iterable<Heard>>, tell: (word: number, count: Count) => void): number[] => {
    const heard: number[] = []
    for (const voice of voices) {
      for (const word of hear(voice)) {
        if (sum[word] === 0) heard.push(word)
        take(word)
      }
    }
    for (const word of heard) {
      tell(word, { sum: sum[word]!, agreed: sum[word]! - loudest[word]! + second[word]! })
      sum[word] = 0
      loudest[word] = 0
      second[word] = 0
    }
    return heard
  }
}

import { bestAbove } from './best-slots.ts'
import type { Encoder } from './encoder.ts'
import type { IndexedEntries } from './indexed-entries.ts'
import { nearnessOf } from './nearness-profile.ts'
import type { Scratch } from './scratch.ts'
import { type Spread, spreadOf, spreadOfFew } from './spread.ts'
import { queryTermsOf, type Term } from './terms.ts'
import { type Nearness, unseen } from './vectors.ts'

/** A perfect match in meaning scores ten; words add to that by how far they make the entry stand out from the catalog. */
const semanticScale = 10
const lexicalShare = 0.4
/** Entries that the words find but the sign patterns passed over are compared after all, up to this many. */
const mostRevisited = 32
const leastRevisitedCoverage = 0.25
/** In a large catalog, the spread of the word scores is estimated from about this many entries. */
const sampleSize = 8000

/** How every entry answers to one text, by slot. */
export type TextScores = {
  query: Int8Array
  scoreOf: (slot: number) => number
  lexical: Float32Array
  /** Similarity in meaning, minus what is usual for the entry. */
  semantic: Float32Array
  cosine: Float32Array
  heads: Float32Array
  terms: Term[]
  /** The lexical score that an entry matching every word fully would get. */
  mass: number
  words: Spread
  seen: number[]
}

export function scoreText(text: string, entries: IndexedEntries, encoder: Encoder, scratch: Scratch): TextScores {
  const slots = entries.bySlot.length
  const lexical = scratch.borrow(slots, 0)
  const terms = queryTermsOf(encoder.vocabulary, text)
  const mass = entries.lexical.score(terms, lexical)
  const query = encoder.encode(text)
  const nearness: Nearness = { heads: scratch.borrow(slots, unseen), bests: scratch.borrow(slots, unseen), seen: [] }
  const isExact = entries.vectors.scan(query, nearness)
  if (!isExact) compareMissed(query, { scores: lexical, least: leastRevisitedCoverage * mass }, nearness, entries)
  const { heads, bests: cosine, seen } = nearness
  const words = spreadOf(lexical, entries.alive(), Math.ceil(slots / sampleSize))
  const lexicalScale = lexicalShare / words.deviation
  const semantic = scratch.borrow(slots, 0)
  const usual = entries.usual()
  for (let at = 0; at < seen.length; at++) {
    const slot = seen[at]!
    cosine[slot] = nearnessOf(heads[slot]!, cosine[slot]!)
    semantic[slot] = cosine[slot]! - usual[slot]!
  }
  const scoreOf = (slot: number) => semanticScale * semantic[slot]! + lexicalScale * (lexical[slot]! - words.mean)
  return { query, scoreOf, lexical, semantic, cosine, heads, terms, mass, words, seen }
}

type WordScores = { scores: Float32Array; least: number }

function compareMissed(query: Int8Array, { scores, least }: WordScores, nearness: Nearness, { bySlot, vectors }: IndexedEntries): void {
  const missed = bestAbove(scores, least, mostRevisited).filter((slot) => nearness.heads[slot] === unseen)
  const rows = missed.flatMap((slot) => bySlot[slot]!.rows.map(({ row }) => row))
  vectors.compare(query, rows, nearness)
}

/** By how many standard deviations an entry's scores lie above the mean of the catalog. */
export function standingOut({ lexical, semantic, words, seen }: TextScores, entries: number) {
  const meaning = spreadOfFew(semantic, seen, entries)
  return {
    lexicalOf: (slot: number) => (lexical[slot]! - words.mean) / words.deviation,
    semanticOf: (slot: number) => (semantic[slot]! - meaning.mean) / meaning.deviation,
  }
}

/** An entry's best score for any one part of the task; a part with few telling words counts for less. */
export function bestPartScore(parts: readonly TextScores[]): (slot: number) => number {
  const heaviest = Math.max(...parts.map(({ mass }) => mass), 1e-9)
  const handicaps = parts.map(({ mass }) => Math.log(Math.max(mass, 1e-3) / heaviest))
  return (slot) => {
    let best = Number.NEGATIVE_INFINITY
    for (let at = 0; at < parts.length; at++) best = Math.max(best, parts[at]!.scoreOf(slot) + handicaps[at]!)
    return best
  }
}

/** An entry's similarity to the parts of a task: the mean, and the best one, both weighted by how many telling words a part has. */
export function nearnessToParts(parts: readonly TextScores[]): (slot: number) => { partsMean: number; partsBest: number } {
  const whole = parts.reduce((sum, { mass }) => sum + mass, 0) || 1
  const heaviest = Math.max(...parts.map(({ mass }) => mass)) || 1
  return (slot) => {
    let [partsMean, partsBest] = [0, 0]
    for (const { cosine, mass } of parts) {
      const near = cosine[slot] === unseen ? 0 : cosine[slot]!
      partsMean += (near * mass) / whole
      partsBest = Math.max(partsBest, near * Math.sqrt(mass / heaviest))
    }
    return { partsMean, partsBest }
  }
}

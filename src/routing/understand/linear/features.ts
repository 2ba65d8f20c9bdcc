import { encodedLength, vectorDimensions } from '../../../retrieval/encoder.ts'
import { hashOn, hashStart } from '../../../retrieval/text-hash.ts'
import type { Reading } from '../reading.ts'
import { ideographic, type Token, tokenise } from '../words/tokens.ts'
import { findCues, readAsProduct } from './cues.ts'
import { createGathering, type Features, featureBits } from './feature-hash.ts'

/** The hashed features first, then the numbers of the text's vector. */
export const featureCount = (1 << featureBits) + vectorDimensions

// About how long each group is for a usual text, as seen by the models; they are learned with these.
const wordLength = 1.3
const characterLength = 0.8
const vectorLength = 1.5
const cueValue = 0.3
// A group of fewer features than this is not as long as the others.
const fewestOfGroup = 6
const fewestOfSentence = 8
const mostWords = 220
const mostOfSentence = 400

function wordClass(token: Token, productStarts: readonly number[]): string {
  const isNamedIn = (start: number) => start === token.start || (start > token.start && start < token.end && !ideographic.test(token.raw))
  if (productStarts.some(isNamedIn)) return '<product>'
  if (/^[\d.,:/-]+(?:am|pm|st|nd|rd|th|k|m|%)?$/.test(token.norm)) return token.norm.length > 4 ? '<long>' : '<num>'
  if (/\d/.test(token.norm)) return '<code>'
  if (token.norm.includes('@')) return '<email>'
  return token.norm
}

type Emit = (hash: number) => void

const start = (kind: string) => hashOn(hashStart, kind)
const wordStart = start('w:')
const pairStart = start('b:')
const skipStart = start('s:')
const openingStarts = [start('f:'), start('g:'), start('h:')]
const ideographStart = start('i:')
const gramStart = start('c:')
const beginningStart = start('p:')
const cueStart = start('q:')

function wordFeatures(words: string[], english: string[], emit: Emit): void {
  for (const word of english) emit(hashOn(wordStart, word))
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    emit(hashOn(wordStart, word))
    if (i > 0) emit(hashOn(hashOn(pairStart, words[i - 1]!), word))
    if (i > 1) emit(hashOn(hashOn(skipStart, words[i - 2]!), word))
  }
  openingStarts.forEach((seed, n) => {
    emit(words.slice(0, n + 1).reduce((hash, word) => hashOn(hash, word), seed))
  })
}

function characterFeatures(words: string[], emit: Emit): void {
  for (const word of words) {
    if (word.startsWith('<')) continue
    if (ideographic.test(word)) {
      for (let i = 0; i < word.length; i++)
        for (let size = 1; size <= 3; size++) emit(hashOn(ideographStart, word, i, Math.min(i + size, word.length)))
      continue
    }
    if (word.length < 4) continue
    const padded = `^${word}$`
    for (let i = 0; i + 4 <= padded.length; i++) emit(hashOn(gramStart, padded, i, i + 4))
    emit(hashOn(beginningStart, word, 0, Math.min(5, word.length)))
  }
}

function cueFeatures(cues: string[], emit: Emit): void {
  for (const cue of cues) emit(hashOn(cueStart, cue))
}

type Group = { features: (emit: Emit) => void; value: (count: number) => number }

/** Hashed word and character n-grams, each group scaled to about unit length, together with the hand-made cues and the meaning of the whole. */
export function extractFeatures({ text, tokens, products, vector, english }: Reading): Features {
  const starts = products.filter((product) => product.certainty >= readAsProduct).map((product) => product.start)
  const words = tokens.slice(0, mostWords).map((token) => wordClass(token, starts))
  const scaledTo = (length: number) => (count: number) => length / Math.sqrt(Math.max(fewestOfGroup, count))
  const groups: Group[] = [
    { features: (emit) => wordFeatures(words, english, emit), value: scaledTo(wordLength) },
    { features: (emit) => characterFeatures(words, emit), value: scaledTo(characterLength) },
    { features: (emit) => cueFeatures(findCues(text, tokens, products), emit), value: () => cueValue },
  ]
  const indices: number[] = []
  const values: number[] = []
  for (const group of groups) {
    const gathered = createGathering()
    group.features(gathered.add)
    const value = group.value(gathered.indices.length)
    for (const index of gathered.indices) {
      indices.push(index)
      values.push(value)
    }
  }
  vector.forEach((number, at) => {
    indices.push((1 << featureBits) + at)
    values.push((number / encodedLength) * vectorLength)
  })
  return { indices: new Int32Array(indices), values: new Float32Array(values) }
}

/** A sentence by its words alone, for telling orders to the router from the task. */
export function sentenceFeatures(sentence: string): Features {
  const words = tokenise(sentence.slice(0, mostOfSentence)).map((token) => token.norm)
  const { indices, add } = createGathering()
  wordFeatures(words, [], add)
  characterFeatures(words, add)
  const value = 1 / Math.sqrt(Math.max(fewestOfSentence, indices.length))
  return { indices: new Int32Array(indices), values: new Float32Array(indices.length).fill(value) }
}

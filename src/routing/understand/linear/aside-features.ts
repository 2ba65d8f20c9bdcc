import { type Features, hashFeature } from './feature-hash.ts'
import { sentenceFeatures } from './features.ts'

const featureBits = 13
export const asideFeatureCount = 1 << featureBits
const shapeValue = 0.35
const mostCounted = 6
const lengths = [4, 9, 16, 26]

/** A sentence by its words, its shape and where in the text it stands. */
export function asideFeatures(sentences: readonly string[], at: number): Features {
  const sentence = sentences[at]!.trim()
  const words = sentenceFeatures(sentence)
  const shape = shapeOf(sentence, at, sentences.length).map((name) => hashFeature(`z:${name}`))
  const mask = asideFeatureCount - 1
  return {
    indices: Int32Array.from([...words.indices, ...shape], (index) => index & mask),
    values: Float32Array.from([...words.values, ...shape.map(() => shapeValue)]),
  }
}

function shapeOf(sentence: string, at: number, all: number): string[] {
  const words = sentence.split(/\s+/).length
  return [
    at === 0 ? 'first' : at === all - 1 ? 'last' : 'between',
    `of ${Math.min(mostCounted, all)}`,
    `before the end ${Math.min(3, all - 1 - at)}`,
    `length ${lengths.filter((length) => words >= length).length}`,
    ...(/\?\s*$/.test(sentence) ? ['question'] : []),
    ...(/\d/.test(sentence) ? ['figure'] : []),
    ...(/["“«`]/.test(sentence) ? ['quotation'] : []),
    ...(/^\p{Ll}/u.test(sentence) ? ['small'] : []),
  ]
}

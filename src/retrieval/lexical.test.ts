import { expect, test } from 'vitest'
import { createLexicalIndex, type FieldTerms, meanLengthsOf } from './lexical.ts'

const nothing: FieldTerms = { name: [], aliases: [], capabilities: [], toolNames: [], description: [], toolDescriptions: [], examples: [] }
/** An entry with `count` examples of eight terms, of which `holding` contain the word. */
const withExamples = (count: number, holding: number): FieldTerms => ({
  ...nothing,
  examples: Array.from({ length: count }, (_, at) => [
    at < holding ? 'harbour' : `other${at}`,
    ...Array.from({ length: 7 }, (_, i) => `w${at}${i}`),
  ]).flat(),
})

function scoresOf(entries: FieldTerms[]): number[] {
  const index = createLexicalIndex(meanLengthsOf(entries))
  for (const [slot, fields] of [...entries, nothing, nothing, nothing].entries()) index.add(slot, fields)
  const scores = new Float32Array(entries.length + 3)
  index.score([{ term: 'harbour', weight: 1 }], scores)
  return [...scores.slice(0, entries.length)]
}

test('among entries of many examples, a word counts by the share of them that hold it', () => {
  const [most = 0, few = 0] = scoresOf([withExamples(100, 90), withExamples(100, 15)])
  expect(few).toBeLessThan(0.8 * most)
})

test('among entries of few examples, each that holds the word counts', () => {
  const [three = 0, one = 0] = scoresOf([withExamples(8, 3), withExamples(8, 1)])
  expect(one).toBeGreaterThan(0.3 * three)
  expect(one).toBeLessThan(three)
})

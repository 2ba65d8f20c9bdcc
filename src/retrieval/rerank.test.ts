import { expect, test } from 'vitest'
import { type Candidate, createRescorer } from './rerank.ts'

const nothing = {
  name: 0,
  description: 0,
  toolNames: 0,
  toolDescriptions: 0,
  any: 0,
  head: 0,
  tool: 0,
  phrases: 0,
  ofName: 0,
  ofHead: 0,
  ofToolName: 0,
}
const candidate = (change: Partial<Candidate>): Candidate => ({
  score: 5,
  lexical: 2,
  semantic: 2,
  head: 0.3,
  best: 0.35,
  partsMean: 0.32,
  partsBest: 0.32,
  tools: 3,
  cover: nothing,
  ...change,
})
const rescore = createRescorer(2)
const asked = { parts: 0, words: 5, entries: 800 }

test('what fits better in every respect comes first, and the top keeps its score', () => {
  const fitting = { ...nothing, any: 0.8, head: 0.6, description: 0.6, tool: 0.5, toolDescriptions: 0.5, phrases: 0.3 }
  const better = candidate({ score: 9, lexical: 6, semantic: 5, head: 0.6, best: 0.65, partsMean: 0.62, partsBest: 0.62, cover: fitting })
  const [worse, best] = rescore([candidate({}), better], asked)
  expect(best).toBe(9)
  expect(worse).toBeLessThan(9)
})

test('equal candidates stay equal, and an empty list is no list', () => {
  const [first, second] = rescore([candidate({}), candidate({})], asked)
  expect(first).toBe(second)
  expect(rescore([], asked)).toEqual([])
})

import { expect, test } from 'vitest'
import { createVocabulary } from '../../src/retrieval/vocabulary.ts'
import { fitScale, formOf } from './form-features.ts'

const vocabulary = createVocabulary(['what', 'is', 'red', 'blue', 'heavy'])
const form = (text: string) => formOf(text, vocabulary)

// The order of the features is that of the groups in formOf; these are the first of each group that has a test.
const rarityAt = 23
const optionsAt = 28
const sentencesAt = 35
const namesAt = 38
const questionAt = 49

test('every text gives as many numbers, all of them finite', () => {
  for (const text of ['', '\n', 'What is red?', `${'9'.repeat(40)} A. x`, 'A. red\nB. blue']) {
    expect(form(text)).toHaveLength(61)
    expect(form(text).every(Number.isFinite)).toBe(true)
  }
})

test('a word that is further back in the vocabulary is rarer, and an unknown one rarest', () => {
  const [common, rare, unknown] = ['what', 'heavy', 'syzygy'].map((word) => form(word).slice(rarityAt, rarityAt + 4))
  expect(common).toEqual([Math.log(20), 0, Math.log(20), 0])
  expect(rare![0]).toBeCloseTo(Math.log(24))
  expect(unknown![0]).toBeCloseTo(Math.log(25))
  expect(unknown![3]).toBe(1)
})

test('options are told from the stem', () => {
  const [stemLength, options, numeric, words] = form('What is red?\nA. 12 apples\n(B) none').slice(optionsAt)
  expect(stemLength).toBeCloseTo(Math.log1p('What is red?'.length))
  expect(options).toBeCloseTo(Math.log1p(2))
  expect(numeric).toBe(0.5)
  expect(words).toBeCloseTo(Math.log1p(1.5))
})

test('sentences are measured: the last, the longest and the mean', () => {
  expect(form('It is red. Is it a very heavy one? Yes.').slice(sentencesAt, sentencesAt + 3)).toEqual([1, 6, 10 / 3].map(Math.log1p))
})

test('names are capitals within a sentence, and the same one counts once among the different ones', () => {
  expect(form('Then Ann met Bob, and Ann left.').slice(namesAt, namesAt + 2)).toEqual([3, 2].map(Math.log1p))
})

test('the kind of question is read off the first word and the last sentence', () => {
  const question = form('Suppose it is red. How heavy is it?').slice(questionAt)
  expect(question).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test('scaling centres each feature, evens its spread and draws in what lies far out', () => {
  const scale = fitScale([
    [0, 5],
    [2, 5],
  ])
  expect(scale([2, 5])[0]).toBeCloseTo(1, 5)
  expect([...scale([100, 5])]).toEqual([3, 0])
})

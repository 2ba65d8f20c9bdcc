import { expect, test } from 'vitest'
import { learnModels } from './model-learner.ts'
import { takeEvenly } from './models.ts'

const easy = ['the colour of the sky', 'the capital of a country', 'the name of a river', 'the sound of a bird']
const hard = ['the integral of 3x^2 + 2', 'the proof that 17 divides 4913', 'the sum of 128 and 5729', 'the root of x^2 - 49 = 0']
const prompts = Array.from({ length: 40 }, (_, at) => ({
  prompt: `Question ${at}: what is ${at % 2 ? hard[at % 4] : easy[at % 4]}?`,
  targets: [at % 2, 1],
}))

test('ranks unseen hard prompts above easy ones and keeps a constant target constant', () => {
  const { predict } = learnModels(prompts)
  const [hardNeed, hardOther] = predict('What is the integral of 7x^2 + 9?')
  const [easyNeed, easyOther] = predict('What is the name of a bird?')
  expect(hardNeed!).toBeGreaterThan(easyNeed! + 0.1)
  expect(hardOther).toBeCloseTo(1)
  expect(easyOther).toBeCloseTo(1)
})

test('gives the same answer twice', () => {
  const text = 'What is the sum of 1 and 2?'
  expect(learnModels(prompts).predict(text)).toEqual(learnModels(prompts).predict(text))
})

test('labels are spread over the whole of a sorted file', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => at)
  const taken = takeEvenly(rows, 10)
  expect(taken).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  expect(takeEvenly(rows.slice(0, 5), 10)).toEqual([0, 1, 2, 3, 4])
})

import { expect, test } from 'vitest'
import { takeEvenly } from '../models.ts'
import { learnNeed, learnScores } from './model-learner.ts'

const easy = ['the colour of the sky', 'the capital of a country', 'the name of a river', 'the sound of a bird']
const hard = ['the integral of 3x^2 + 2', 'the proof that 17 divides 4913', 'the sum of 128 and 5729', 'the root of x^2 - 49 = 0']
const prompts = Array.from({ length: 40 }, (_, at) => `Question ${at}: what is ${at % 2 ? hard[at % 4] : easy[at % 4]}?`)
const [newHard, newEasy] = ['What is the integral of 7x^2 + 9?', 'What is the name of a bird?']

test('scores unseen hard prompts above easy ones and keeps a constant score constant', () => {
  const { predict } = learnScores(prompts.map((prompt, at) => ({ prompt, scores: [at % 2, 1] })))
  const [hardScore, hardOther] = predict(newHard!)
  const [easyScore, easyOther] = predict(newEasy!)
  expect(hardScore!).toBeGreaterThan(easyScore! + 0.1)
  expect(hardOther).toBeCloseTo(1)
  expect(easyOther).toBeCloseTo(1)
})

test('the strong model is needed where the weak one fails', () => {
  const { predict } = learnNeed(prompts.map((prompt, at) => ({ prompt, strong: 1, weak: 1 - (at % 2) })))
  expect(predict(newHard!)).toBeGreaterThan(predict(newEasy!) + 0.1)
})

test('where neither leads anywhere, the strong model is needed more the likelier it succeeds where the weak one fails', () => {
  const equalHalves = learnNeed(prompts.map((prompt) => ({ prompt, strong: 0.5, weak: 0.5 })))
  expect(equalHalves.predict(newHard!)).toBeCloseTo(0.2 * 0.5 * 0.5)
  const bothSucceed = learnNeed(prompts.map((prompt) => ({ prompt, strong: 1, weak: 1 })))
  expect(bothSucceed.predict(newHard!)).toBeCloseTo(0)
})

test('gives the same answer twice', () => {
  const rows = prompts.map((prompt, at) => ({ prompt, strong: 1, weak: 1 - (at % 2) }))
  expect(learnNeed(rows).predict(newHard!)).toBe(learnNeed(rows).predict(newHard!))
})

test('labels are spread over the whole of a sorted file', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => at)
  const taken = takeEvenly(rows, 10)
  expect(taken).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  expect(takeEvenly(rows.slice(0, 5), 10)).toEqual([0, 1, 2, 3, 4])
})

import { expect, test } from 'vitest'
import { robustMean, weightedMedian } from './robust.ts'

test('a median goes by weight, and a robust mean leaves out what lies far off', () => {
  expect(
    weightedMedian([
      { value: 1, weight: 1 },
      { value: 2, weight: 5 },
      { value: 9, weight: 1 },
    ]),
  ).toBe(2)
  const { mean, weight } = robustMean([...Array(9).fill({ value: 5, weight: 1, reports: 5 }), { value: 1000, weight: 1, reports: 5 }], 1)
  expect(mean).toBe(5)
  expect(weight).toBe(9)
})

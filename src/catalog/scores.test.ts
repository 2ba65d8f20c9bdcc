import { expect, test } from 'vitest'
import { overallScore, scoresFrom, valueScore } from './scores.ts'

test('the value score has the weights of the contract', () => {
  expect(valueScore({ output_quality: 10, reliability: 0, efficiency: 0, cost: 0, trust: 0 })).toBe(3.5)
  expect(valueScore({ output_quality: 0, reliability: 10, efficiency: 0, cost: 0, trust: 0 })).toBe(2.5)
  expect(valueScore({ output_quality: 0, reliability: 0, efficiency: 10, cost: 10, trust: 10 })).toBe(4)
  expect(valueScore({ output_quality: 8, reliability: 6, efficiency: 4, cost: 2, trust: 10 })).toBe(6.2)
})

test('the overall score leaves the price out', () => {
  const dear = { output_quality: 8, reliability: 8, efficiency: 8, cost: 0, trust: 8 }
  expect(overallScore(dear)).toBe(8)
  expect(overallScore({ ...dear, cost: 10 })).toBe(8)
})

test('evidence ends the prior', () => {
  const parts = { output_quality: 5, reliability: 5, efficiency: 5, cost: 5, trust: 5 }
  expect(scoresFrom(parts, 0)).toMatchObject({ evidence_count: 0, is_prior: true })
  expect(scoresFrom(parts, 3)).toMatchObject({ evidence_count: 3, is_prior: false })
})

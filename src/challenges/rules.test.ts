import fc from 'fast-check'
import { expect, test } from 'vitest'
import { challenges, efficiencyOf, medalOf, overallOf } from './rules.ts'
import { categories, difficulties } from './schema.ts'

const par = { tools: 2, steps: 10, minutes: 5, usd: 0.5 }
const measures = (factor: number) => ({ steps_taken: 10 * factor, total_latency_ms: 300_000 * factor, total_cost_usd: 0.5 * factor })

test.each([
  [0, 10],
  [0.5, 10],
  [1, 10],
  [2, 5],
  [4, 2.5],
  [100, 0.1],
])('%d times par scores %d', (factor, efficiency) => {
  expect(efficiencyOf(measures(factor), par)).toBe(efficiency)
})

test('each measure counts one third, and a missing one as twice par', () => {
  expect(efficiencyOf({ ...measures(1), steps_taken: 20 }, par)).toBe(8.33)
  expect(efficiencyOf({ ...measures(1), total_latency_ms: 600_000 }, par)).toBe(8.33)
  expect(efficiencyOf({ ...measures(1), total_cost_usd: 1 }, par)).toBe(8.33)
  expect(efficiencyOf({}, par)).toBe(5)
})

test('doing better never scores lower, and the score stays within 0 and 10', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true }), (a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((factor) => efficiencyOf(measures(factor), par)) as [number, number]
      expect(less).toBeGreaterThanOrEqual(more)
      expect(more).toBeGreaterThanOrEqual(0)
      expect(less).toBeLessThanOrEqual(10)
    }),
  )
})

test.each([
  [{ completeness: 10, quality: 0, efficiency: 0 }, 3.5],
  [{ completeness: 0, quality: 10, efficiency: 0 }, 3.5],
  [{ completeness: 0, quality: 0, efficiency: 10 }, 3],
  [{ completeness: 8.5, quality: 8.5, efficiency: 8.5 }, 8.5],
  [{ completeness: 9, quality: 8, efficiency: 10 }, 8.95],
])('%o weighs to %d', (scores, overall) => {
  expect(overallOf(scores)).toBe(overall)
})

test.each([
  [10, 'gold'],
  [8.5, 'gold'],
  [8.4999, 'silver'],
  [7, 'silver'],
  [6.9999, 'bronze'],
  [5.5, 'bronze'],
  [5.4999, null],
  [0, null],
])('%d is %s', (overall, tier) => {
  expect(medalOf(overall)).toBe(tier)
})

test('every category has a challenge of every difficulty, with its own slug', () => {
  expect(challenges.length).toBeGreaterThanOrEqual(44)
  expect(new Set(challenges.map(({ slug }) => slug)).size).toBe(challenges.length)
  for (const category of categories) {
    const found = new Set(challenges.filter((challenge) => challenge.category === category).map(({ difficulty }) => difficulty))
    expect([category, [...difficulties].filter((difficulty) => !found.has(difficulty))]).toEqual([category, []])
  }
  expect(challenges.filter(({ par: { tools }, expected_tools }) => tools !== expected_tools)).toEqual([])
})

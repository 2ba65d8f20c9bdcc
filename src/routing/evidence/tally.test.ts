import { expect, test } from 'vitest'
import { tallyOf } from './tally.ts'

const told = (measures: { latency_ms?: number; cost_usd?: number }) => {
  const { latency_weight, cost_weight } = tallyOf({
    success: 1,
    quality: null,
    latency_ms: null,
    cost_usd: null,
    reported_at: '2026-11-02T09:00:00.000Z',
    ...measures,
  })
  return { latency: latency_weight > 0, cost: cost_weight > 0 }
}

test.each([
  [{}, { latency: false, cost: false }],
  [
    { latency_ms: 900, cost_usd: 0.01 },
    { latency: true, cost: true },
  ],
  [
    { latency_ms: 0.4, cost_usd: 0 },
    { latency: true, cost: true },
  ],
  [{ latency_ms: 0 }, { latency: false, cost: false }],
  [
    { latency_ms: 86_400_000, cost_usd: 100_000 },
    { latency: false, cost: false },
  ],
])('%j is evidence of %j', (measures, evidence) => {
  expect(told(measures)).toEqual(evidence)
})

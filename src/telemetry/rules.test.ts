import { expect, test } from 'vitest'
import type { NewOutcome } from './act.ts'
import { decisionBonus, repeatKeyOf, scoreModelOutcome, scoreRuns, scoreToolOutcome } from './rules.ts'

const complete = { success: 1, latency_ms: 900, cost_usd: 0.01, quality: 8 }

test.each([
  ['complete', complete, 1],
  ['bare', { success: 1, latency_ms: null, cost_usd: null, quality: null }, 0.4],
  ['implausible: no time passed', { ...complete, latency_ms: 0 }, 0.6],
  ['inconsistent: a failure of high quality', { ...complete, success: 0 }, 0.5],
])('%s scores as it should', (_, outcome, score) => {
  expect(scoreToolOutcome(outcome)).toBe(score)
})

test('a model report is complete with its token counts', () => {
  expect(scoreModelOutcome({ ...complete, input_tokens: null, output_tokens: null })).toBeLessThan(1)
  expect(scoreModelOutcome({ ...complete, input_tokens: 10, output_tokens: 5 })).toBe(1)
})

test('runs that repeat each other score less', () => {
  expect(scoreRuns([complete, complete], 2)).toBe(1)
  expect(scoreRuns([complete, complete], 1)).toBe(0.76)
})

test('a repeat is the same source saying the same on one day, or ever with one fingerprint', () => {
  const outcome: NewOutcome = {
    outcome_id: 'a',
    kind: 'tool',
    subject: 's',
    outcome: 'success',
    ...complete,
    input_tokens: null,
    output_tokens: null,
    cluster: 'c',
    source: 'report',
  }
  const key = repeatKeyOf(outcome, 'agent', '2026-11-02')
  expect(repeatKeyOf({ ...outcome, outcome_id: 'b' }, 'agent', '2026-11-02')).toBe(key)
  expect(repeatKeyOf(outcome, 'other', '2026-11-02')).not.toBe(key)
  expect(repeatKeyOf(outcome, 'agent', '2026-11-03')).not.toBe(key)
  expect(repeatKeyOf({ ...outcome, quality: 8.1 }, 'agent', '2026-11-02')).not.toBe(key)
  const named = { ...outcome, task_fingerprint: 'f' }
  expect(repeatKeyOf(named, 'agent', '2026-11-02')).toBe(repeatKeyOf(named, 'agent', '2026-11-03'))
})

test('a missing bonus comes with its reason', () => {
  expect(decisionBonus('linked')).toBe('1.5x')
  for (const link of ['unknown', 'used', 'foreign', 'expired', null] as const) expect(decisionBonus(link)).toMatch(/^none: \w/)
})

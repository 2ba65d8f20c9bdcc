import { expect, test } from 'vitest'
import { causesOf, quantileOf, trafficOf } from './overview-rules.ts'

const infinity = Number.POSITIVE_INFINITY

test('a quantile lies inside the bucket that reaches it', () => {
  const buckets = [
    { le: 0.01, count: 10 },
    { le: 0.1, count: 20 },
    { le: infinity, count: 20 },
  ]
  expect(quantileOf(buckets, 0.25)).toBeCloseTo(0.005)
  expect(quantileOf(buckets, 0.75)).toBeCloseTo(0.055)
})

test('beyond the last finite bucket its edge is the answer; without requests there is no answer', () => {
  const slow = [
    { le: 1, count: 1 },
    { le: infinity, count: 10 },
  ]
  expect(quantileOf(slow, 0.95)).toBe(1)
  expect(quantileOf([], 0.5)).toBeNull()
  expect(quantileOf([{ le: 1, count: 0 }], 0.5)).toBeNull()
})

test('traffic adds up the faces of an operation, and counts what did not end well', () => {
  const requests = [
    { labels: { operation: 'route', face: 'http', status: 'ok' }, value: 5 },
    { labels: { operation: 'route', face: 'mcp', status: 'invalid_input' }, value: 2 },
    { labels: { operation: 'report', face: 'http', status: 'ok' }, value: 9 },
  ]
  const bucket = (operation: string, le: string | number, value: number) => ({
    labels: { operation, le },
    value,
    metricName: 'time_bucket',
  })
  const durations = [
    bucket('route', 0.01, 7),
    bucket('route', '+Inf', 7),
    { labels: { operation: 'route' }, value: 3, metricName: 'time_sum' },
  ]
  expect(trafficOf(requests, durations)).toEqual([
    { operation: 'report', requests: 9, failures: 0, p50_ms: null, p95_ms: null },
    { operation: 'route', requests: 7, failures: 2, p50_ms: 5, p95_ms: 9.5 },
  ])
})

test('a movement names what was reported, or says that older reports lost weight', () => {
  const still = {
    slug: 'exa-mcp-server',
    score_before: 7,
    score_after: 6.9,
    success_before: 0.9,
    success_after: 0.9,
    latency_before: null,
    latency_after: 800,
    reports_before: 4,
    reports_after: 4,
  }
  expect(causesOf(still)).toEqual(['older reports lost weight'])
  expect(causesOf({ ...still, reports_after: 5, success_after: 0.6, latency_before: 400 })).toEqual([
    '1 new report',
    'success from 90% to 60%',
    'latency from 400 to 800 ms',
  ])
})

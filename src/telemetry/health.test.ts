import { expect, test } from 'vitest'
import { judgeHealth } from './health.ts'

const codes = (activity: Partial<Parameters<typeof judgeHealth>[0]>) => {
  const { status, checks } = judgeHealth({ decisions: 1, submissions: 100, linked: 0, successes: 50, distinct_qualities: 10, ...activity })
  return [status, ...checks.map(({ code }) => code)]
}

test.each([
  [{}, ['ok']],
  [{ decisions: 0 }, ['advisory', 'NO_ROUTING_CALLS']],
  [{ decisions: 0, linked: 1 }, ['ok']],
  [{ submissions: 0, successes: 0, distinct_qualities: 0 }, ['advisory', 'NO_TELEMETRY_FEEDBACK']],
  [{ decisions: 0, submissions: 0, successes: 0, distinct_qualities: 0 }, ['ok']],
  [{ successes: 98 }, ['ok']],
  [{ successes: 99 }, ['warning', 'UNREALISTIC_SUCCESS_RATE']],
  [{ submissions: 19, successes: 19 }, ['ok']],
  [{ submissions: 20, successes: 20 }, ['warning', 'UNREALISTIC_SUCCESS_RATE']],
  [{ distinct_qualities: 5 }, ['warning', 'LOW_QUALITY_VARIANCE']],
  [{ distinct_qualities: 6 }, ['ok']],
  [{ distinct_qualities: 0 }, ['warning', 'LOW_QUALITY_VARIANCE']],
  [{ submissions: 19, successes: 5, distinct_qualities: 0 }, ['ok']],
  [{ submissions: 19, successes: 5, distinct_qualities: 1 }, ['ok']],
  [{ decisions: 0, distinct_qualities: 2 }, ['warning', 'NO_ROUTING_CALLS', 'LOW_QUALITY_VARIANCE']],
])('%j is %j', (activity, expected) => {
  expect(codes(activity)).toEqual(expected)
})

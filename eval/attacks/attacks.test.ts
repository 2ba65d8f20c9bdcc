import { expect, test } from 'vitest'
import { allAttacks } from './run.ts'

test.each(allAttacks(true).map((finding) => [finding.attack, finding] as const))('%s stays within its bound', (_, { measured, bound }) => {
  expect(measured).toBeLessThanOrEqual(bound)
})

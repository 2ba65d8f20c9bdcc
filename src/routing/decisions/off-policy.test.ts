import { expect, test } from 'vitest'
import { alwaysMostUsed, bestPerCluster, type Logged, rewardModel, worthOf } from './off-policy.ts'

const truth: Record<string, Record<string, number>> = { code: { a: 0.9, b: 0.4 }, chat: { a: 0.3, b: 0.8 } }

/** A log of a policy that takes each action with a known probability; the numbers come from a fixed sequence. */
function logged(count: number, chanceOfA: number, seed = 1): Logged[] {
  let state = seed
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, (_, i) => {
    const cluster = i % 2 === 0 ? 'code' : 'chat'
    const isA = next() < chanceOfA
    const action = isA ? 'a' : 'b'
    return { cluster, action, propensity: isA ? chanceOfA : 1 - chanceOfA, reward: next() < truth[cluster]![action]! ? 1 : 0 }
  })
}

test.each([0.5, 0.8, 0.1])('both estimates find the true value of another policy, logged with a chance of %d', (chance) => {
  const log = logged(6000, chance)
  const expected = rewardModel(logged(500, chance, 7))
  const best = worthOf((cluster) => (cluster === 'code' ? 'a' : 'b'), log, expected)
  expect(best.ips).toBeCloseTo(0.85, 1)
  expect(best.doubly_robust).toBeCloseTo(0.85, 1)
  expect(Math.abs(best.doubly_robust - 0.85)).toBeLessThan(4 * best.error + 0.01)
})

test('a model of the rewards that is wrong is corrected, and one that is right makes the estimate steadier', () => {
  const log = logged(4000, 0.5)
  const policy = (cluster: string) => (cluster === 'code' ? 'a' : 'b')
  const wrong = worthOf(policy, log, () => 0)
  const right = worthOf(policy, log, (cluster, action) => truth[cluster]![action]!)
  expect(wrong.doubly_robust).toBeCloseTo(0.85, 1)
  expect(right.error).toBeLessThan(wrong.error)
})

test('the best of each cluster is learned from the log and beats the most used', () => {
  const log = logged(2000, 0.7)
  const held = logged(2000, 0.7, 99)
  const expected = rewardModel(log)
  const best = bestPerCluster(log)
  expect([best('code'), best('chat'), best('other')]).toEqual(['a', 'b', null])
  expect(alwaysMostUsed(log)('chat')).toBe('a')
  expect(worthOf(best, held, expected).doubly_robust).toBeGreaterThan(worthOf(alwaysMostUsed(log), held, expected).doubly_robust + 0.1)
})

test('a policy without an opinion is worth what was logged', () => {
  const log = logged(500, 0.6)
  const mean = log.reduce((sum, { reward }) => sum + reward, 0) / log.length
  const same = worthOf(() => null, log, rewardModel(log))
  expect(same.ips).toBeCloseTo(mean, 9)
  expect(same.doubly_robust).toBeCloseTo(mean, 9)
  expect(same.coverage).toBe(1)
})

test('a policy that never agrees with the log has no score by propensity', () => {
  expect(
    worthOf(
      () => 'c',
      logged(50, 0.5),
      () => 0.5,
    ),
  ).toMatchObject({ ips: null, coverage: 0 })
})

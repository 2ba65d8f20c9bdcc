import { expect, test } from 'vitest'
import { isShadow, nextTier, overwrite, profileOf, tierOf } from './rules.ts'

test.each([
  [0, 'unverified'],
  [24.9, 'unverified'],
  [25, 'baseline'],
  [49.9, 'baseline'],
  [50, 'trusted'],
  [74.9, 'trusted'],
  [75, 'production'],
  [100, 'production'],
])('a trust score of %d is %s', (score, tier) => {
  expect(tierOf(score)).toBe(tier)
  expect(isShadow(score)).toBe(score < 25)
})

test('the next tier is the nearest one above', () => {
  expect(nextTier(10)).toEqual({ tier: 'baseline', from: 25 })
  expect(nextTier(25)).toEqual({ tier: 'trusted', from: 50 })
  expect(nextTier(50)).toEqual({ tier: 'production', from: 75 })
  expect(nextTier(75)).toBeUndefined()
})

test('regulation decides the profile before everything else', () => {
  expect(profileOf({})).toBe('standard')
  expect(profileOf({ allow_china: true })).toBe('unregulated')
  expect(profileOf({ allow_china: true, regulated_industries: ['finance'] })).toBe('regulated')
  expect(profileOf({ allow_china: false, regulated_industries: [] })).toBe('standard')
})

test('overwriting keeps what is absent and takes empty lists seriously', () => {
  const start: { a: number; b?: string[] } = { a: 1, b: ['x'] }
  expect(overwrite(start, { b: [] })).toEqual({ a: 1, b: [] })
  expect(overwrite(start, { a: undefined })).toEqual(start)
})

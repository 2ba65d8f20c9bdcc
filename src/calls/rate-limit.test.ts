import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limit.ts'

test('a source may spend its whole minute in a burst, then recovers its share over time', () => {
  const limiter = new RateLimiter(60)
  const results = Array.from({ length: 61 }, () => limiter.take('a', 0).allowed)
  expect(results.filter(Boolean)).toHaveLength(60)
  expect(limiter.take('a', 0)).toMatchObject({ allowed: false, limit: 60, remaining: 0, reset_seconds: 1 })
  expect(limiter.take('b', 0).allowed).toBe(true)
  expect(limiter.take('a', 1000).allowed).toBe(true)
  expect(limiter.take('a', 1000).allowed).toBe(false)
})

test('zero means no limit, and a factor widens it', () => {
  const off = new RateLimiter(0)
  expect(Array.from({ length: 1000 }, () => off.take('a', 0).allowed).every(Boolean)).toBe(true)
  const limiter = new RateLimiter(10)
  expect(Array.from({ length: 50 }, () => limiter.take('v', 0, { factor: 5 }).allowed).every(Boolean)).toBe(true)
  expect(limiter.take('v', 0, { factor: 5 }).allowed).toBe(false)
})

test('a clock that jumps back gives no extra allowance', () => {
  const limiter = new RateLimiter(1)
  expect(limiter.take('a', 1_000_000).allowed).toBe(true)
  expect(limiter.take('a', 0).allowed).toBe(false)
})

test('several are taken together or not at all', () => {
  const limiter = new RateLimiter(60)
  expect(limiter.take('a', 0, { count: 50 })).toMatchObject({ allowed: true, remaining: 10 })
  expect(limiter.take('a', 0, { count: 20 })).toMatchObject({ allowed: false, remaining: 10, reset_seconds: 10 })
  expect(limiter.take('a', 0, { count: 10 }).allowed).toBe(true)
  expect(limiter.take('b', 0, { count: 61 }).allowed).toBe(false)
})

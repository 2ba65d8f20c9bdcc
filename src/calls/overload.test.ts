import { afterEach, expect, test } from 'vitest'
import { createOverload, type Overload } from './overload.ts'

let overload: Overload
afterEach(() => overload.close())

test('anonymous callers are refused first, verified agents last', () => {
  let now = 0
  overload = createOverload({ lagMs: 100, inFlight: 1000 }, () => now)
  for (const standing of ['anonymous', 'agent', 'verified'] as const) expect(() => overload.admit(standing)).not.toThrow()
  now = 150
  expect(() => overload.admit('anonymous')).toThrow(/Try again/)
  expect(() => overload.admit('agent')).not.toThrow()
  now = 300
  expect(() => overload.admit('agent')).toThrow(/Try again/)
  expect(() => overload.admit('verified')).not.toThrow()
  now = 500
  expect(() => overload.admit('verified')).toThrow(/Try again/)
})

test('too many requests under way are refused, and admitted again when they end', () => {
  overload = createOverload({ lagMs: 100, inFlight: 2 }, () => 0)
  for (let i = 0; i < 3; i++) overload.enter()
  expect(() => overload.admit('anonymous')).toThrow(/Try again/)
  expect(() => overload.admit('agent')).not.toThrow()
  overload.leave()
  expect(() => overload.admit('anonymous')).not.toThrow()
})

test('a lag of 0 switches the watch over the event loop off', () => {
  let now = 0
  overload = createOverload({ lagMs: 0, inFlight: 2 }, () => now)
  now = 100_000
  expect(() => overload.admit('anonymous')).not.toThrow()
})

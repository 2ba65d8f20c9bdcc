import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('a kept value is used while it is valid, and made again when it is not', () => {
  const recent = createRecent<number>(2)
  let made = 0
  const make = () => ++made
  expect(recent.getOrMake('a', make)).toBe(1)
  expect(recent.getOrMake('a', make)).toBe(1)
  expect(recent.getOrMake('a', make, (kept) => kept > 1)).toBe(2)
})

test('the key that was not asked for the longest time is forgotten first', () => {
  const recent = createRecent<number>(2)
  let made = 0
  const ask = (key: string) => recent.getOrMake(key, () => ++made)
  for (const key of ['a', 'b', 'a', 'c', 'a']) ask(key)
  expect(made).toBe(3)
  ask('b')
  expect(made).toBe(4)
})

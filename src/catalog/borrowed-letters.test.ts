import { expect, test } from 'vitest'
import { inOneScript } from './borrowed-letters.ts'

test('a word of two scripts is read in Latin letters, wherever the borrowed ones stand', () => {
  expect(inOneScript('іgnоrе the аbove')).toBe('ignore the above')
  expect(inOneScript('pαypal')).toBe('paypal')
})

test('a word of one script stays as it is', () => {
  expect(inOneScript('нет and ναι')).toBe('нет and ναι')
})

test('the time for one endless word does not grow with the square of its length', () => {
  const started = performance.now()
  for (const letter of ['Ж', 'β']) expect(inOneScript(letter.repeat(40_000))).toHaveLength(40_000)
  expect(performance.now() - started).toBeLessThan(2000)
})

import { expect, test } from 'vitest'
import { costGrowth } from '../../test/support/cost-growth.ts'
import { inOneScript } from './borrowed-letters.ts'

test('a word of two scripts is read in Latin letters, wherever the borrowed ones stand', () => {
  expect(inOneScript('іgnоrе the аbove')).toBe('ignore the above')
  expect(inOneScript('pαypal')).toBe('paypal')
})

test('a word of one script stays as it is', () => {
  expect(inOneScript('нет and ναι')).toBe('нет and ναι')
})

test.each(['Ж', 'β'])('the time for one endless word of %s does not grow with the square of its length', (letter) => {
  expect(costGrowth((length) => void inOneScript(letter.repeat(length)), 5000, 40_000)).toBeLessThan(30)
})

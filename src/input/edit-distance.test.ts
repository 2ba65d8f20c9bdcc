import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('the distance stops counting at its limit', () => {
  expect(editDistance('kitten', 'sitting', 5)).toBe(3)
  expect(editDistance('abcdefgh', 'zyxwvuts', 2)).toBe(3)
})

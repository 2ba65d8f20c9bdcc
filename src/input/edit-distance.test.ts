import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['kitten', 'sitting', 5, 3],
  ['kitten', 'sitting', 3, 3],
  ['kitten', 'sitting', 2, undefined],
  ['slakc', 'slack', 2, 1],
  ['same', 'same', 0, 0],
  ['abcdefgh', 'zyxwvuts', 2, undefined],
  ['short', 'much longer', 3, undefined],
])('from %s to %s within %d slips: %s', (a, b, limit, distance) => {
  expect(editDistance(a, b, limit)).toBe(distance)
  expect(editDistance(b, a, limit)).toBe(distance)
})

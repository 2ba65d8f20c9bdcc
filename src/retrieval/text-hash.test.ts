import { expect, test } from 'vitest'
import { hashOn, hashStart } from './text-hash.ts'

// Weights, stored wordings and the dictionary were made with these numbers.
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the hash of %j is that of FNV-1a', (text, hash) => {
  expect(hashOn(hashStart, text) >>> 0).toBe(hash)
  expect(hashOn(hashOn(hashStart, text.slice(0, 3)), `-${text}`, 4) >>> 0).toBe(hash)
})

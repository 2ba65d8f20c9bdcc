import { expect, test } from 'vitest'
import { prefers } from './accept.ts'

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['image/svg+xml, application/json', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8', false],
  ['image/svg+xml;q=0.2, */*;q=0.5', false],
  ['image/*;q=nonsense', false],
  ['image/*', true],
  ['IMAGE/SVG+XML', true],
  ['image/svg+xml, application/json;q=0.9', true],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', true],
  ['image/webp,image/avif,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', true],
])('Accept: %s prefers an image: %s', (accept, expected) => {
  expect(prefers(accept, 'image/svg+xml', 'application/json')).toBe(expected)
})

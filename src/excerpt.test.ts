import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test.each([
  ['abc', 5, 'abc'],
  ['abcdef', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['a\ud83db', 3, 'a\ufffdb'],
])('%j cut to %i is %j', (text, most, shown) => expect(excerpt(text, most)).toBe(shown))

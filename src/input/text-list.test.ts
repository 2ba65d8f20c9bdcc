import { expect, test } from 'vitest'
import { entriesIn } from './text-list.ts'

test.each<[string, unknown[]]>([
  ['one', ['one']],
  ['one, two,three ', ['one', 'two', 'three']],
  ['["one", "two"]', ['one', 'two']],
  [' [] ', []],
  ['["one", 2]', ['one', 2]],
  ['[one, two]', ['[one', 'two]']],
  ['', ['']],
])('%j', (text, entries) => {
  expect(entriesIn(text)).toEqual(entries)
})

import { expect, test } from 'vitest'
import { yamlOf } from './yaml.ts'

test('nests, quotes every text and keeps small numbers numbers', () => {
  const text = yamlOf({ list: [{ name: 'a: b', cost: 5e-8, inner: { on: true } }, { name: 'yes' }], 'x/y': ['one', 'two'], none: [] })
  expect(text).toBe(
    'list:\n  - name: "a: b"\n    cost: 5.0e-8\n    inner:\n      on: true\n  - name: "yes"\n"x/y":\n  - "one"\n  - "two"\nnone: []\n',
  )
})

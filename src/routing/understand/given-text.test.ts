import { expect, test } from 'vitest'
import { withoutQuotations } from './given-text.ts'

test('a quotation begins where an earlier one has ended', () => {
  const text = 'Rename "draft" to "final version" and tell "Ann" about "the new name".'
  expect(withoutQuotations(text).replace(/ +/g, ' ')).toBe('Rename "draft" to " " and tell "Ann" about " ".')
})

import { expect, test } from 'vitest'
import { readPart } from './read-part.ts'

test.each([
  ['a task that is short enough', `Refund  ACME\n\n${' '.repeat(40)}in Stripe`, `Refund  ACME\n\n${' '.repeat(40)}in Stripe`],
  ['a run of blanks', `Refund${' '.repeat(50_000)}ACME`, 'Refund ACME'],
  ['blank lines', `Refund ACME${'\r\n \t'.repeat(20_000)}in Stripe`, 'Refund ACME\n\nin Stripe'],
])('%s is read as it is meant', (_, task, read) => expect(readPart(task)).toBe(read))

test('of a long task the beginning and the end are read, without half of a character', () => {
  const read = readPart(`${'😀a'.repeat(20_000)}The end.`)
  expect(read.length).toBeLessThanOrEqual(8000)
  expect(read.isWellFormed()).toBe(true)
  expect(read.endsWith('The end.')).toBe(true)
})

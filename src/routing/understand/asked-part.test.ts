import { expect, test } from 'vitest'
import { askedPart, withoutReasons } from './asked-part.ts'

const background = 'I run a small theatre with four colleagues and none of us has had a free evening since the season began.'

test.each([
  ["I'd like the bookings of Friday in a spreadsheet."],
  ['Could you put the bookings of Friday in a spreadsheet?'],
  ['The bookings of Friday should be entered in a spreadsheet.'],
])('what only tells why is left out beside what is asked: %s', (asked) => {
  expect(withoutReasons(`${background} ${asked}`)).toBe(asked)
})

test.each([
  'Sales were 12.4 and 13.1 thousand. What is the mean?',
  'Put this into a bug report:\n- android only\n- since the last release',
  background,
])('figures, lists and a text that asks for nothing stay whole: %s', (text) => {
  expect(withoutReasons(text)).toBe(text)
})

test('what is left are sentences of their own, whatever stood between them', () => {
  const text = `Find the bookings of Friday. ${background}\nSend them to Anna.`
  expect(withoutReasons(text)).toBe('Find the bookings of Friday. Send them to Anna.')
})

test('a short text is read whole', () => {
  const text = 'My phone is old. Find me a new one.'
  expect(askedPart(text)).toBe(text)
  expect(askedPart(`${background} ${background} Find me a new one.`)).toBe('Find me a new one.')
})

import { expect, test } from 'vitest'
import { nearestFirst, segmentsOf } from './sentences.ts'

test.each([
  ['Book the room. Then tell Ana', ['Book the room.', 'Then tell Ana']],
  ['Meet Dr. Ruiz at 7 p.m. for dinner', ['Meet Dr. Ruiz at 7 p.m. for dinner']],
  ['Pay the invoice Send the receipt', ['Pay the invoice', 'Send the receipt']],
  ['Check the rota Who is on call', ['Check the rota', 'Who is on call']],
  ['Check the rota Whose shift is it', ['Check the rota', 'Whose shift is it']],
])('%j is %j', (text, sentences) => {
  const segments = segmentsOf(text)
  expect(segments.map((segment) => segment.trim())).toEqual(sentences)
  expect(segments.join('')).toBe(text)
})

test('the sentences beside one are given from the nearest to the farthest', () => {
  expect(nearestFirst(['a. ', 'b. ', 'c. ', 'd. '], 2)).toEqual(['b.', 'd.', 'a.'])
})

import { expect, test } from 'vitest'
import { createWordPieces } from './word-pieces.ts'

const pieces = ['[UNK]', '[CLS]', '[SEP]', 'mail', 're', '##fund', '##ed', 'ca', '##fe', '.', '$', '日', 'a']
const { idsOf } = createWordPieces(pieces)
const read = (text: string, longest = { begin: 20, end: 10 }) => idsOf(text, longest).ids.map((id) => pieces[id])

test('words fall into the longest known pieces', () => {
  expect(read('Refunded mail.')).toEqual(['[CLS]', 're', '##fund', '##ed', 'mail', '.', '[SEP]'])
})

test('accents, capitals and marks are read apart from the letters', () => {
  expect(read('CAFÉ$')).toEqual(['[CLS]', 'ca', '##fe', '$', '[SEP]'])
})

test('every ideograph is a word', () => {
  expect(read('日日')).toEqual(['[CLS]', '日', '日', '[SEP]'])
})

test('a word that no pieces make is unknown as a whole', () => {
  expect(read('mailx mail')).toEqual(['[CLS]', '[UNK]', 'mail', '[SEP]'])
})

test('of a long text the beginning and the end are kept', () => {
  const text = `${'mail '.repeat(50)}a`
  expect(read(text, { begin: 2, end: 2 })).toEqual(['[CLS]', 'mail', 'mail', 'mail', 'a', '[SEP]'])
  expect(idsOf(text, { begin: 2, end: 2 }).read).toBeCloseTo(4 / 51)
})

test('a vocabulary without its marks is refused', () => {
  expect(() => createWordPieces(['mail'])).toThrow(/training/)
})

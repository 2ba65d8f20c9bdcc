import { expect, test } from 'vitest'
import { searchableText } from './other-languages.ts'

test.each([
  ['de', 'Brauche einen Mietwagen ab Palermo', 'car'],
  ['fr', 'combien de temps pour aller à Lyon en train demain', 'train'],
  ['zh', '明天上海到南京的高铁票还有吗', 'train'],
  ['tr', 'deprem oldu mu şimdi', 'earthquake'],
  ['pt', 'emite a fatura de maio para a Silva e Filhos', 'invoice'],
])('a task in another language is searched for in English words (%s)', (language, text, word) => {
  expect(searchableText(text, language, [])).toContain(word)
})

test('English is searched for as it stands', () => {
  expect(searchableText('how long is the drive to Lyon', 'en', [])).toBe('how long is the drive to Lyon')
})

test.each([
  ['post in #release that the build is out', 'channel'],
  ['who speaks in interview-4.m4a', 'audio'],
  ['10.1038/s41586-020-2649-2 who cites it', 'paper'],
  ['where is 1Z999AA10123456784', 'parcel'],
])('what is known by how it is written is searched for by its name: %s', (text, word) => {
  expect(searchableText(text, 'en', [])).toContain(word)
})

test('the kind of a file counts where it is worked on, not where it is moved about', () => {
  expect(searchableText('add a column to report.xlsx', 'en', [])).toContain('excel workbook')
  expect(searchableText('please move report.xlsx to the archive', 'en', [])).not.toContain('excel workbook')
})

test('a mail address is no word to search with', () => {
  expect(searchableText('mail the minutes to noor.haddad@acme.example, please', 'en', [])).toBe('mail the minutes to  , please')
  expect(searchableText('follow @acme on Mastodon', 'en', [])).toContain('@acme')
})

test('nor is what a catalog calls its entries', () => {
  expect(searchableText('check the weather with stripe-mcp and mcp-server-time', 'en', [])).toBe('check the weather with   and  ')
  expect(searchableText('the well-known mcp protocol', 'en', [])).toBe('the well-known mcp protocol')
})

import { expect, test } from 'vitest'
import { EvidenceBook } from './book.ts'
import { compareAll } from './compare-part.ts'
import type { Conduct } from './conduct.ts'
import { weightOf } from './conduct.ts'
import { attack, established, honestBook, now, tally } from './voices.fixture.ts'

async function agreementsIn(book: EvidenceBook): Promise<(voice: string) => Conduct['agreement'] | undefined> {
  await compareAll(book, [], now)
  return (voice) => book.conductOf(voice)?.agreement
}

test('a voice that often stands against the others loses its weight', async () => {
  const subjects = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`tool-${i}`, 7 + (i % 3) / 2]))
  const book = honestBook(subjects, 30)
  attack(book, 1, established, Object.fromEntries(Object.keys(subjects).map((name, i) => [name, i < 4 ? 8 : 0])), 5)
  const agreementOf = await agreementsIn(book)
  expect(agreementOf('honest-3')).toBeGreaterThan(0.95)
  expect(agreementOf('liar-0')).toBeLessThan(0.4)
  expect(weightOf(book.conductOf('liar-0')!, now)).toBeLessThan(0.5)
})

test('what may be chance is no contradiction: voices with one report each on tools that often fail keep their weight', async () => {
  const book = new EvidenceBook()
  for (let i = 0; i < 60; i++) {
    book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
    for (let k = 0; k < 12; k++) {
      const quality = (i * 0.618034 + k * 0.414214) % 1 < 0.6 ? 8 : 1
      const subject = `tool-${(i + k) % 24}`
      book.add({ kind: 'tool', subject, era: '', cluster: 'c', voice: `honest-${i}`, tally: tally(quality, 1) })
    }
  }
  const agreementOf = await agreementsIn(book)
  for (let i = 0; i < 60; i++) expect(agreementOf(`honest-${i}`)).toBeGreaterThan(0.9)
})

test('a crowd of good standing behind one address does not become the consensus that others are measured by', async () => {
  const subjects = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`tool-${i}`, 7 + (i % 3) / 2]))
  const book = honestBook(subjects, 20)
  attack(book, 60, { ...established, network: '203.0.113.9' }, Object.fromEntries(Object.keys(subjects).map((name) => [name, 1])), 5)
  const agreementOf = await agreementsIn(book)
  expect(agreementOf('honest-3')).toBeGreaterThan(0.95)
  expect(agreementOf('liar-3')).toBeLessThan(0.1)
})

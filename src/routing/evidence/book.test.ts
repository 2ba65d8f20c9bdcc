import { expect, test } from 'vitest'
import { EvidenceBook } from './book.ts'
import { established, now, score, tally } from './voices.fixture.ts'

test('what was said of an earlier definition counts for little', () => {
  const book = new EvidenceBook((_, subject) => (subject === 'changed' ? '2026-10-01' : ''))
  for (const subject of ['changed', 'same']) {
    for (let i = 0; i < 20; i++) {
      book.setConduct(`honest-${i}`, established)
      book.add({ kind: 'tool', subject, era: '', cluster: 'c', voice: `honest-${i}`, tally: tally(9, 1) })
    }
  }
  const weight = (subject: string) => book.overall('tool', subject, now)!.quality.weight
  expect(weight('changed')).toBeLessThan(0.25 * weight('same'))
})

test('an earlier definition counts for no more where each voice reported a hundred times', () => {
  const book = new EvidenceBook(() => '2026-10-03')
  const add = (i: number, era: string, quality: number, reports: number) =>
    book.add({
      kind: 'tool',
      subject: 'changed',
      era,
      cluster: `c-${reports}-${era}`,
      voice: `honest-${i}`,
      tally: tally(quality, reports),
    })
  for (let i = 0; i < 60; i++) {
    book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
    for (const era of ['', '2026-10-01', '2026-10-02']) add(i, era, 9, 100)
  }
  expect(book.overall('tool', 'changed', now)!.quality.weight).toBeLessThan(0.1 * 60)
  for (let i = 0; i < 20; i++) add(i, '2026-10-03', 1, 1)
  expect(score(book, 'changed')).toBeLessThan(4)
})

test('a changed definition does not shed what many reports held against a tool', () => {
  const book = new EvidenceBook(() => '2026-10-01')
  for (let i = 0; i < 10; i++) {
    book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
    book.add({ kind: 'tool', subject: 'bad', era: '', cluster: 'c', voice: `honest-${i}`, tally: tally(1, 50) })
  }
  expect(score(book, 'bad')).toBeLessThan(2.5)
})

test('a voice heard on several kinds of work counts on each what was said there, and on the whole all of it', () => {
  const heard = [
    ['code', 8],
    ['code', 7],
    ['mail', 3],
    ['code', 9],
    ['mail', 4],
  ] as const
  const bookOf = (clusters: readonly string[], nameOf: (cluster: string) => string) => {
    const book = new EvidenceBook(() => '')
    book.setConduct('a', established)
    for (const [cluster, quality] of heard) {
      if (!clusters.includes(cluster)) continue
      book.add({ kind: 'tool', subject: 's', era: '', cluster: nameOf(cluster), voice: 'a', tally: tally(quality, 1) })
    }
    return book
  }
  const together = bookOf(['code', 'mail'], (cluster) => cluster)
  const within = (cluster: string) =>
    together.within({ kind: 'tool', subject: 's' }, { name: cluster, isMeant: (name) => name === cluster }, now)
  expect(within('code')).toEqual(bookOf(['code'], () => 'code').overall('tool', 's', now))
  expect(within('mail')).toEqual(bookOf(['mail'], () => 'mail').overall('tool', 's', now))
  expect(together.overall('tool', 's', now)).toEqual(bookOf(['code', 'mail'], () => 'one').overall('tool', 's', now))
})

test('a book tells which subjects changed since a version', () => {
  const book = new EvidenceBook()
  const report = (subject: string) => book.add({ kind: 'tool', subject, era: '', cluster: 'c', voice: 'a', tally: tally(9, 1) })
  report('early')
  const version = book.version()
  expect(book.changedSince('tool', version)).toEqual(new Set())
  report('late')
  book.add({ kind: 'model', subject: 'm', era: '', cluster: 'c', voice: 'a', tally: tally(9, 1) })
  expect(book.changedSince('tool', version)).toEqual(new Set(['late']))
  book.forget('tool', 'early')
  expect(book.changedSince('tool', version)).toEqual(new Set(['late', 'early']))
  book.weighAgain()
  expect(book.changedSince('tool', version)).toBe('all')
  expect(book.changedSince('tool', book.version())).toEqual(new Set())
})

import { expect, test } from 'vitest'
import { testStore } from '../../../test/harness.ts'
import { EvidenceBook } from './book.ts'
import { openReader } from './reader-part.ts'
import { emptyTally } from './tally.ts'

test('a subject on which reports keep coming in is left for later instead of being read for ever', async () => {
  const store = await testStore()
  const book = new EvidenceBook()
  let reads = 0
  const busy = {
    ...store,
    query: ((text, values) => {
      reads++
      book.add({ kind: 'tool', subject: 'busy', era: '', cluster: 'c', voice: 'a', tally: { ...emptyTally } })
      return store.query(text, values)
    }) as typeof store.query,
  }
  const reader = openReader(busy, book, () => {})
  await reader.read(['tool:busy'])
  reader.close()
  expect(reads).toBeLessThan(20)
  expect(book.subjects('tool')).toEqual(['busy'])
  await store.close()
})

import { expect, test } from 'vitest'
import { testStore } from '../../../../test/support/harness.ts'
import { EvidenceBook } from '../book.ts'
import { emptyTally } from '../tally.ts'
import { openReload } from './reload-part.ts'

test('a subject whose reports keep coming in is deferred instead of being read forever', async () => {
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
  const reload = openReload({ store: busy, book, onGone: () => {}, onError: () => {} })
  await reload.read(['tool:busy'])
  reload.close()
  expect(reads).toBeLessThan(20)
  expect(book.subjects('tool')).toEqual(['busy'])
  await store.close()
})

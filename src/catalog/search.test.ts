import { expect, test } from 'vitest'
import { readSeed } from '../adapters/seed.ts'
import { loadWeights } from '../adapters/weights.ts'
import { type CatalogIndex, createIndexOpener } from './search.ts'

const entries = readSeed().skills.slice(0, 20)
const [first] = entries
const finds = (index: CatalogIndex) => index.search(first!.canonical_name).found.some(({ id }) => id === first!.slug)

test('catalogs over the same entries do not see each other’s changes', () => {
  const openIndex = createIndexOpener(loadWeights)
  const [a, b] = [openIndex(entries), openIndex(entries)]
  expect([finds(a), finds(b)]).toEqual([true, true])
  a.drop(first!.slug)
  expect([finds(a), finds(b)]).toEqual([false, true])
  b.drop(entries[1]!.slug)
  expect([a.size(), b.size()]).toEqual([19, 19])
  const c = openIndex(entries)
  expect([c.size(), finds(c)]).toEqual([20, true])
  for (const index of [a, b, c]) index.close()
})

test('a lone user changes the shared index without building another', () => {
  let built = 0
  const readTable = () => {
    built++
    return loadWeights()
  }
  const a = createIndexOpener(readTable)(entries)
  a.size()
  a.drop(first!.slug)
  a.put(first!)
  expect(finds(a)).toBe(true)
  expect(built).toBe(1)
  a.close()
})

import { expect, test } from 'vitest'
import { vectorDimensions } from './encoder.ts'
import { createVectorStore, type Nearness, unseen } from './vectors.ts'

let seed = 1
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32 - 0.5
}

function randomUnit(near?: Int8Array): Int8Array {
  const values = Array.from({ length: vectorDimensions }, (_, at) => random() + (near ? near[at]! / 40 : 0))
  const norm = Math.hypot(...values)
  return Int8Array.from(values, (value) => Math.round((value / norm) * 127))
}

const cosine = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0) / (127 * 127)
const nearnessFor = (owners: number): Nearness => ({
  heads: new Float32Array(owners).fill(unseen),
  bests: new Float32Array(owners).fill(unseen),
  seen: [],
})

test('a scan gives the plain dot products, by owner the head and the best', () => {
  const store = createVectorStore()
  const query = randomUnit()
  const [head, tool, dropped] = [randomUnit(), randomUnit(query), randomUnit(query)]
  store.add(head, 0, 'head')
  store.add(tool, 0, 'part')
  const row = store.add(dropped, 1, 'head')
  store.drop(row)
  const nearness = nearnessFor(2)
  store.scan(query, nearness)
  expect(nearness.heads[0]).toBeCloseTo(cosine(query, head), 5)
  expect(nearness.bests[0]).toBeCloseTo(Math.max(cosine(query, head), cosine(query, tool)), 5)
  expect(nearness.bests[1]).toBe(unseen)
})

test('choosing by signs keeps the nearest rows of a large store', () => {
  const [exact, chosen] = [createVectorStore(), createVectorStore(1000)]
  const query = randomUnit()
  const owners = 8000
  for (let owner = 0; owner < owners; owner++) {
    const vector = randomUnit(owner % 400 === 0 ? query : undefined)
    for (const store of [exact, chosen]) store.add(vector, owner, 'head')
  }
  const [all, some] = [nearnessFor(owners), nearnessFor(owners)]
  expect(exact.scan(query, all)).toBe(true)
  expect(chosen.scan(query, some)).toBe(false)
  const best = [...all.bests.keys()].sort((a, b) => all.bests[b]! - all.bests[a]!).slice(0, 20)
  for (const owner of best) expect(some.bests[owner]).toBe(all.bests[owner])
  expect(some.bests.filter((value) => value === unseen).length).toBeGreaterThan(owners / 4)
})

test('a row is not missed because a few dimensions are much larger than the others', () => {
  const uneven = () => {
    const values = Array.from({ length: vectorDimensions }, (_, at) => random() * (at < 8 ? 8 : 1))
    const norm = Math.hypot(...values)
    return Int8Array.from(values, (value) => Math.round((value / norm) * 127))
  }
  const [exact, chosen] = [createVectorStore(), createVectorStore(1000)]
  const owners = 8000
  for (let owner = 0; owner < owners; owner++) {
    const vector = uneven()
    for (const store of [exact, chosen]) store.add(vector, owner, 'head')
  }
  const kept = Array.from({ length: 10 }, () => {
    const query = uneven()
    const [all, some] = [nearnessFor(owners), nearnessFor(owners)]
    exact.scan(query, all)
    chosen.scan(query, some)
    const best = [...all.bests.keys()].sort((a, b) => all.bests[b]! - all.bests[a]!).slice(0, 10)
    return best.filter((owner) => some.bests[owner] !== unseen).length
  })
  expect(kept.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(95)
})

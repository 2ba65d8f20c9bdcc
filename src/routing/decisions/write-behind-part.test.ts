import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { openWriteBehind } from './write-behind-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(mostWaiting = 100) {
  const batches: string[][] = []
  const lost: number[] = []
  const state = { isAway: false, refused: new Set<string>(), awayAt: '' }
  const behind = openWriteBehind<string>({
    write: async (items) => {
      if (state.isAway || items[0] === state.awayAt) throw new ServiceError('unavailable', 'away')
      if (items.some((item) => state.refused.has(item))) throw new Error('refused')
      batches.push([...items])
    },
    gatherMs: 10,
    mostWaiting,
    onError: (_, count) => lost.push(count),
  })
  const add = (...items: string[]) => {
    for (const item of items) behind.add(item, item)
  }
  return { ...behind, add, batches, lost, state }
}

test('what comes within a moment is written together, and what comes after it later', async () => {
  const { add, batches, waiting } = open()
  add('a', 'b')
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(10)
  add('c')
  await vi.advanceTimersByTimeAsync(10)
  expect(batches).toEqual([['a', 'b'], ['c']])
  expect(waiting.size).toBe(0)
})

test('what could not be written waits, and is tried again after a second', async () => {
  const { add, batches, lost, state, waiting } = open()
  state.isAway = true
  add('a')
  await vi.advanceTimersByTimeAsync(10)
  expect([...waiting.keys()]).toEqual(['a'])
  expect(lost).toEqual([])
  state.isAway = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(batches).toEqual([['a']])
})

test('beyond the bound the oldest are given up, which is told once, when the store is back', async () => {
  const { add, lost, state, waiting } = open(2)
  state.isAway = true
  add('a', 'b', 'c')
  await vi.advanceTimersByTimeAsync(10)
  add('d', 'e')
  expect([...waiting.keys()]).toEqual(['d', 'e'])
  expect(lost).toEqual([])
  state.isAway = false
  await vi.advanceTimersByTimeAsync(2000)
  expect([lost, waiting.size]).toEqual([[3], 0])
})

test('what is refused even alone is given up, and holds up nothing else', async () => {
  const { add, batches, lost, state, waiting } = open()
  state.refused = new Set(['b', 'd'])
  add('a', 'b', 'c', 'd')
  await vi.advanceTimersByTimeAsync(10)
  expect(batches).toEqual([['a'], ['c']])
  expect([lost, waiting.size]).toEqual([[2], 0])
  add('e', 'f')
  await vi.advanceTimersByTimeAsync(10)
  expect(batches.at(-1)).toEqual(['e', 'f'])
})

test('what was not tried alone when the store went away waits', async () => {
  const { add, batches, lost, state, waiting } = open()
  state.refused = new Set(['a'])
  state.awayAt = 'c'
  add('a', 'b', 'c', 'd')
  await vi.advanceTimersByTimeAsync(10)
  expect([batches, lost, [...waiting.keys()]]).toEqual([[['b']], [1], ['c', 'd']])
})

test('what a caller waits for is written immediately, in as many batches as needed', async () => {
  const { add, batches, settle, waiting } = open(5000)
  add(...Array.from({ length: 2500 }, (_, i) => `item ${i}`))
  await settle(() => waiting.has('item 1500'))
  expect(batches.map(({ length }) => length)).toEqual([1000, 1000])
})

test('closing writes the rest, and reports how much is lost when the store is unavailable', async () => {
  const { add, batches, close, lost, state } = open()
  add('a')
  await close()
  expect(batches).toEqual([['a']])
  state.isAway = true
  add('b', 'c')
  await close()
  expect(lost).toEqual([2])
})

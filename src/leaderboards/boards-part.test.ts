import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openBoards } from './boards-part.ts'

function channels() {
  const bus = new EventEmitter()
  return {
    notify: async (channel: string, payload: string) => void bus.emit(channel, payload),
    listen(channel: string, listener: (payload: string) => void) {
      bus.on(channel, listener)
      return () => bus.off(channel, listener)
    },
  }
}

function setUp(tookMs: number, { bus = channels(), total = 5000 } = {}) {
  const clock = { ms: 1_000_000 }
  const boards = openBoards(bus, () => clock.ms)
  let reads = 0
  const read = async () => {
    await Promise.resolve()
    clock.ms += tookMs
    return { total, reading: ++reads }
  }
  const readingOf = async (name: string) => (await boards.get(name, read)).reading
  return { clock, boards, get: () => readingOf('agents'), other: () => readingOf('tools') }
}

test('what is read quickly is read for everyone who comes later', async () => {
  const { get } = setUp(5)
  expect([await get(), await get()]).toEqual([1, 2])
})

test('what has few places is read for everyone who comes later, however long it took', async () => {
  const { get } = setUp(5000, { total: 1000 })
  expect([await get(), await get()]).toEqual([1, 2])
})

test('those who ask at the same time share one reading of what took long before, and of nothing else', async () => {
  const { clock, get, other } = setUp(200)
  expect(await Promise.all([get(), get()])).toEqual([1, 2])
  clock.ms += 60_000
  expect(await Promise.all([get(), get(), other()])).toEqual([3, 3, 4])
})

test('what takes long is shown for many times as long, and then read again', async () => {
  const { clock, get, other } = setUp(200)
  expect([await get(), await get(), await other()]).toEqual([1, 1, 2])
  clock.ms += 9_000
  expect(await get()).toBe(1)
  clock.ms += 2_000
  expect(await get()).toBe(3)
})

test('a clock that was set back does not keep a ranking for longer', async () => {
  const { clock, get } = setUp(200)
  await get()
  clock.ms -= 3_600_000
  expect(await get()).toBe(2)
})

test('a reading that failed is tried again by the next', async () => {
  const { boards } = setUp(0)
  await expect(boards.get('agents', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await boards.get('agents', async () => ({ total: 3 }))).toEqual({ total: 3 })
})

test('what was read before it was cleared, here or in another process, is shown to nobody after', async () => {
  const bus = channels()
  const [here, there] = [setUp(200, { bus }), setUp(200, { bus })]
  await Promise.all([here.get(), there.get()])
  const underWay = here.other()
  await here.boards.clear()
  await underWay
  expect(await Promise.all([here.get(), there.get()])).toEqual([3, 2])
  expect(await here.other()).toBe(4)
  here.boards.close()
  there.boards.close()
})

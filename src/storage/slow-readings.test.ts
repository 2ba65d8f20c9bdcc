import { expect, test } from 'vitest'
import { createSlowReadings } from './slow-readings.ts'

function setUp(tookMs: number, { rows = 5000 } = {}) {
  const clock = { ms: 1_000_000 }
  const readings = createSlowReadings(() => clock.ms, 50)
  let reads = 0
  const read = async () => {
    await Promise.resolve()
    clock.ms += tookMs
    return ++reads
  }
  const get = (name: string) => readings.get(name, read, () => rows)
  return { clock, readings, get: () => get('agents'), other: () => get('tools') }
}

test('what is read quickly is read for everyone who comes later', async () => {
  const { get } = setUp(5)
  expect([await get(), await get()]).toEqual([1, 2])
})

test('what has few rows is read for everyone who comes later, however long it took', async () => {
  const { get } = setUp(5000, { rows: 1000 })
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

test('a clock that was set back does not keep a reading for longer', async () => {
  const { clock, get } = setUp(200)
  await get()
  clock.ms -= 3_600_000
  expect(await get()).toBe(2)
})

test('a reading that failed is tried again by the next', async () => {
  const { readings } = setUp(0)
  await expect(
    readings.get(
      'agents',
      () => Promise.reject(new Error('away')),
      () => 0,
    ),
  ).rejects.toThrow('away')
  expect(
    await readings.get(
      'agents',
      async () => 'read',
      () => 0,
    ),
  ).toBe('read')
})

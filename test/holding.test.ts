import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store, Transaction } from '../src/storage/store.ts'
import { testStore } from './support/harness.ts'

let store: Store
beforeAll(async () => {
  store = await testStore()
  await store.execute('CREATE TABLE counted (name text PRIMARY KEY, n integer NOT NULL)')
})
afterAll(() => store.close())

/** Reads, lets others come between, and writes: without a hold, what the others wrote meanwhile would be lost. */
async function addOne(tx: Transaction, name: string): Promise<void> {
  const [row] = await tx.query<{ n: number }>('SELECT n FROM counted WHERE name = $1', [name])
  await new Promise(setImmediate)
  await tx.execute('UPDATE counted SET n = $2 WHERE name = $1', [name, (row?.n ?? 0) + 1])
}

async function counted(name: string): Promise<number | undefined> {
  const [row] = await store.query<{ n: number }>('SELECT n FROM counted WHERE name = $1', [name])
  return row?.n
}

test('acts that hold the same name, in whatever order they tell it, go one after another', async () => {
  await store.execute("INSERT INTO counted (name, n) VALUES ('same', 0)")
  const orders = [['same'], ['before', 'same'], ['same', 'before'], ['same', 'unlike', 'before']]
  const acts = Array.from({ length: 40 }, (_, i) => async (tx: Transaction) => {
    await tx.hold(orders[i % orders.length] ?? [])
    await addOne(tx, 'same')
  })
  await Promise.all(acts.map((act) => store.transaction(act)))
  expect(await counted('same')).toBe(40)
})

test('who holds everything comes between no other act', async () => {
  await store.execute("INSERT INTO counted (name, n) VALUES ('everything', 0)")
  const acts = Array.from({ length: 30 }, (_, i) => async (tx: Transaction) => {
    await tx.hold(i % 3 === 0 ? 'everything' : ['the counter'])
    await addOne(tx, 'everything')
  })
  await Promise.all(acts.map((act) => store.transaction(act)))
  expect(await counted('everything')).toBe(30)
})

test.runIf(process.env.WAYMARK_TEST_STORE === 'postgres')(
  'acts that hold different names do not wait for each other',
  async () => {
    const reached = Promise.withResolvers<void>()
    const order: string[] = []
    await Promise.all([
      store.transaction(async (tx) => {
        await tx.hold(['first'])
        await reached.promise
        order.push('first')
      }),
      store.transaction(async (tx) => {
        await tx.hold(['second'])
        order.push('second')
        reached.resolve()
      }),
    ])
    expect(order).toEqual(['second', 'first'])
  },
  10_000,
)

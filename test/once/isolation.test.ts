import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres.ts'
import type { Store } from '../../src/storage/store.ts'
import { freshDatabase } from '../support/harness.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let store: Store
beforeAll(async () => {
  database = await freshDatabase()
  const operator = new pg.Client({ connectionString: database.url })
  await operator.connect()
  const name = new URL(database.url).pathname.slice(1)
  await operator.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
  await operator.query('CREATE TABLE counted (id integer PRIMARY KEY, n integer NOT NULL)')
  await operator.query('INSERT INTO counted VALUES (1, 0)')
  await operator.end()
  store = await openPostgres({ url: database.url, connections: 8, onError: () => {} })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const tries = Array.from({ length: 40 }, (_, i) => i)
const count = async () => (await store.query<{ n: number }>('SELECT n FROM counted WHERE id = 1'))[0]?.n

test('statements that change the same row wait for each other, however strict the transactions of the database are by default', async () => {
  await Promise.all(tries.map(() => store.execute('UPDATE counted SET n = n + 1 WHERE id = 1')))
  expect(await count()).toBe(tries.length)
})

test('an act that waited for a name sees what the one before it wrote', async () => {
  const before = (await count()) ?? 0
  const seen = tries.map(() =>
    store.transaction(async (tx) => {
      await tx.hold(['counted'])
      const [row] = await tx.query<{ n: number }>('SELECT n FROM counted WHERE id = 1')
      await tx.execute('UPDATE counted SET n = n + 1 WHERE id = 1')
      return row?.n
    }),
  )
  expect((await Promise.all(seen)).sort((a = 0, b = 0) => a - b)).toEqual(tries.map((i) => before + i))
})

import { expect, test } from 'vitest'
import { openPostgres } from '../src/adapters/postgres.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { freshDatabase } from './support/harness.ts'
import { findLosses, killRepeatedly, noLosses } from './support/kill-runs.ts'

test('kill -9 under load, ten times: every acknowledged report is there, none twice, and the ledger balances', async () => {
  const database = process.env.WAYMARK_TEST_STORE === 'postgres' ? await freshDatabase() : undefined
  const runs = await killRepeatedly(10, { env: database ? { DATABASE_URL: database.url } : {} })
  const store = database ? await openPostgres({ url: database.url, connections: 2, onError: () => {} }) : await openSqlite(runs.folder)
  expect(runs.acknowledged.size).toBeGreaterThan(0)
  expect(await findLosses(runs, store.query)).toEqual(noLosses)
  await store.close()
  runs.clean()
  await database?.drop()
}, 600_000)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { openSqlite } from '../../src/adapters/sqlite.ts'
import { moveAll } from '../../src/cli/commands/migrate-store.ts'
import { checkStore } from '../../src/cli/doctor-store.ts'
import { rowBatches } from '../../src/cli/tables.ts'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/serve.ts'
import type { SqlValue } from '../../src/storage/store.ts'
import { freshDatabase, testApp } from '../support/harness.ts'

test('an embedded store moves into PostgreSQL whole, and only into an empty one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-move-'))
  const source = await openSqlite(folder)
  await migrate(source)
  const app = await testApp({ store: { ...source, close: async () => {} } })
  for (const name of ['ada', 'grace', "o'hara ☂"]) await app.register(name)
  await app.close()
  const database = await freshDatabase()
  const target = await openPostgres({ url: database.url, connections: 2, onError: () => {} })
  await Promise.all([migrate(target), migrate(target)])

  const verified: string[] = []
  expect(await moveAll(source, target, (line) => verified.push(line))).toBeGreaterThanOrEqual(3)
  expect(verified).toContain('agents: verified')
  const names = await target.query<{ agent_name: string }>('SELECT agent_name FROM agents ORDER BY agent_name')
  expect(names.map(({ agent_name }) => agent_name)).toEqual(['ada', 'grace', "o'hara ☂"])
  await expect(moveAll(source, target, () => {})).rejects.toThrow(/already holds/)

  await source.close()
  await target.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

test('a large table of PostgreSQL is read once, each part of it by its place', async () => {
  const database = await freshDatabase()
  const store = await openPostgres({ url: database.url, connections: 1, onError: () => {} })
  await store.script(
    "CREATE TABLE many (id integer, text text); INSERT INTO many SELECT n, repeat('x', 200) FROM generate_series(1, 12345) AS n; DELETE FROM many WHERE id % 3 = 0",
  )
  const asked: { text: string; values: readonly SqlValue[] }[] = []
  const watched: typeof store = {
    ...store,
    query: (text, values = []) => {
      if (text.includes('FROM many')) asked.push({ text, values })
      return store.query(text, values)
    },
  }
  const read: SqlValue[] = []
  for await (const rows of rowBatches(watched, 'postgres', { name: 'many', columns: ['id', 'text'] })) {
    expect(rows.length).toBeLessThanOrEqual(1000)
    read.push(...rows.map(([id = null]) => id))
  }
  expect(read).toHaveLength(8230)
  expect(new Set(read).size).toBe(8230)
  for (const { text, values } of asked) {
    const plan = await store.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    expect(plan[0]?.['QUERY PLAN']).toContain('Tid Range Scan')
  }
  await store.close()
  await database.drop()
})

test('a store that a newer version has changed is neither opened nor called sound', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-newer-'))
  const config = readConfig({ DATA_DIR: folder })
  const store = await openStore(config)
  await store.execute("INSERT INTO migrations (id, applied_at) VALUES ('9999_to_come', '2026-01-01')")
  await store.close()
  await expect(openStore(config)).rejects.toThrow('A newer Waymark made this store (9999_to_come).')
  const findings = await checkStore(config, new Date())
  expect(findings[0]).toMatchObject({ state: 'failed', says: expect.stringContaining('newer Waymark (9999_to_come)') })
  const lock = await openSqlite(folder)
  await lock.close()
  rmSync(folder, { recursive: true })
})

test.each(['role=pg_read_all_data', 'default_transaction_read_only=on'])(
  'a PostgreSQL that may only be read (%s) is refused with what to change, and the doctor sees it',
  async (setting) => {
    const database = await freshDatabase()
    const url = new URL(database.url)
    url.searchParams.set('options', `-c ${setting}`)
    const readable = readConfig({ DATABASE_URL: url.href.replaceAll('+', '%20') })
    const refused = /^DATABASE_URL: the schema cannot be brought up to date \(.+\)\. Use a role that owns the database/
    await expect(openStore(readable)).rejects.toThrow(refused)
    await (await openStore(readConfig({ DATABASE_URL: database.url }))).close()
    await expect(openStore(readable)).rejects.toThrow(refused)
    expect(await checkStore(readable, new Date())).toMatchObject([
      { state: 'failed', says: expect.stringContaining('lets this role read at most') },
    ])
    expect((await checkStore(readConfig({ DATABASE_URL: database.url }), new Date()))[0]).toMatchObject({ state: 'ok' })
    await database.drop()
  },
)

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, readMigrations } from '../adapters/migrate.ts'
import { openPostgres } from '../adapters/postgres.ts'
import { openSqlite } from '../adapters/sqlite.ts'
import { readConfig } from '../config.ts'
import type { Row, Store } from '../store.ts'
import type { Command } from './command.ts'

const rowsPerBatch = 1000

/** Moves every row of an embedded store into an empty PostgreSQL and proves that both hold the same. */
export const command: Command = {
  name: 'migrate-store',
  summary: 'Move an embedded store into PostgreSQL, whole and verified',
  usage: 'waymark migrate-store [--from <data folder>] --to <postgres url>',
  examples: ['waymark migrate-store --to postgres://waymark@db/waymark', 'waymark migrate-store --from ./data --to $DATABASE_URL'],
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async run({ options }, io) {
    const config = readConfig(io.env)
    const from = String(options.from ?? config.DATA_DIR)
    const to = String(options.to ?? config.DATABASE_URL ?? '')
    if (!to) return io.fail('Say where to: --to postgres://user@host/database')
    if (!existsSync(join(from, 'waymark.sqlite'))) return io.fail(`There is no embedded store in ${from}. Use --from <data folder>.`)
    const source = await openSqlite(from)
    const target = await openPostgres({ url: to, connections: 4, onError: () => {} })
    try {
      await migrate(source)
      await migrate(target)
      const moved = await moveAll(source, target, (line) => io.out(line))
      io.out(`Moved ${moved} rows. Every table was read back and is the same on both sides. Start Waymark with DATABASE_URL now.`)
      return 0
    } finally {
      await source.close()
      await target.close()
    }
  },
}

export async function moveAll(source: Store, target: Store, say: (line: string) => void): Promise<number> {
  const tables = await tablesInOrder(source)
  for (const { name } of tables) {
    const [{ n } = { n: 0 }] = await target.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    if (n > 0) throw new Error(`The PostgreSQL table ${name} already holds ${n} rows. Use an empty database.`)
  }
  let moved = 0
  await target.transaction(async (tx) => {
    for (const { name, columns } of tables) {
      for await (const batch of batches(source, name)) {
        await tx.insertMany(
          name,
          columns,
          batch.map((row) => columns.map((column) => row[column] ?? null)),
        )
        moved += batch.length
      }
    }
  })
  for (const { name, columns } of tables) {
    const [here, there] = await Promise.all([digest(source, name, columns), digest(target, name, columns)])
    if (here !== there)
      throw new Error(`Table ${name} differs after the move; PostgreSQL was filled but must not be used. Drop it and try again.`)
    say(`${name}: verified`)
  }
  return moved
}

type Table = { name: string; columns: string[] }

async function tablesInOrder(source: Store): Promise<Table[]> {
  const names = await source.query<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
  )
  const position = migrationOrder()
  const tables = names.map(async ({ name }) => ({
    name,
    columns: (await source.query<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`)).map((c) => c.name),
  }))
  return (await Promise.all(tables)).sort((a, b) => position(a.name) - position(b.name))
}

/** Tables are filled in the order in which migrations create them, so that what is referred to exists first. */
function migrationOrder(): (table: string) => number {
  const text = readMigrations()
    .map(({ sqlite }) => sqlite)
    .join('\n')
  return (table) => text.search(new RegExp(`CREATE TABLE (IF NOT EXISTS )?${table}\\b`))
}

async function* batches(source: Store, table: string): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const rows = await source.query<Row>(
      `SELECT rowid AS waymark_rowid, * FROM ${table} WHERE rowid > $1 ORDER BY rowid LIMIT ${rowsPerBatch}`,
      [after],
    )
    if (rows.length === 0) return
    after = Number(rows.at(-1)?.waymark_rowid)
    yield rows
  }
}

async function digest(store: Store, table: string, columns: readonly string[]): Promise<string> {
  const rows = await store.query<Row>(`SELECT ${columns.join(', ')} FROM ${table}`)
  const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? null))).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

import { existsSync } from 'node:fs'
import { migrate } from '../../adapters/migrate.ts'
import { openPostgres } from '../../adapters/postgres.ts'
import { openSqlite, storeFile } from '../../adapters/sqlite.ts'
import { readConfig } from '../../config.ts'
import { present } from '../../input/present.ts'
import type { OpenedStore, Store } from '../../storage/store.ts'
import { type Command, textOption, UsageError } from '../command.ts'
import { checksumOf, fillTable, isSameChecksum, requireEmpty, rowBatches, tablesInOrder } from '../tables.ts'

/** Moves every row of an embedded store into an empty PostgreSQL and proves that both hold the same. */
export const command: Command = {
  name: 'migrate-store',
  summary: 'Move an embedded store into PostgreSQL, complete and verified',
  usage: 'waymark migrate-store --to <postgres url> [options]',
  examples: ['waymark migrate-store --to postgres://waymark@db/waymark', 'waymark migrate-store --from ./data --to $DATABASE_URL'],
  options: {
    from: { type: 'string', value: '<folder>', says: 'The embedded store; default DATA_DIR, or ./data' },
    to: { type: 'string', value: '<postgres url>', says: 'An empty PostgreSQL; default DATABASE_URL' },
  },
  async run(args, io) {
    const given = present({ DATA_DIR: textOption(args, 'from'), DATABASE_URL: textOption(args, 'to') })
    const { DATA_DIR: from, DATABASE_URL: to } = readConfig({ ...io.env, ...given })
    if (!to) throw new UsageError('Say where to: --to postgres://user@host/database')
    if (!existsSync(storeFile(from))) return io.fail(`There is no embedded store in ${from}. Use --from <data folder>.`)
    const target = await openPostgres({ url: to, connections: 4, onError: () => {} })
    try {
      const moved = await moveFrom(from, target, (line) => io.out(line))
      io.out(`Moved ${moved} rows. Every table was read back and is the same on both sides. Start Waymark with DATABASE_URL now.`)
      return 0
    } finally {
      await target.close()
    }
  },
}

async function moveFrom(folder: string, target: OpenedStore, say: (line: string) => void): Promise<number> {
  const source = await openSqlite(folder)
  try {
    await migrate(source)
    await migrate(target)
    return await moveAll(source, target, say)
  } finally {
    await source.close()
  }
}

export async function moveAll(source: Store, target: Store, say: (line: string) => void): Promise<number> {
  const tables = await tablesInOrder(source, source.kind)
  await requireEmpty(target, tables, 'PostgreSQL')
  let moved = 0
  await target.transaction(async (tx) => {
    for (const table of tables) {
      for await (const rows of rowBatches(source, source.kind, table)) {
        await fillTable(tx, target.kind, table, rows)
        moved += rows.length
      }
    }
  })
  for (const table of tables) {
    const here = await checksumOf(source, source.kind, table)
    const there = await checksumOf(target, target.kind, table)
    if (!isSameChecksum(here, there))
      throw new Error(`Table ${table.name} differs after the move; PostgreSQL was filled but must not be used. Drop it and try again.`)
    say(`${table.name}: verified`)
  }
  return moved
}

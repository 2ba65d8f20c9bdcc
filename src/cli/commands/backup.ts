import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../adapters/migrate.ts'
import { openPostgres } from '../../adapters/postgres.ts'
import { makePrivateFile, openSqlite, storeFile } from '../../adapters/sqlite.ts'
import { isDamage } from '../../adapters/sqlite-connection.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Store } from '../../storage/store.ts'
import { thrownCode, thrownMessage } from '../../thrown.ts'
import { type Command, jsonOption, show, UsageError } from '../command.ts'
import { checkDump, dump } from '../dump.ts'
import { requireFile, requireSchema } from '../existing-store.ts'

/** Copies a store while the service may go on working. */
export const command: Command = {
  name: 'backup',
  summary: 'Write a consistent copy of the store, even while the service runs',
  usage: 'waymark backup <file.sqlite | file.jsonl> [options]',
  examples: [
    'waymark backup ./waymark-monday.sqlite',
    'waymark backup ./waymark-monday.jsonl',
    'DATABASE_URL=postgres://waymark@db/waymark waymark backup ./waymark-monday.jsonl',
  ],
  words: 1,
  options: { force: { type: 'boolean', says: 'Overwrite an existing file' }, ...jsonOption },
  async run({ positionals: [file], options }, io) {
    if (!file || !/\.(sqlite|jsonl)$/.test(file))
      throw new UsageError('Name a file that ends in .sqlite (embedded store) or .jsonl (any store).')
    const config = readConfig(io.env)
    if (file.endsWith('.sqlite') && config.DATABASE_URL) {
      throw new UsageError('A PostgreSQL is backed up as JSON lines: name a file that ends in .jsonl.')
    }
    if (isOwnFile(config, file)) throw new UsageError(`${file} is the store itself. Name another file.`)
    if (existsSync(file) && !options.force) return io.fail(`${file} exists already. Choose another name, or add --force.`)
    const rows = await backUp(config, resolve(file))
    const text = `Backed up ${rows} rows to ${file}. Bring it back with: waymark restore ${file}`
    return show({ options }, io, { json: { file, rows }, text })
  },
}

/** A running service would go on writing to a file that its copy has replaced. */
function isOwnFile({ DATA_DIR, DATABASE_URL }: Config, file: string): boolean {
  const own = storeFile(DATA_DIR)
  return !DATABASE_URL && existsSync(own) && existsSync(file) && realpathSync(own) === realpathSync(file)
}

/** The file appears under its name only once it is complete and checked. */
async function backUp(config: Config, file: string): Promise<number> {
  const draft = `${file}.${process.pid}.part`
  requireWritable(draft, file)
  try {
    const rows = file.endsWith('.sqlite') ? copySqlite(requireFile(config), draft) : await writeDump(config, draft)
    renameSync(draft, file)
    return rows
  } finally {
    rmSync(draft, { force: true })
  }
}

function requireWritable(draft: string, file: string): void {
  try {
    makePrivateFile(draft)
  } catch (error) {
    throw new Error(
      `${file} cannot be written (${thrownCode(error)}). Name a file in a folder that is there and that this user may write to.`,
    )
  }
}

function copySqlite(source: string, target: string): number {
  makePrivateFile(target)
  readSqlite(source, (db) => db.prepare('VACUUM INTO ?').run(target))
  return checkSqlite(target)
}

/** Reads a whole database file through; gives the number of its rows. */
export const checkSqlite = (file: string): number => readSqlite(file, (db) => countRows(db, file))

/** Where the file is damaged, the failure names it. */
function readSqlite<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    return read(db)
  } catch (error) {
    throw isDamage(error as Error) ? new Error(`${file} is damaged: ${thrownMessage(error)}`) : error
  } finally {
    db.close()
  }
}

function countRows(db: DatabaseSync, file: string): number {
  const [verdict] = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
  if (verdict?.integrity_check !== 'ok') throw new Error(`${file} is damaged: ${verdict?.integrity_check}`)
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all() as {
    name: string
  }[]
  if (!tables.some(({ name }) => name === 'migrations')) throw new Error(`${file} is not a Waymark store.`)
  const counts = tables.filter(({ name }) => name !== 'migrations').map(({ name }) => db.prepare(`SELECT count(*) AS n FROM ${name}`).get())
  return counts.reduce((sum, row) => sum + Number(row?.n), 0)
}

async function writeDump(config: Config, target: string): Promise<number> {
  const file = await open(target, 'w', 0o600)
  try {
    const rows = await withSnapshot(config, dirname(target), (store) =>
      dump(store, new Date(), async (text) => void (await file.write(text))),
    )
    await file.sync()
    if ((await checkDump(target)) !== rows)
      throw new Error('The backup does not read back as it was written. Try again, or on another disk.')
    return rows
  } finally {
    await file.close()
  }
}

/** PostgreSQL is read as it is; of an embedded store, which a running service may hold, a copy is read. */
async function withSnapshot<T>(config: Config, near: string, read: (store: Store) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) {
    const store = await openPostgres({ url: config.DATABASE_URL, connections: 1, onError: () => {} })
    try {
      await requireSchema(store)
      return await read(store)
    } finally {
      await store.close()
    }
  }
  const source = requireFile(config)
  const folder = mkdtempSync(join(near, '.waymark-copy-'))
  try {
    copySqlite(source, storeFile(folder))
    const store = await openSqlite(folder)
    await migrate(store)
    return await read(store).finally(() => store.close())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { migrate, migrateAsFar } from '../../adapters/migrate.ts'
import { makeFolder, openSqlite, storeFile } from '../../adapters/sqlite.ts'
import { type Config, readConfig } from '../../config.ts'
import { openStore } from '../../serve.ts'
import { type Command, jsonOption, show, UsageError } from '../command.ts'
import { checkDump, readHeader, restoreDump } from '../dump.ts'
import { checkSqlite } from './backup.ts'

/** Restores a backup into an empty store, completely and verified, or not at all. */
export const command: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty store, complete and verified',
  usage: 'waymark restore <file.sqlite | file.jsonl> [options]',
  examples: [
    'DATA_DIR=./fresh waymark restore ./waymark-monday.sqlite',
    'DATABASE_URL=postgres://waymark@db/fresh waymark restore ./waymark-monday.jsonl',
  ],
  words: 1,
  options: { force: { type: 'boolean', says: 'Move an embedded store that is there aside, under another name' }, ...jsonOption },
  async run({ positionals: [file], options }, io) {
    if (!file || !/\.(sqlite|jsonl)$/.test(file)) throw new UsageError('Name a backup: a file that ends in .sqlite or .jsonl.')
    if (!existsSync(file)) return io.fail(`There is no file ${file}.`)
    const config = readConfig(io.env)
    if (file.endsWith('.sqlite') && config.DATABASE_URL) {
      throw new UsageError('This is the copy of an embedded store. Restore it to a DATA_DIR, then use: waymark migrate-store')
    }
    const force = options.force === true
    const { rows, aside } = file.endsWith('.sqlite') ? await restoreFile(config, file, force) : await restoreLines(config, file, force)
    const start = config.DATABASE_URL ? 'DATABASE_URL=… waymark serve' : `waymark serve --data-dir ${resolve(config.DATA_DIR)}`
    const kept = aside ? ` The store that was there is now ${aside}.` : ''
    const text = `Restored ${rows} rows and read them back.${kept} Start Waymark with: ${start}`
    return show({ options }, io, { json: { file, rows, ...(aside ? { aside } : {}) }, text })
  },
}

/** `aside` is where a store that was in the way is now. */
type Restored = { rows: number; aside?: string }

async function restoreLines(config: Config, file: string, force: boolean): Promise<Restored> {
  if (!force || config.DATABASE_URL) return { rows: await fillFrom(config, file) }
  if ((await checkDump(file)) === undefined) throw new Error('The backup is not whole. Nothing was restored.')
  return insteadOf(config.DATA_DIR, () => fillFrom(config, file))
}

async function fillFrom(config: Config, file: string): Promise<number> {
  // A backup of an earlier version has the tables of that version; later changes are made to them once they are filled.
  const { migrations } = await readHeader(file)
  const store = await openStore(config, { prepare: (opened) => migrateAsFar(opened, migrations) })
  try {
    const rows = await restoreDump(store, file)
    await migrate(store)
    return rows
  } finally {
    await store.close()
  }
}

/** An existing store is kept under another name, and put back if the restore fails. */
async function insteadOf(folder: string, restore: () => Promise<number>): Promise<Restored> {
  const target = storeFile(folder)
  const aside = `${target}.before-restore-${Date.now()}`
  const wasThere = existsSync(target)
  if (wasThere) {
    // Opening takes the folder's lock, so this fails while a service uses it; closing leaves everything in the one file.
    await (await openSqlite(folder)).close()
    renameSync(target, aside)
  }
  try {
    const rows = await restore()
    return { rows, ...(wasThere ? { aside } : {}) }
  } catch (error) {
    for (const rest of ['', '.part', '-wal', '-shm']) rmSync(`${target}${rest}`, { force: true })
    if (wasThere) renameSync(aside, target)
    throw error
  }
}

async function restoreFile(config: Config, file: string, force: boolean): Promise<Restored> {
  const rows = checkSqlite(file)
  const target = storeFile(config.DATA_DIR)
  makeFolder(config.DATA_DIR)
  if (existsSync(target) && !force)
    throw new Error(`${config.DATA_DIR} holds a store already. Use another DATA_DIR, or add --force to put that one aside.`)
  return insteadOf(config.DATA_DIR, async () => {
    for (const rest of ['-wal', '-shm']) rmSync(`${target}${rest}`, { force: true })
    copyFileSync(file, `${target}.part`)
    chmodSync(`${target}.part`, 0o600)
    renameSync(`${target}.part`, target)
    await (await openStore(config)).close()
    return rows
  })
}

import { existsSync } from 'node:fs'
import { migrate } from '../adapters/migrate.ts'
import { storeFile } from '../adapters/sqlite.ts'
import type { Config } from '../config.ts'
import { openStore } from '../serve.ts'
import type { OpenedStore, Store } from '../storage/store.ts'

/** The file of the embedded store. Where a folder was mistyped there is none, and an empty one would only hide that. */
export function requireFile({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  const file = storeFile(DATA_DIR)
  if (!existsSync(file)) throw new Error(`There is no embedded store in ${DATA_DIR}. Set DATA_DIR, or DATABASE_URL for PostgreSQL.`)
  return file
}

export async function requireSchema(postgres: Store): Promise<void> {
  const [found] = await postgres.query<{ log: string | null }>("SELECT to_regclass('migrations')::text AS log")
  if (!found?.log) throw new Error('There is no Waymark store in this PostgreSQL. Look at the database that DATABASE_URL names.')
}

/** For commands that work on what is in a store, and so must not create one. */
export async function openExistingStore(config: Config): Promise<OpenedStore> {
  if (!config.DATABASE_URL) requireFile(config)
  const prepare = async (store: OpenedStore) => {
    if (store.kind === 'postgres') await requireSchema(store)
    await migrate(store)
  }
  return openStore(config, { prepare })
}

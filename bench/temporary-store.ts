import { migrate } from '../src/adapters/migrate.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import type { OpenedStore } from '../src/storage/store.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/** A fresh embedded store in a folder that goes with it. The work may close the store itself, as an app over it does. */
export async function withTemporaryStore<T>(work: (store: OpenedStore, folder: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const store = await openSqlite(folder)
    try {
      await migrate(store)
      return await work(store, folder)
    } finally {
      await store.close()
    }
  })
}

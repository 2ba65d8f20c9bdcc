import { readdirSync, readFileSync } from 'node:fs'
import { advisoryLocks } from '../storage/advisory-locks.ts'
import type { OpenedStore, Store } from '../storage/store.ts'

const folder = new URL('../../sql/', import.meta.url)

type Migration = { id: string; sqlite: string; postgres: string }

/** Reads `NNNN_name.sql` (both engines) or the pair `NNNN_name.sqlite.sql` and `NNNN_name.postgres.sql`, in order. */
export function readMigrations(): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const ids = [...new Set(files.map((file) => file.replace(/(\.(sqlite|postgres))?\.sql$/, '')))].sort()
  const read = (file: string) => (files.includes(file) ? readFileSync(new URL(file, folder), 'utf8') : undefined)
  return ids.map((id) => {
    const shared = read(`${id}.sql`) ?? ''
    return { id, sqlite: read(`${id}.sqlite.sql`) ?? shared, postgres: read(`${id}.postgres.sql`) ?? shared }
  })
}

/** Which migrations a store still lacks, and the first that it has and this Waymark does not know: a newer one made it. */
export function compareMigrations(applied: readonly { id: string }[], migrations = readMigrations()) {
  const done = new Set(applied.map(({ id }) => id))
  const known = new Set(migrations.map(({ id }) => id))
  return { pending: migrations.filter(({ id }) => !done.has(id)), newer: applied.find(({ id }) => !known.has(id))?.id }
}

/**
 * Brings the schema up to date; refuses a store whose schema this Waymark does not know. Several processes may call this at
 * once: one works, the others wait and find nothing to do.
 */
export async function migrate(store: OpenedStore, migrations = readMigrations()): Promise<string[]> {
  const { pending, newer } = compareMigrations(await appliedTo(store), migrations)
  if (newer) throw new Error(`A newer Waymark made this store (${newer}). Start that version, or restore a backup from before the upgrade.`)
  for (const migration of pending) await store.script(guarded(store.kind, migration))
  return pending.map(({ id }) => id)
}

/** A store without a schema gets the one of an earlier Waymark, so that what that one wrote fits; any other is brought up to date. */
export async function migrateAsFar(store: OpenedStore, ids: readonly string[]): Promise<void> {
  const isNew = (await appliedTo(store)).length === 0
  await migrate(store, isNew ? readMigrations().filter(({ id }) => ids.includes(id)) : readMigrations())
}

async function appliedTo(store: OpenedStore): Promise<{ id: string }[]> {
  await store.script(createLog(store.kind))
  return store.query<{ id: string }>('SELECT id FROM migrations ORDER BY id')
}

function guarded(kind: Store['kind'], { id, sqlite, postgres }: Migration): string {
  const stamp = `INSERT INTO migrations (id, applied_at) VALUES ('${id}', '${new Date().toISOString()}')`
  if (kind === 'sqlite') return `BEGIN IMMEDIATE;\n${sqlite}\n;${stamp};\nCOMMIT;`
  const body = `$migration$${postgres}$migration$`
  return `BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.migrating});
DO $guard$ BEGIN IF NOT EXISTS (SELECT 1 FROM migrations WHERE id = '${id}') THEN EXECUTE ${body}; ${stamp}; END IF; END $guard$;
COMMIT;`
}

/** CREATE TABLE IF NOT EXISTS alone can still fail on PostgreSQL when two processes run it at the same moment. */
function createLog(kind: Store['kind']): string {
  const create = 'CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at text NOT NULL)'
  return kind === 'sqlite' ? create : `BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.migrating}); ${create}; COMMIT;`
}

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { compareMigrations } from '../adapters/migrate.ts'
import { openPostgres } from '../adapters/postgres.ts'
import { storeFile } from '../adapters/sqlite.ts'
import type { Config } from '../config.ts'
import { checkDatabase } from '../serve.ts'
import { thrownMessage } from '../thrown.ts'
import type { Finding } from './doctor-machine.ts'

/** Looks at the store without changing it and without disturbing a service that uses it. */
export function checkStore(config: Config, now: Date): Promise<Finding[]> {
  return config.DATABASE_URL ? checkPostgres(config.DATABASE_URL, now) : checkSqlite(config.DATA_DIR, now)
}

async function checkSqlite(dataDir: string, now: Date): Promise<Finding[]> {
  const file = storeFile(dataDir)
  if (!existsSync(file))
    return [{ check: 'store', state: 'note', says: `There is no store in ${dataDir} yet: the first start creates it.` }]
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      const verdict = String(db.prepare('PRAGMA quick_check').get()?.quick_check)
      if (verdict !== 'ok') return [damaged(verdict)]
      const applied = db.prepare('SELECT id, applied_at FROM migrations').all() as Applied[]
      return [schemaFinding(applied, `embedded store in ${dataDir}`), clockFinding(newestOf(applied), now)]
    } finally {
      db.close()
    }
  } catch (error) {
    return [damaged(thrownMessage(error))]
  }
}

const damaged = (why: string): Finding => ({
  check: 'store',
  state: 'failed',
  says: `The embedded store cannot be read: ${why}`,
  fix: 'Stop the service, move the folder aside and use: waymark restore <backup>',
})

const oldestPostgres = 150_000

async function checkPostgres(url: string, now: Date): Promise<Finding[]> {
  try {
    const store = await openPostgres({ url, connections: 1, onError: () => {} })
    try {
      const [facts] = await store.query<{ version: string; clock: string; log: string | null; rights: boolean | null }>(
        `SELECT current_setting('server_version_num') AS version, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS clock,
           to_regclass('migrations')::text AS log,
           current_setting('transaction_read_only') = 'off' AND has_schema_privilege(current_schema(), 'CREATE') AND NOT EXISTS (
             SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')
           ) AS rights`,
      )
      if (Number(facts?.version) < oldestPostgres) {
        return [{ check: 'store', state: 'failed', says: `PostgreSQL ${facts?.version} is too old.`, fix: 'Use PostgreSQL 15 or newer.' }]
      }
      if (!facts?.rights) return [withoutRights]
      const applied = facts.log ? await store.query<Applied>('SELECT id, applied_at FROM migrations') : []
      return [schemaFinding(applied, `PostgreSQL ${Math.floor(Number(facts?.version) / 10_000)}`), skewFinding(String(facts?.clock), now)]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [{ check: 'store', state: 'failed', says: thrownMessage(error), fix: checkDatabase }]
  }
}

const withoutRights: Finding = {
  check: 'store',
  state: 'failed',
  says: 'PostgreSQL lets this role read at most: it may not make tables, or does not own those that are there.',
  fix: 'Let DATABASE_URL name a role that owns the database and may write to it.',
}

type Applied = { id: string; applied_at: string }

function schemaFinding(applied: readonly Applied[], where: string): Finding {
  const { pending, newer } = compareMigrations(applied)
  if (newer) {
    return {
      check: 'store',
      state: 'failed',
      says: `The ${where} was made by a newer Waymark (${newer}).`,
      fix: 'Install that version, or restore a backup from before the upgrade.',
    }
  }
  const coming = pending.length > 0 ? `; the next start brings ${pending.length} schema changes` : ''
  return { check: 'store', state: 'ok', says: `${where}${coming}` }
}

const newestOf = (applied: readonly Applied[]) =>
  applied
    .map(({ applied_at }) => applied_at)
    .sort()
    .at(-1) ?? ''
const mostSkewMs = 2000
const fixClock = 'Set the clock, or let the machine keep it by NTP.'

function clockFinding(newest: string, now: Date): Finding {
  if (newest > now.toISOString()) {
    return {
      check: 'clock',
      state: 'failed',
      says: `It is ${now.toISOString()} here, and the store was created at ${newest}.`,
      fix: fixClock,
    }
  }
  return { check: 'clock', state: 'ok', says: now.toISOString() }
}

function skewFinding(theirs: string, now: Date): Finding {
  const skew = Math.abs(Date.parse(theirs) - now.getTime())
  if (skew <= mostSkewMs) return { check: 'clock', state: 'ok', says: `${now.toISOString()}, in step with PostgreSQL` }
  return {
    check: 'clock',
    state: 'warning',
    says: `This machine and PostgreSQL are ${Math.round(skew / 1000)} seconds apart.`,
    fix: fixClock,
  }
}

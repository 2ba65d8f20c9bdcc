import { advisoryLocks } from './advisory-locks.ts'
import type { Queryable, SqlValue, Store } from './store.ts'

/** The tables that PostgreSQL keeps in one partition for each month, and the column that tells the month. */
export const monthlyTables = [
  { table: 'decisions', time: 'decided_at' },
  { table: 'outcomes', time: 'reported_at' },
] as const
type Monthly = (typeof monthlyTables)[number]

const monthsAhead = 2
/** A statement that waits for a partition makes all others wait behind it, so this one gives up early and comes again. */
const longestLockWait = "SET LOCAL lock_timeout = '2s'"

const monthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)
const nextMonth = (month: string) => monthOf(Number(month.slice(0, 4)), Number(month.slice(5)))
const partitionOf = (table: string, month: string) => `${table}_${month.replace('-', '_')}`
const isMonth = (text: string) => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)

/** The month of a moment and the ones that follow it. */
export function monthsFrom(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: monthsAhead + 1 }, (_, i) => monthOf(now.getUTCFullYear(), now.getUTCMonth() + i))
}

/**
 * Until the end of the transaction no month is made or dropped. Call it first: it also waits for those that are being made or dropped, and
 * only what is read after that is read from one state of the store.
 */
export async function keepMonths(tx: Queryable): Promise<void> {
  await tx.execute(`LOCK TABLE ${monthlyTables.map(({ table }) => table).join(', ')} IN ACCESS SHARE MODE`)
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.readingMonths})`)
}

/** Months are changed by one process at a time, and not while somebody reads all of them: waiting for that would make all others wait. */
async function mayChangeMonths(tx: Queryable): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.makingMonths})`)
  const [free] = await tx.query<{ may: boolean }>(`SELECT pg_try_advisory_xact_lock(${advisoryLocks.readingMonths}) AS may`)
  return free?.may === true
}

/** Makes the months to come, and those of rows that lie in the default partition because their month was not there in time. */
export async function makeMonths(store: Store, nowMs: number): Promise<string[]> {
  if (store.kind !== 'postgres') return []
  const made: string[] = []
  for (const monthly of monthlyTables) {
    const strays = await store.query<{ month: string }>(
      `SELECT DISTINCT substr(${monthly.time}, 1, 7) AS month FROM ${monthly.table}_default`,
    )
    const wanted = new Set([...monthsFrom(nowMs), ...strays.map(({ month }) => month).filter(isMonth)])
    const there = new Set((await partitions(store, monthly.table)).map(({ name }) => name))
    for (const month of [...wanted].sort()) {
      const name = partitionOf(monthly.table, month)
      if (there.has(name)) continue
      const isMade = await store.transaction(async (tx) => {
        await tx.execute(longestLockWait)
        return makeMonth(tx, monthly, month)
      })
      if (isMade) made.push(name)
    }
  }
  return made
}

/** Makes the months of rows that are about to be copied in, so that they need not pass through the default partition. */
export async function makeMonthsOf(tx: Queryable, name: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]) {
  const monthly = monthlyTables.find(({ table }) => table === name)
  if (!monthly) return
  // A backup of an earlier version is brought into its own schema first, which may have no months yet.
  if (!(await isThere(tx, `${name}_default`))) return
  const at = columns.indexOf(monthly.time)
  const months = new Set(rows.map((row) => String(row[at]).slice(0, 7)).filter(isMonth))
  for (const month of months) await makeMonth(tx, monthly, month)
}

/**
 * Rows of the month that lie in the default partition move with it: a month cannot be attached while they are there. False where it can
 * only be made later.
 */
async function makeMonth(tx: Queryable, { table, time }: Monthly, month: string): Promise<boolean> {
  const name = partitionOf(table, month)
  const end = nextMonth(month)
  if (await isThere(tx, name)) return true
  if (!(await mayChangeMonths(tx))) return false
  if (await isThere(tx, name)) return true
  await tx.execute(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`)
  await tx.execute(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`)
  await tx.execute(
    `WITH moved AS (DELETE FROM ${table}_default WHERE ${time} >= '${month}' AND ${time} < '${end}' RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  )
  await tx.execute(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${month}') TO ('${end}')`)
  return true
}

/** Asks the table itself: what `to_regclass` remembers may be older than what another process has just made. */
async function isThere(db: Queryable, name: string): Promise<boolean> {
  const found = await db.query('SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace', [name])
  return found.length > 0
}

/** Drops the months that ended before the cutoff; a month that has begun to be too old stays whole until all of it is. */
export async function dropMonths(store: Store, cutoff: string): Promise<string[]> {
  if (store.kind !== 'postgres') return []
  const dropped: string[] = []
  for (const { table } of monthlyTables) {
    for (const { name, month } of await partitions(store, table)) {
      if (month === null || nextMonth(month) > cutoff.slice(0, 7)) continue
      const isDropped = await store.transaction(async (tx) => {
        await tx.execute(longestLockWait)
        if (!(await mayChangeMonths(tx))) return false
        await tx.execute(`DROP TABLE IF EXISTS ${name}`)
        return true
      })
      if (isDropped) dropped.push(name)
    }
  }
  return dropped
}

/** The partitions of a table; the default one has no month. */
export async function partitions(db: Queryable, table: string): Promise<{ name: string; month: string | null }[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1) ORDER BY c.relname`,
    [table],
  )
  return rows.map(({ name }) => {
    const month = name.slice(table.length + 1).replace('_', '-')
    return { name, month: isMonth(month) ? month : null }
  })
}

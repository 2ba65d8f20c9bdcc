import type { Queryable } from './store.ts'

/** The process that changes the row has the turn; all others find it taken until `notSince` has moved past it. */
export async function takeTurn(db: Queryable, name: string, { now, notSince }: { now: string; notSince: string }): Promise<boolean> {
  const changed = await db.execute(
    `INSERT INTO jobs (name, started_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at WHERE jobs.started_at <= $3`,
    [name, now, notSince],
  )
  return changed === 1
}

/** Turns written by a clock that was ahead would otherwise stay taken until that time has come. */
export async function forgetFutureTurns(db: Queryable, now: string): Promise<void> {
  await db.execute('UPDATE jobs SET started_at = $1 WHERE started_at > $1', [now])
}

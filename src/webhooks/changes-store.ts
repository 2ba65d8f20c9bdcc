import { hourMs, isoTime } from '../storage/days.ts'
import { inList } from '../storage/in-list.ts'
import type { Queryable } from '../storage/store.ts'
import { listens } from './store.ts'

const mark = 'definition_changed'

/**
 * Up to when changes were announced; the first call starts from now, so that no old changes are announced. So does one that finds a time to
 * come, which a clock that was ahead has left.
 */
export async function announcedUpTo(db: Queryable, now: string): Promise<string> {
  const [known] = await db.query<{ at: string }>('SELECT at FROM webhook_marks WHERE name = $1', [mark])
  if (known && known.at <= isoTime(Date.parse(now) + hourMs)) return known.at
  await db.execute('INSERT INTO webhook_marks (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at', [mark, now])
  return now
}

/** Moves the mark; of several processes that saw the same changes one gets true. */
export async function moveMark(tx: Queryable, from: string, to: string): Promise<boolean> {
  return (await tx.execute('UPDATE webhook_marks SET at = $3 WHERE name = $1 AND at = $2', [mark, from, to])) === 1
}

export type Reporter = { subject: string; agent_identity_id: string }

/** Who has an address and has reported on one of these tools; by voices, which are found by tool and outlive the outcomes. */
export async function reportersOf(tx: Queryable, slugs: readonly string[]): Promise<Reporter[]> {
  const { places, values } = inList(slugs)
  return tx.query<Reporter>(
    `SELECT DISTINCT v.subject, a.agent_identity_id FROM voices v JOIN agents a ON a.agent_identity_id = v.voice
     WHERE ${listens} AND v.kind = 'tool' AND v.subject IN (${places})`,
    values,
  )
}

import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import { insertRecords } from '../../storage/records.ts'
import type { Queryable, Store } from '../../storage/store.ts'
import type { EvidenceBook } from './book.ts'
import { type ScoreDay, scoreDayOf } from './score-day.ts'

const columns = ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'] as const

/** Writes today's point of every tool with evidence over what was written earlier today. */
export async function writeScoreDays(
  store: Store,
  book: EvidenceBook,
  catalog: Pick<CatalogSnapshot, 'scoresOf'>,
  nowMs: number,
): Promise<number> {
  const points = book.subjects('tool').flatMap((slug) => scoreDayOf(book, catalog, slug, nowMs) ?? [])
  if (points.length > 0) await store.transaction((tx) => saveScoreDays(tx, points))
  return points.length
}

async function saveScoreDays(tx: Queryable, points: readonly ScoreDay[]): Promise<void> {
  const update = columns.slice(2).map((name) => `${name} = excluded.${name}`)
  await insertRecords(tx, { table: 'score_days', columns, onConflict: `(slug, day) DO UPDATE SET ${update.join(', ')}` }, points)
}

export async function scoreHistory(db: Queryable, slug: string, since: string): Promise<ScoreDay[]> {
  return db.query<ScoreDay>(`SELECT ${columns.join(', ')} FROM score_days WHERE slug = $1 AND day >= $2 ORDER BY day`, [slug, since])
}

import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import type { Queryable, Store } from '../../store.ts'
import type { EvidenceBook } from './book.ts'

/** One point of a tool's history. */
export type ScoreDay = {
  slug: string
  day: string
  overall_score: number
  value_score: number
  success_rate: number | null
  latency_ms: number | null
  evidence_count: number
}

const columns = ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'] as const

export function scoreDayOf(
  book: EvidenceBook,
  { scoresOf }: Pick<CatalogSnapshot, 'scoresOf'>,
  slug: string,
  nowMs: number,
): ScoreDay | undefined {
  const scores = scoresOf(slug)
  const seen = book.overall('tool', slug, nowMs)
  if (!scores || !seen || seen.voices === 0) return undefined
  return {
    slug,
    day: new Date(nowMs).toISOString().slice(0, 10),
    overall_score: scores.overall_score,
    value_score: scores.value_score,
    success_rate: seen.success.weight > 0 ? seen.success.mean : null,
    latency_ms: seen.latency.weight > 0 ? 10 ** seen.latency.mean : null,
    evidence_count: scores.evidence_count,
  }
}

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
  const rows = points.map((point) => columns.map((name) => point[name]))
  await tx.insertMany('score_days', columns, rows, `(slug, day) DO UPDATE SET ${update.join(', ')}`)
}

export async function scoreHistory(db: Queryable, slug: string, since: string): Promise<ScoreDay[]> {
  return db.query<ScoreDay>(`SELECT ${columns.join(', ')} FROM score_days WHERE slug = $1 AND day >= $2 ORDER BY day`, [slug, since])
}

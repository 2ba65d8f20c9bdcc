import type { Queryable } from '../storage/store.ts'
import type { Movement } from './overview-rules.ts'

/** The scores that moved most between the first and the last recorded day since then. */
export async function largestMovements(db: Queryable, sinceDay: string, limit: number): Promise<Movement[]> {
  return db.query<Movement>(
    `SELECT span.slug, a.overall_score AS score_before, b.overall_score AS score_after,
       a.success_rate AS success_before, b.success_rate AS success_after, a.latency_ms AS latency_before, b.latency_ms AS latency_after,
       a.evidence_count AS reports_before, b.evidence_count AS reports_after
     FROM (SELECT slug, min(day) AS first_day, max(day) AS last_day FROM score_days WHERE day >= $1 GROUP BY slug) AS span
     JOIN score_days AS a ON a.slug = span.slug AND a.day = span.first_day
     JOIN score_days AS b ON b.slug = span.slug AND b.day = span.last_day
     WHERE a.overall_score <> b.overall_score
     ORDER BY abs(b.overall_score - a.overall_score) DESC, span.slug LIMIT $2`,
    [sinceDay, limit],
  )
}

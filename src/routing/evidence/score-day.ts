import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import { dayOf, isoTime } from '../../storage/days.ts'
import type { EvidenceBook } from './book.ts'

/** For how many days points are kept, and can be asked for. */
export const scoreDaysKept = 400

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

/** Today's point of a tool, where there is evidence for one. */
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
    day: dayOf(isoTime(nowMs)),
    overall_score: scores.overall_score,
    value_score: scores.value_score,
    success_rate: seen.success.weight > 0 ? seen.success.mean : null,
    latency_ms: seen.latency.weight > 0 ? 10 ** seen.latency.mean : null,
    evidence_count: scores.evidence_count,
  }
}

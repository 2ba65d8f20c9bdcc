import { newcomerTrustScore } from '../../agents/rules.ts'
import type { Queryable } from '../../store.ts'
import type { AcceptedOutcome, Outcome } from '../evidence-sink.ts'
import type { Delta, Kind } from './book.ts'
import type { Conduct } from './conduct.ts'
import type { ConductDelta } from './deltas.ts'
import type { Tally } from './tally.ts'

const sums = ['reports', 'weight', 'success', 'quality', 'quality_weight', 'latency', 'latency_weight', 'cost', 'cost_weight'] as const
const voiceColumns = ['kind', 'subject', 'cluster', 'voice', ...sums, 'last_at'] as const
const addAll = sums.map((name) => `${name} = voices.${name} + excluded.${name}`).join(', ')

export async function addVoices(tx: Queryable, deltas: readonly Delta[], now: string): Promise<void> {
  await tx.insertMany(
    'voices',
    voiceColumns,
    deltas.map(({ kind, subject, cluster, voice, tally }) => [kind, subject, cluster, voice, ...sums.map((name) => tally[name]), now]),
    `(kind, subject, cluster, voice) DO UPDATE SET ${addAll}, last_at = excluded.last_at`,
  )
}

export async function addConduct(tx: Queryable, deltas: readonly ConductDelta[]): Promise<void> {
  await tx.insertMany(
    'conduct',
    ['voice', 'network', 'first_at', 'reports', 'linked'],
    deltas.map(({ voice, network, first_at, reports, linked }) => [voice, network, first_at, reports, linked]),
    '(voice) DO UPDATE SET reports = conduct.reports + excluded.reports, linked = conduct.linked + excluded.linked',
  )
  await tx.insertMany(
    'conduct_days',
    ['voice', 'day'],
    deltas.flatMap(({ voice, days }) => days.map((day) => [voice, day])),
    '(voice, day) DO NOTHING',
  )
}

type VoiceRow = Tally & { kind: Kind; subject: string; cluster: string; voice: string }
type ConductRow = {
  voice: string
  network: string
  first_at: string
  registered_at: string | null
  reports: number
  linked: number
  days: number
  trust_score: number | null
}

const conductQuery = `SELECT conduct.voice AS voice, network, first_at, registered_at, reports, linked, trust_score,
    (SELECT count(*) FROM conduct_days WHERE conduct_days.voice = conduct.voice) AS days
  FROM conduct LEFT JOIN agents ON agents.agent_identity_id = conduct.voice`

const pageSize = 20_000

/** Reads every voice, a page at a time, so that a large store neither blocks nor swells the process. */
export async function* allVoices(db: Queryable): AsyncGenerator<VoiceRow> {
  let after: [string, string, string, string] = ['', '', '', '']
  for (;;) {
    const rows = await db.query<VoiceRow>(
      `SELECT kind, subject, cluster, voice, ${sums.join(', ')} FROM voices
       WHERE (kind, subject, cluster, voice) > ($1, $2, $3, $4) ORDER BY kind, subject, cluster, voice LIMIT ${pageSize}`,
      after,
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = [last.kind, last.subject, last.cluster, last.voice]
  }
}

export async function voicesOf(db: Queryable, kind: Kind, subject: string): Promise<VoiceRow[]> {
  return db.query<VoiceRow>(`SELECT kind, subject, cluster, voice, ${sums.join(', ')} FROM voices WHERE kind = $1 AND subject = $2`, [
    kind,
    subject,
  ])
}

export async function allConduct(db: Queryable): Promise<Map<string, Conduct>> {
  const rows = await db.query<ConductRow>(conductQuery)
  return new Map(rows.map((row) => [row.voice, conductFrom(row)]))
}

export async function conductsOf(db: Queryable, kind: Kind, subject: string): Promise<Map<string, Conduct>> {
  const rows = await db.query<ConductRow>(
    `${conductQuery} WHERE conduct.voice IN (SELECT voice FROM voices WHERE kind = $1 AND subject = $2)`,
    [kind, subject],
  )
  return new Map(rows.map((row) => [row.voice, conductFrom(row)]))
}

function conductFrom(row: ConductRow): Conduct {
  const anonymous = row.trust_score === null
  return {
    network: row.network,
    first_at_ms: Date.parse(row.registered_at ?? row.first_at),
    days: row.days,
    reports: row.reports,
    linked: row.linked,
    agreement: null,
    shadow: !anonymous && (row.trust_score ?? 0) < newcomerTrustScore,
    anonymous,
  }
}

export async function daysSince(db: Queryable, day: string): Promise<{ voice: string; day: string }[]> {
  return db.query<{ voice: string; day: string }>('SELECT voice, day FROM conduct_days WHERE day >= $1', [day])
}

/** Every outcome in the order it was reported, for building all evidence anew. */
export async function* allOutcomes(db: Queryable): AsyncGenerator<AcceptedOutcome[]> {
  let after: [string, string] = ['', '']
  for (;;) {
    const rows = await db.query<Outcome>(
      'SELECT * FROM outcomes WHERE (reported_at, outcome_id) > ($1, $2) ORDER BY reported_at, outcome_id LIMIT 5000',
      after,
    )
    if (rows.length === 0) return
    yield rows.map((outcome) => ({ outcome, standing: null }))
    const last = rows.at(-1)!
    after = [last.reported_at, last.outcome_id]
  }
}

export async function clearEvidence(tx: Queryable): Promise<void> {
  for (const table of ['voices', 'conduct', 'conduct_days']) await tx.execute(`DELETE FROM ${table}`)
}

export type ScoreDay = {
  slug: string
  day: string
  overall_score: number
  value_score: number
  success_rate: number | null
  latency_ms: number | null
  evidence_count: number
}

const dayColumns = ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'] as const

export async function saveScoreDays(tx: Queryable, points: readonly ScoreDay[]): Promise<void> {
  const update = dayColumns.slice(2).map((name) => `${name} = excluded.${name}`)
  const rows = points.map((point) => dayColumns.map((name) => point[name]))
  await tx.insertMany('score_days', dayColumns, rows, `(slug, day) DO UPDATE SET ${update.join(', ')}`)
}

export async function scoreHistory(db: Queryable, slug: string, limit: number): Promise<ScoreDay[]> {
  const rows = await db.query<ScoreDay>(`SELECT ${dayColumns.join(', ')} FROM score_days WHERE slug = $1 ORDER BY day DESC LIMIT $2`, [
    slug,
    limit,
  ])
  return rows.reverse()
}

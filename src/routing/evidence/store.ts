import { isShadow } from '../../agents/rules.ts'
import { insertRecords } from '../../storage/records.ts'
import { type Queryable, together } from '../../storage/store.ts'
import type { Kind } from '../evidence-sink.ts'
import type { Delta, Subject } from './book.ts'
import type { Conduct } from './conduct.ts'
import type { ConductDelta, EvidenceOutcome } from './deltas.ts'
import { sums, type Tally } from './tally.ts'

const keys = ['kind', 'subject', 'era', 'cluster', 'voice'] as const
const evidenceTables = ['voices', 'conduct', 'conduct_days']
const addAll = sums.map((name) => `${name} = voices.${name} + excluded.${name}`).join(', ')

export async function addVoices(tx: Queryable, deltas: readonly Delta[], now: string): Promise<void> {
  await tx.insertMany(
    'voices',
    [...keys, ...sums, 'last_at'],
    deltas.map(({ tally, ...delta }) => [...keys.map((name) => delta[name]), ...sums.map((name) => tally[name]), now]),
    `(${keys.join(', ')}) DO UPDATE SET ${addAll}, last_at = excluded.last_at`,
  )
}

export async function addConduct(tx: Queryable, deltas: readonly ConductDelta[]): Promise<void> {
  const days = deltas.flatMap(({ voice, days }) => days.map((day) => [voice, day]))
  await together([addConductSums(tx, deltas), tx.insertMany('conduct_days', ['voice', 'day'], days, '(voice, day) DO NOTHING')])
}

const onConductConflict = '(voice) DO UPDATE SET linked = conduct.linked + excluded.linked'

/** The same without the days. */
export async function addConductSums(tx: Queryable, deltas: readonly Omit<ConductDelta, 'days'>[]): Promise<void> {
  await insertRecords(tx, { table: 'conduct', columns: ['voice', 'network', 'first_at', 'linked'], onConflict: onConductConflict }, deltas)
}

export type Definition = { slug: string; defined_at: string }

/** Remembers under which definition of a tool reports came in, so that evidence can be rebuilt from the outcomes. */
export async function addDefinitions(tx: Queryable, definitions: readonly Definition[]): Promise<void> {
  if (definitions.length === 0) return
  const onConflict = '(slug, defined_at) DO NOTHING'
  await insertRecords(tx, { table: 'tool_definitions', columns: ['slug', 'defined_at'], onConflict }, definitions)
}

export async function allDefinitions(db: Queryable): Promise<Definition[]> {
  return db.query<Definition>('SELECT slug, defined_at FROM tool_definitions ORDER BY slug, defined_at')
}

export type VoiceRow = Tally & Omit<Delta, 'tally'>

/** The row of the store as the delta it sums up; its sums are read, never changed, so they need no copy. */
export function deltaOfRow(row: VoiceRow): Delta {
  const { kind, subject, era, cluster, voice } = row
  return { kind, subject, era, cluster, voice, tally: row }
}

const pageSize = 20_000
/** Rows of voices are wide: a small page keeps what both threads hold at a time small. */
const voicesPerPage = 2000
const voiceColumns = [...keys, ...sums].join(', ')
const keyColumns = keys.join(', ')

/** Reads every voice, a page at a time, so that a large store neither blocks nor swells the process; the next page comes meanwhile. */
export async function* allVoices(db: Queryable): AsyncGenerator<VoiceRow[]> {
  const pageAfter = (after: readonly string[]) =>
    db.query<VoiceRow>(
      `SELECT ${voiceColumns} FROM voices WHERE (${keyColumns}) > ($1, $2, $3, $4, $5) ORDER BY ${keyColumns} LIMIT ${voicesPerPage}`,
      after,
    )
  let coming: Promise<VoiceRow[]> | undefined = pageAfter(keys.map(() => ''))
  while (coming) {
    const rows: VoiceRow[] = await coming
    const last = rows.at(-1)
    coming = last && rows.length === voicesPerPage ? pageAfter(keys.map((name) => last[name])) : undefined
    coming?.catch(() => {})
    yield rows
  }
}

export async function voicesOf(db: Queryable, kind: Kind, subject: string): Promise<VoiceRow[]> {
  return db.query<VoiceRow>(`SELECT ${voiceColumns} FROM voices WHERE kind = $1 AND subject = $2`, [kind, subject])
}

/** What was reported on since then, by any process. */
export async function subjectsSince(db: Queryable, since: string): Promise<Subject[]> {
  return db.query<Subject>('SELECT DISTINCT kind, subject FROM voices WHERE last_at >= $1', [since])
}

export async function subjectsOf(db: Queryable, voice: string): Promise<Subject[]> {
  return db.query<Subject>('SELECT DISTINCT kind, subject FROM voices WHERE voice = $1', [voice])
}

type ConductRow = {
  voice: string
  network: string
  first_at: string
  linked: number
  days: number
  last_day: string | null
  trust_score: number | null
}

const conductQuery = `SELECT conduct.voice AS voice, network, first_at, linked, trust_score,
    (SELECT count(*) FROM conduct_days WHERE conduct_days.voice = conduct.voice) AS days,
    (SELECT max(day) FROM conduct_days WHERE conduct_days.voice = conduct.voice) AS last_day
  FROM conduct LEFT JOIN agents ON agents.agent_identity_id = conduct.voice`

export async function* allConduct(db: Queryable): AsyncGenerator<readonly [string, Conduct]> {
  let after = ''
  for (;;) {
    const rows = await db.query<ConductRow>(`${conductQuery} WHERE conduct.voice > $1 ORDER BY conduct.voice LIMIT ${pageSize}`, [after])
    for (const row of rows) yield [row.voice, conductFrom(row)]
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.voice
  }
}

export async function conductsOf(db: Queryable, kind: Kind, subject: string): Promise<Map<string, Conduct>> {
  const rows = await db.query<ConductRow>(
    `${conductQuery} WHERE conduct.voice IN (SELECT voice FROM voices WHERE kind = $1 AND subject = $2)`,
    [kind, subject],
  )
  return new Map(rows.map((row) => [row.voice, conductFrom(row)]))
}

function conductFrom(row: ConductRow): Conduct {
  return {
    network: row.network,
    first_at_ms: Date.parse(row.first_at),
    days: row.days,
    last_day: row.last_day ?? '',
    linked: row.linked,
    agreement: null,
    shadow: row.trust_score !== null && isShadow(row.trust_score),
    anonymous: row.trust_score === null,
  }
}

const evidenceColumns =
  'kind, subject, cluster, agent_identity_id, network, success, quality, latency_ms, cost_usd, decision_id, evidence, reported_at, outcome_id'

export type OutcomePage = { outcomes: EvidenceOutcome[]; after: [string, string]; until: [string, string] }

/** Every outcome in the order it was reported, for rebuilding all evidence. */
export async function* allOutcomes(db: Queryable): AsyncGenerator<OutcomePage> {
  let after: [string, string] = ['', '']
  for (;;) {
    const rows = await db.query<EvidenceOutcome & { outcome_id: string }>(
      `SELECT ${evidenceColumns} FROM outcomes WHERE (reported_at, outcome_id) > ($1, $2) ORDER BY reported_at, outcome_id LIMIT ${pageSize}`,
      after,
    )
    const last = rows.at(-1)
    if (!last) return
    const until: [string, string] = [last.reported_at, last.outcome_id]
    yield { outcomes: rows, after, until }
    if (rows.length < pageSize) return
    after = until
  }
}

/** The days on which voices reported, of a page of outcomes. Voices are named here as `voiceOf` names them, to spare moving the rows. */
export async function addDaysOf(tx: Queryable, { after, until }: OutcomePage): Promise<void> {
  await tx.execute(
    `INSERT INTO conduct_days (voice, day)
     SELECT DISTINCT COALESCE(agent_identity_id, 'network:' || network), substr(reported_at, 1, 10) FROM outcomes
     WHERE (reported_at, outcome_id) > ($1, $2) AND (reported_at, outcome_id) <= ($3, $4) AND evidence = 1
     ON CONFLICT (voice, day) DO NOTHING`,
    [...after, ...until],
  )
}

export async function clearEvidence(tx: Queryable): Promise<void> {
  for (const table of evidenceTables) await tx.execute(`DELETE FROM ${table}`)
}

/** The voice of what nobody in particular said. */
export const nobody = 'network:'

/** Adds what an agent said to what nobody in particular said, as its outcomes without its name would. Returns what it spoke on. */
export async function forgetVoice(tx: Queryable, voice: string): Promise<Subject[]> {
  await tx.execute('UPDATE examples SET voice = $2 WHERE voice = $1', [voice, nobody])
  if ((await tx.query('SELECT voice FROM conduct WHERE voice = $1', [voice])).length === 0) return []
  const spokenOn = await subjectsOf(tx, voice)
  const told = [...sums, 'last_at'].join(', ')
  await tx.execute(
    `INSERT INTO voices (kind, subject, era, cluster, voice, ${told})
     SELECT kind, subject, era, cluster, $2, ${told} FROM voices WHERE voice = $1
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${addAll}`,
    [voice, nobody],
  )
  await tx.execute(
    `INSERT INTO conduct (voice, network, first_at, linked) SELECT $2, '', first_at, linked FROM conduct WHERE voice = $1
     ON CONFLICT ${onConductConflict}`,
    [voice, nobody],
  )
  await tx.execute(
    'INSERT INTO conduct_days (voice, day) SELECT $2, day FROM conduct_days WHERE voice = $1 ON CONFLICT (voice, day) DO NOTHING',
    [voice, nobody],
  )
  for (const table of evidenceTables) await tx.execute(`DELETE FROM ${table} WHERE voice = $1`, [voice])
  return spokenOn
}

import { highestTrustScore } from '../agents/rules.ts'
import type { Balance } from '../credits/store.ts'
import type { Outcome, Standing } from '../routing/evidence-sink.ts'
import { dayMs, hourMs, isoTime } from '../storage/days.ts'
import { inList, inLists } from '../storage/in-list.ts'
import { insertRecords } from '../storage/records.ts'
import type { Queryable } from '../storage/store.ts'
import type { KeyedAct, RecordResult } from './act.ts'
import type { Activity } from './health.ts'

const outcomeColumns = [
  'outcome_id',
  'kind',
  'subject',
  'agent_identity_id',
  'network',
  'outcome',
  'success',
  'quality',
  'latency_ms',
  'cost_usd',
  'input_tokens',
  'output_tokens',
  'decision_id',
  'cluster',
  'source',
  'evidence',
  'reported_at',
] as const

export async function insertOutcomes(tx: Queryable, outcomes: readonly Outcome[]): Promise<number> {
  return insertRecords(tx, { table: 'outcomes', columns: outcomeColumns }, outcomes)
}

export type AgentState = { standing: Standing; balance: Balance; telemetry: boolean; has_webhook: boolean }
type AgentRow = Standing & { [K in keyof Balance]: Balance[K] | null } & { preferences: string; has_webhook: number }

/** All that recording needs to know of the agents of a batch, in one query. */
export async function loadAgents(db: Queryable, agentIds: readonly string[]): Promise<Map<string, AgentState>> {
  if (agentIds.length === 0) return new Map()
  const { places, values } = inList(agentIds)
  const rows = await db.query<AgentRow>(
    `SELECT a.agent_identity_id, a.trust_score, a.verified_at, a.preferences, b.credits_hundredths,
       b.reputation_hundredths, b.earned_day, b.earned_hundredths, b.health_shown_at,
       CASE WHEN a.webhook_url IS NULL THEN 0 ELSE 1 END AS has_webhook
     FROM agents a LEFT JOIN balances b ON b.agent_identity_id = a.agent_identity_id WHERE a.agent_identity_id IN (${places})`,
    values,
  )
  return new Map(rows.map((row) => [row.agent_identity_id, agentStateOf(row)]))
}

function agentStateOf(row: AgentRow): AgentState {
  const { agent_identity_id, trust_score, verified_at, preferences } = row
  return {
    standing: { agent_identity_id, trust_score, verified_at },
    balance: {
      credits_hundredths: row.credits_hundredths ?? 0,
      reputation_hundredths: row.reputation_hundredths ?? 0,
      earned_day: row.earned_day ?? '',
      earned_hundredths: row.earned_hundredths ?? 0,
      health_shown_at: row.health_shown_at,
    },
    telemetry: !preferences.includes('"telemetry"') || (JSON.parse(preferences) as { telemetry?: boolean }).telemetry !== false,
    has_webhook: row.has_webhook === 1,
  }
}

export async function loadRepeats(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { places, values } of inLists(keys)) {
    const rows = await db.query<{ repeat_key: string }>(`SELECT repeat_key FROM repeats WHERE repeat_key IN (${places})`, values)
    for (const { repeat_key } of rows) found.add(repeat_key)
  }
  return found
}

/** What was said for the first time, by its repeat key, and when. */
export async function insertRepeats(tx: Queryable, said: ReadonlyMap<string, string>): Promise<void> {
  await tx.insertMany('repeats', ['repeat_key', 'first_at'], [...said], '(repeat_key) DO NOTHING')
}

export async function loadActs(db: Queryable, actKeys: readonly string[]): Promise<Map<string, RecordResult>> {
  if (actKeys.length === 0) return new Map()
  const { places, values } = inList(actKeys)
  const rows = await db.query<{ act_key: string; result: string }>(`SELECT act_key, result FROM acts WHERE act_key IN (${places})`, values)
  return new Map(rows.map(({ act_key, result }) => [act_key, JSON.parse(result) as RecordResult]))
}

export async function insertActs(tx: Queryable, keyed: readonly KeyedAct[]): Promise<void> {
  const records = keyed.map((act) => ({ ...act, result: JSON.stringify(act.result) }))
  await insertRecords(tx, { table: 'acts', columns: ['act_key', 'agent_identity_id', 'result', 'recorded_at'] }, records)
}

/** Adds to the stored scores rather than setting them, so that a change made meanwhile elsewhere is kept. */
export async function addTrust(tx: Queryable, deltas: ReadonlyMap<string, number>): Promise<void> {
  const byDelta = Map.groupBy(deltas, ([, delta]) => delta)
  for (const [delta, agents] of byDelta) {
    const { places, values } = inList(
      agents.map(([id]) => id),
      2,
    )
    await tx.execute(
      `UPDATE agents SET trust_score = CASE WHEN trust_score + $1 > ${highestTrustScore} THEN ${highestTrustScore} WHEN trust_score + $1 < 0 THEN 0 ELSE trust_score + $1 END
       WHERE agent_identity_id IN (${places})`,
      [delta, ...values],
    )
  }
}

type Contribution = {
  contribution_id: string
  agent_identity_id: string | null
  limit_key: string
  contribution_type: string
  skill_slug: string
  runs: number
  contribution_score: number
  submitted_at: string
}

export async function insertContribution(tx: Queryable, row: Contribution): Promise<void> {
  const columns = [
    'contribution_id',
    'agent_identity_id',
    'limit_key',
    'contribution_type',
    'skill_slug',
    'runs',
    'contribution_score',
    'submitted_at',
  ] as const
  await insertRecords(tx, { table: 'contributions', columns }, [row])
}

/**
 * How many contributions count against the limit of an hour, and when the oldest of them came. Another clock may be a little ahead; what is
 * further in the future was written under a wrong one, and would count until then.
 */
export async function countContributions(
  db: Queryable,
  limitKey: string,
  nowMs: number,
): Promise<{ count: number; oldest: string | null }> {
  const [row] = await db.query<{ count: number; oldest: string | null }>(
    'SELECT COUNT(*) AS count, MIN(submitted_at) AS oldest FROM contributions WHERE limit_key = $1 AND submitted_at > $2 AND submitted_at <= $3',
    [limitKey, isoTime(nowMs - hourMs), isoTime(nowMs + hourMs)],
  )
  return row ?? { count: 0, oldest: null }
}

export const activityDays = 30
const activityMs = activityDays * dayMs
export const activitySince = (now: Date) => isoTime(now.getTime() - activityMs)

const mostJudged = 1000

/** The latest thousand outcomes of the last 30 days, counted the way the health checks need them. */
export async function readActivity(db: Queryable, agentIdentityId: string, now: Date): Promise<Activity> {
  const [[outcomes], [decisions]] = await Promise.all([
    db.query<Omit<Activity, 'decisions'>>(
      `SELECT COUNT(*) AS submissions, COUNT(DISTINCT quality) AS distinct_qualities, COUNT(decision_id) AS linked,
         COALESCE(SUM(CASE WHEN outcome = 'success' THEN 1 ELSE 0 END), 0) AS successes
       FROM (SELECT outcome, quality, decision_id FROM outcomes WHERE agent_identity_id = $1 AND reported_at >= $2
             ORDER BY reported_at DESC LIMIT ${mostJudged}) AS latest`,
      [agentIdentityId, activitySince(now)],
    ),
    db.query<{ decisions: number }>(
      `SELECT COUNT(*) AS decisions FROM (SELECT decision_id FROM decisions WHERE agent_identity_id = $1 AND decided_at >= $2
         LIMIT ${mostJudged}) AS latest`,
      [agentIdentityId, activitySince(now)],
    ),
  ])
  return { submissions: 0, linked: 0, distinct_qualities: 0, successes: 0, ...outcomes, decisions: decisions?.decisions ?? 0 }
}

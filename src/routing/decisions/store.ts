import type { TaskType } from '../../catalog/models.ts'
import { isoTime } from '../../storage/days.ts'
import { inList } from '../../storage/in-list.ts'
import { insertRecords } from '../../storage/records.ts'
import type { Queryable } from '../../storage/store.ts'
import { type LinkableDecision, linkableMs } from './link.ts'

export type Decision = LinkableDecision & {
  kind: 'route' | 'model'
  recommended_skill: string | null
  task_type: TaskType
  capability: string | null
  propensity: number
  explored: number
  fingerprint: string
}

/** Decisions are written a moment after they are answered; code that must find some of them settles them first. */
export type DecisionWriter = {
  settle: (decisionIds: readonly string[]) => Promise<void>
  settleAgent: (agentIdentityId: string) => Promise<void>
}

declare module '../../calls/operation.ts' {
  interface Context {
    decisions: DecisionWriter
  }
}

/** Older decisions cannot be linked, even with a clock that is off, so only the latest months are searched. */
const markableSince = (now: string) => isoTime(Date.parse(now) - 2 * linkableMs)

const columns = [
  'decision_id',
  'agent_identity_id',
  'kind',
  'approach',
  'recommended_skill',
  'recommended_model',
  'tier',
  'task_type',
  'capability',
  'cluster',
  'propensity',
  'explored',
  'fingerprint',
  'decided_at',
  'linked_at',
] as const

export async function insertDecisions(tx: Queryable, decisions: readonly Decision[]): Promise<number> {
  const before = await decidedBefore(tx, decisions)
  const fresh = decisions.filter(({ decision_id }) => !before.has(decision_id))
  return insertRecords(tx, { table: 'decisions', columns, onConflict: 'DO NOTHING' }, fresh)
}

/**
 * Random ids, UUIDs of version 4, never repeat. One made from an Idempotency-Key may come again at another time, which the table's key
 * would let through.
 */
const isRandom = ({ decision_id }: Decision) => decision_id[14] === '4'

async function decidedBefore(tx: Queryable, decisions: readonly Decision[]): Promise<ReadonlySet<string>> {
  const retried = decisions.filter((decision) => !isRandom(decision))
  if (!retried[0]) return new Set()
  const ids = retried.map(({ decision_id }) => decision_id)
  const found = await decisionsSince(tx, ids, markableSince(retried[0].decided_at))
  return new Set(found.keys())
}

/** With `now` the months in which a decision can still be linked are searched first, and the rest only for what is not there. */
export async function loadDecisions(db: Queryable, decisionIds: readonly string[], now?: string): Promise<Map<string, LinkableDecision>> {
  if (now === undefined) return decisionsSince(db, decisionIds, '')
  const latest = await decisionsSince(db, decisionIds, markableSince(now))
  const missing = decisionIds.filter((id) => !latest.has(id))
  return missing.length === 0 ? latest : new Map([...latest, ...(await decisionsSince(db, missing, ''))])
}

async function decisionsSince(db: Queryable, decisionIds: readonly string[], since: string): Promise<Map<string, LinkableDecision>> {
  if (decisionIds.length === 0) return new Map()
  const { places, values } = inList(decisionIds, 2)
  const rows = await db.query<LinkableDecision>(
    `SELECT decision_id, agent_identity_id, approach, cluster, tier, recommended_model, decided_at, linked_at FROM decisions
     WHERE decided_at >= $1 AND decision_id IN (${places})`,
    [since, ...values],
  )
  return new Map(rows.map((row) => [row.decision_id, row]))
}

/** Marks decisions as linked; the caller must compare the count, since another writer may have been first. */
export async function markLinked(tx: Queryable, decisionIds: readonly string[], now: string): Promise<number> {
  if (decisionIds.length === 0) return 0
  const { places, values } = inList(decisionIds, 3)
  return tx.execute(`UPDATE decisions SET linked_at = $1 WHERE linked_at IS NULL AND decided_at >= $2 AND decision_id IN (${places})`, [
    now,
    markableSince(now),
    ...values,
  ])
}

export type KeptTask = { fingerprint: string; task: string; kept_at: string }

/** Only where the operator chose to keep task text. */
export async function keepTasks(tx: Queryable, tasks: readonly KeptTask[]): Promise<void> {
  const onConflict = '(fingerprint) DO NOTHING'
  await insertRecords(tx, { table: 'task_texts', columns: ['fingerprint', 'task', 'kept_at'], onConflict }, tasks)
}

/** What needed a tool and found none, by cluster, most often first. */
export async function unresolvedByCluster(db: Queryable, since: string): Promise<{ cluster: string; count: number }[]> {
  return db.query<{ cluster: string; count: number }>(
    `SELECT cluster, count(*) AS count FROM decisions
     WHERE approach = 'mcp_server' AND recommended_skill IS NULL AND decided_at >= $1
     GROUP BY cluster ORDER BY count(*) DESC, cluster LIMIT 100`,
    [since],
  )
}

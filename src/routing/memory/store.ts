import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable, SqlValue } from '../../storage/store.ts'
import type { Kind } from '../evidence-sink.ts'
import type { CandidateHistory, ClusterHistory } from './agent-memory.ts'

export type AgentHistory = Record<Kind, ClusterHistory[]>
/** Beyond this an answer does without a memory. */
export const longestLookupMs = 200

type OutcomeRow = CandidateHistory & {
  kind: Kind
  cluster: string
  /** Outcomes without a decision that already counts as their call. */
  uncounted: number
}
type DecisionRow = { is_tool: number; cluster: string; calls: number; latest: string }

const sums = `SELECT o.kind, o.cluster, o.subject, COUNT(*) AS sample_size,
  SUM(CASE WHEN o.outcome = 'success' THEN 1 ELSE 0 END) AS successes, SUM(o.success) AS success_sum, COUNT(o.quality) AS rated,
  COALESCE(SUM(o.quality), 0) AS quality_sum`
const bySubject = 'GROUP BY o.kind, o.cluster, o.subject ORDER BY o.subject'
/** The agent's own decision of the same kind (tool or model), which is then already counted as the call of this outcome. */
const countedDecision = `LEFT JOIN decisions d ON d.decision_id = o.decision_id AND d.agent_identity_id = o.agent_identity_id
  AND CASE WHEN d.recommended_skill IS NULL THEN 'model' ELSE 'tool' END = o.kind`

/** Null when the store takes longer than a caller should wait for a memory. */
async function inTime<T>(lookup: Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const timeout = sleep(longestLookupMs, null, { signal: late.signal }).catch(() => null)
  const found = await Promise.race([lookup, timeout])
  late.abort()
  return found
}

/** All clusters of an agent's latest work, or one of them; null when that takes too long. */
export async function readHistory(db: Queryable, agentIdentityId: string, cluster?: string): Promise<AgentHistory | null> {
  return inTime(loadHistory(db, agentIdentityId, cluster))
}

/** A busy agent has tens of thousands of runs, and what served it lately says more than what served it months ago. */
const mostRuns = 5000
/** How many of an agent's latest outcomes and decisions are looked through, of whatever kind and cluster. */
export const mostSeen = 10_000

const latestOutcomes = (
  since = '',
) => `(SELECT kind, cluster, subject, outcome, success, quality, decision_id, agent_identity_id, reported_at
  FROM outcomes WHERE agent_identity_id = $1 ${since} ORDER BY reported_at DESC LIMIT ${mostSeen})`
const latestDecisions = `(SELECT recommended_skill, cluster, decided_at FROM decisions
  WHERE agent_identity_id = $1 ORDER BY decided_at DESC LIMIT ${mostSeen})`

/** How an agent's latest runs of tools went since then, by cluster; null when that takes too long. */
export async function readToolRuns(db: Queryable, agentIdentityId: string, since: string): Promise<ClusterHistory[] | null> {
  const runs = db.query<OutcomeRow>(
    `${sums}, COUNT(*) AS uncounted FROM
       (SELECT * FROM ${latestOutcomes('AND reported_at >= $2')} AS latest WHERE kind = 'tool' ORDER BY reported_at DESC LIMIT ${mostRuns}) AS o
     ${bySubject}`,
    [agentIdentityId, since],
  )
  return inTime(runs.then((outcomes) => gather('tool', outcomes, [])))
}

async function loadHistory(db: Queryable, agentIdentityId: string, cluster: string | undefined): Promise<AgentHistory> {
  const values: SqlValue[] = cluster === undefined ? [agentIdentityId] : [agentIdentityId, cluster]
  const inCluster = (table: 'o' | 'd') => (cluster === undefined ? '' : `WHERE ${table}.cluster = $2`)
  const [outcomes, decisions] = await Promise.all([
    db.query<OutcomeRow>(
      `${sums}, SUM(CASE WHEN d.decision_id IS NULL THEN 1 ELSE 0 END) AS uncounted FROM ${latestOutcomes()} AS o ${countedDecision}
       ${inCluster('o')} ${bySubject}`,
      values,
    ),
    db.query<DecisionRow>(
      `SELECT CASE WHEN d.recommended_skill IS NULL THEN 0 ELSE 1 END AS is_tool, d.cluster, COUNT(*) AS calls, MAX(d.decided_at) AS latest
       FROM ${latestDecisions} AS d ${inCluster('d')} GROUP BY CASE WHEN d.recommended_skill IS NULL THEN 0 ELSE 1 END, d.cluster`,
      values,
    ),
  ])
  return { tool: gather('tool', outcomes, decisions), model: gather('model', outcomes, decisions) }
}

/** A call is a routing decision, or an outcome that belongs to none of them. */
function gather(kind: Kind, outcomes: readonly OutcomeRow[], decisions: readonly DecisionRow[]): ClusterHistory[] {
  const clusters = new Map<string, ClusterHistory>()
  const of = (cluster: string) => {
    const known = clusters.get(cluster) ?? { cluster, call_count: 0, last_decision_at: null, candidates: [] }
    clusters.set(cluster, known)
    return known
  }
  for (const { cluster, calls, latest, is_tool } of decisions) {
    if ((is_tool === 1) !== (kind === 'tool')) continue
    const found = of(cluster)
    found.call_count += calls
    found.last_decision_at = latest
  }
  for (const { kind: outcomeKind, cluster, uncounted, ...candidate } of outcomes) {
    if (outcomeKind !== kind) continue
    const found = of(cluster)
    found.call_count += uncounted
    found.candidates.push(candidate)
  }
  return [...clusters.values()].sort((a, b) => b.call_count - a.call_count || (a.cluster < b.cluster ? -1 : 1))
}

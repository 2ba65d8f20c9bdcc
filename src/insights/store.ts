import { challenges } from '../challenges/rules.ts'
import { rounded, roundedIfAny } from '../rounded.ts'
import type { Outcome } from '../routing/evidence-sink.ts'
import { inList } from '../storage/in-list.ts'
import type { Queryable } from '../storage/store.ts'
import type { Activity30d, RecentContribution } from './schema.ts'

export async function readActivity30d(db: Queryable, agentIdentityId: string, since: string): Promise<Activity30d> {
  const values = [agentIdentityId, since]
  const named = inList(
    challenges.map(({ slug }) => slug),
    values.length + 1,
  )
  const [[outcomes], [decisions], [contributions], [submissions]] = await Promise.all([
    db.query<{ count: number; successes: number; quality: number | null; latest: string | null }>(
      `SELECT COUNT(*) AS count, COALESCE(SUM(CASE WHEN outcome = 'success' THEN 1 ELSE 0 END), 0) AS successes,
         AVG(CASE WHEN evidence = 1 THEN quality END) AS quality, MAX(reported_at) AS latest
       FROM outcomes WHERE agent_identity_id = $1 AND reported_at >= $2`,
      values,
    ),
    db.query<{ count: number; latest: string | null }>(
      'SELECT COUNT(*) AS count, MAX(decided_at) AS latest FROM decisions WHERE agent_identity_id = $1 AND decided_at >= $2',
      values,
    ),
    db.query<{ count: number }>('SELECT COUNT(*) AS count FROM contributions WHERE agent_identity_id = $1 AND submitted_at >= $2', values),
    // A challenge done with tools that are not in the catalog leaves no outcome. The index begins with the challenge.
    db.query<{ latest: string | null }>(
      `SELECT MAX(submitted_at) AS latest FROM challenge_submissions
       WHERE agent_identity_id = $1 AND submitted_at >= $2 AND challenge_slug IN (${named.places})`,
      [...values, ...named.values],
    ),
  ])
  const reported = outcomes?.count ?? 0
  const latest = [outcomes?.latest, decisions?.latest, submissions?.latest].filter((at): at is string => typeof at === 'string').sort()
  return {
    routing_decisions: decisions?.count ?? 0,
    outcomes_reported: reported,
    contributions_accepted: contributions?.count ?? 0,
    avg_verified_quality: roundedIfAny(outcomes?.quality, 2),
    success_rate_pct: reported === 0 ? null : rounded(((outcomes?.successes ?? 0) * 100) / reported, 2),
    last_activity_at: latest.at(-1) ?? null,
  }
}

const measures = ['success', 'quality', 'latency_ms', 'cost_usd', 'input_tokens', 'output_tokens'] as const
const shown = ['kind', 'source', 'subject', 'outcome', 'reported_at'] as const
export type RecentOutcome = Pick<Outcome, (typeof measures)[number] | (typeof shown)[number]>

/** The latest single outcomes; those of contributions are read as the contributions that they came in. */
export async function recentOutcomes(
  db: Queryable,
  agentIdentityId: string,
  { since, limit }: { since: string; limit: number },
): Promise<RecentOutcome[]> {
  return db.query<RecentOutcome>(
    `SELECT ${[...shown, ...measures].join(', ')} FROM outcomes
     WHERE agent_identity_id = $1 AND reported_at >= $2 AND source <> 'contribution' ORDER BY reported_at DESC, outcome_id DESC LIMIT $3`,
    [agentIdentityId, since, limit],
  )
}

export async function recentContributions(db: Queryable, agentIdentityId: string, limit: number): Promise<RecentContribution[]> {
  return db.query<RecentContribution>(
    `SELECT 'contribution' AS source, skill_slug AS subject, NULL AS outcome, runs, contribution_type, contribution_score, submitted_at
     FROM contributions WHERE agent_identity_id = $1 ORDER BY submitted_at DESC, contribution_id DESC LIMIT $2`,
    [agentIdentityId, limit],
  )
}

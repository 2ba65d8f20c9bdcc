import { insertRecords } from '../storage/records.ts'
import type { Queryable } from '../storage/store.ts'
import type { Medal } from './schema.ts'

export async function submissionCounts(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ challenge_slug: string; submissions: number }>('SELECT challenge_slug, submissions FROM challenge_counts')
  return new Map(rows.map(({ challenge_slug, submissions }) => [challenge_slug, submissions]))
}

export type StoredSubmission = {
  submission_id: string
  challenge_slug: string
  agent_identity_id: string
  tools_used: string
  steps_taken: number | null
  total_latency_ms: number | null
  total_cost_usd: number | null
  deliverable_summary: string
  completeness: number
  quality: number
  efficiency: number
  overall_score: number
  tier: Medal | null
  submitted_at: string
}

const columns = [
  'submission_id',
  'challenge_slug',
  'agent_identity_id',
  'tools_used',
  'steps_taken',
  'total_latency_ms',
  'total_cost_usd',
  'deliverable_summary',
  'completeness',
  'quality',
  'efficiency',
  'overall_score',
  'tier',
  'submitted_at',
] as const

export async function insertSubmission(tx: Queryable, submission: StoredSubmission): Promise<void> {
  await insertRecords(tx, { table: 'challenge_submissions', columns }, [submission])
  await tx.execute(
    `INSERT INTO challenge_counts (challenge_slug, submissions) VALUES ($1, 1)
     ON CONFLICT (challenge_slug) DO UPDATE SET submissions = challenge_counts.submissions + 1`,
    [submission.challenge_slug],
  )
}

/** Removes what the agent handed in, from the counts too. */
export async function deleteSubmissions(tx: Queryable, agentIdentityId: string): Promise<number> {
  await tx.execute(
    `UPDATE challenge_counts SET submissions = challenge_counts.submissions - own.submissions
     FROM (SELECT challenge_slug, COUNT(*) AS submissions FROM challenge_submissions WHERE agent_identity_id = $1 GROUP BY challenge_slug) AS own
     WHERE own.challenge_slug = challenge_counts.challenge_slug`,
    [agentIdentityId],
  )
  return tx.execute('DELETE FROM challenge_submissions WHERE agent_identity_id = $1', [agentIdentityId])
}

type Best = Pick<StoredSubmission, 'overall_score' | 'tier' | 'submitted_at'>

export async function bestOf(db: Queryable, challengeSlug: string, agentIdentityId: string): Promise<Best | undefined> {
  const [best] = await db.query<Best>(
    `SELECT overall_score, tier, submitted_at FROM challenge_submissions WHERE challenge_slug = $1 AND agent_identity_id = $2
     ORDER BY overall_score DESC, submitted_at LIMIT 1`,
    [challengeSlug, agentIdentityId],
  )
  return best
}

import type { Queryable } from '../../storage/store.ts'
import type { Logged } from '../decisions/off-policy.ts'
import type { Kind } from './book.ts'
import { rewardOf } from './reward.ts'

type Row = { cluster: string; action: string; propensity: number; success: number; quality: number | null }

/** Decisions that were followed, oldest first, with what was reported of what they recommended. */
export async function loggedDecisions(db: Queryable, kind: Kind): Promise<Logged[]> {
  const recommended = kind === 'tool' ? 'recommended_skill' : 'recommended_model'
  const rows = await db.query<Row>(
    `SELECT decisions.cluster AS cluster, outcomes.subject AS action, propensity, success, quality
     FROM decisions JOIN outcomes ON outcomes.decision_id = decisions.decision_id
     WHERE outcomes.kind = $1 AND outcomes.subject = decisions.${recommended} AND outcomes.evidence = 1
     ORDER BY decisions.decided_at, decisions.decision_id LIMIT 200000`,
    [kind],
  )
  return rows.map(({ cluster, action, propensity, ...outcome }) => ({ cluster, action, propensity, reward: rewardOf(outcome) }))
}

import type { Queryable } from '../../storage/store.ts'
import type { Logged } from '../decisions/off-policy.ts'
import type { Kind } from '../evidence-sink.ts'
import { rewardOf } from './reward.ts'

type Row = { cluster: string; action: string; propensity: number; success: number; quality: number | null }

const mostRead = 200_000

/** The latest decisions that were followed, oldest first, with what was reported of what they recommended; whether there are older ones. */
export async function loggedDecisions(db: Queryable, kind: Kind, most = mostRead): Promise<{ log: Logged[]; isCut: boolean }> {
  const [recommended, tried] = kind === 'tool' ? ['recommended_skill', 'route'] : ['recommended_model', 'model']
  const rows = await db.query<Row>(
    // An answer to /api/route holds the propensity of its tool; its model is always the best one.
    `SELECT decisions.cluster AS cluster, outcomes.subject AS action, success, quality,
       CASE WHEN decisions.kind = $2 THEN propensity ELSE 1 END AS propensity
     FROM decisions JOIN outcomes ON outcomes.decision_id = decisions.decision_id
     WHERE outcomes.kind = $1 AND outcomes.subject = decisions.${recommended} AND outcomes.evidence = 1
     ORDER BY decisions.decided_at DESC, decisions.decision_id DESC LIMIT $3`,
    [kind, tried, most + 1],
  )
  const latest = rows.slice(0, most).reverse()
  return {
    log: latest.map(({ cluster, action, propensity, ...outcome }) => ({ cluster, action, propensity, reward: rewardOf(outcome) })),
    isCut: rows.length > most,
  }
}

import { verifiedTrustScore } from '../agents/rules.ts'
import { ServiceError } from '../errors.ts'
import type { Store } from '../storage/store.ts'
import { enqueue } from '../webhooks/store.ts'
import { reviewEvent } from './rules.ts'
import type { Verification } from './schema.ts'
import { closeRequest, findRequest, markVerified } from './store.ts'

export type Review =
  | { verification_id: string; verdict: 'approved'; reason: null }
  | { verification_id: string; verdict: 'rejected'; reason: string }

/**
 * The operator's word on a request, the same from the admin API and the command line: request, agent and event in one transaction. What
 * is remembered of the agent is the caller's to renew.
 */
export function review(store: Store, now: Date, { verification_id, verdict, reason }: Review): Promise<Verification> {
  const reviewed_at = now.toISOString()
  return store.transaction(async (tx) => {
    const closed = await closeRequest(tx, verification_id, { status: verdict, reason, reviewed_at })
    const request = await findRequest(tx, verification_id)
    if (!request)
      throw new ServiceError('not_found', 'There is no verification request with this id. List them: GET /api/admin/verifications.')
    if (!closed) throw new ServiceError('conflict', `This request is ${request.status}: only a submitted one can be approved or rejected.`)
    const { agent_identity_id } = request
    if (verdict === 'approved') await markVerified(tx, { agent_identity_id, verified_at: reviewed_at, lowest_trust: verifiedTrustScore })
    await enqueue(tx, [reviewEvent(request, reviewed_at)])
    return request
  })
}

import type { Queryable } from '../storage/store.ts'
import type { PostCheck, Status, Verification } from './schema.ts'

const columns = `verification_id, agent_identity_id, agent_name, x_handle, post_url, code, status, post_check, reason, started_at,
  submitted_at, reviewed_at`

const isOpen = "status IN ('initiated', 'submitted')"

export type NewRequest = Pick<Verification, 'verification_id' | 'agent_identity_id' | 'agent_name' | 'code' | 'started_at'>

/** Opens a request unless the agent has one that is not reviewed yet, and gives the open one. */
export async function openRequest(tx: Queryable, request: NewRequest): Promise<Verification> {
  await tx.execute(
    `INSERT INTO verifications (verification_id, agent_identity_id, agent_name, code, status, started_at)
     VALUES ($1, $2, $3, $4, 'initiated', $5) ON CONFLICT DO NOTHING`,
    [request.verification_id, request.agent_identity_id, request.agent_name, request.code, request.started_at],
  )
  const [open] = await tx.query<Verification>(`SELECT ${columns} FROM verifications WHERE agent_identity_id = $1 AND ${isOpen}`, [
    request.agent_identity_id,
  ])
  if (!open) throw new Error('A verification request was opened and is not there.')
  return open
}

type Submitted = { x_handle: string; post_url: string | null; submitted_at: string }

export async function submitRequest(tx: Queryable, verificationId: string, { x_handle, post_url, submitted_at }: Submitted): Promise<void> {
  await tx.execute(
    `UPDATE verifications SET status = 'submitted', x_handle = $2, post_url = $3, submitted_at = $4, post_check = NULL
     WHERE verification_id = $1 AND ${isOpen}`,
    [verificationId, x_handle, post_url, submitted_at],
  )
}

/** Says nothing about a request that was sent again meanwhile with another post or handle. */
export async function savePostCheck(db: Queryable, { verification_id, post_url, x_handle }: Verification, check: PostCheck): Promise<void> {
  await db.execute('UPDATE verifications SET post_check = $2 WHERE verification_id = $1 AND post_url = $3 AND x_handle = $4', [
    verification_id,
    check,
    post_url,
    x_handle,
  ])
}

/** The open one, whatever the time of those before it: a clock may have been ahead. */
export async function latestRequest(db: Queryable, agentIdentityId: string): Promise<Verification | undefined> {
  const [latest] = await db.query<Verification>(
    `SELECT ${columns} FROM verifications WHERE agent_identity_id = $1
     ORDER BY CASE WHEN ${isOpen} THEN 0 ELSE 1 END, started_at DESC, verification_id LIMIT 1`,
    [agentIdentityId],
  )
  return latest
}

/** What the operator said of the latest request that was rejected. */
async function lastRejection(db: Queryable, agentIdentityId: string): Promise<string | null> {
  const [last] = await db.query<Pick<Verification, 'reason'>>(
    `SELECT reason FROM verifications WHERE agent_identity_id = $1 AND status = 'rejected' ORDER BY reviewed_at DESC, verification_id LIMIT 1`,
    [agentIdentityId],
  )
  return last?.reason ?? null
}

export type Requests = { request: Verification | undefined; rejectedFor: string | null }

/** All that it takes to say where the verification of an agent stands. */
export async function requestsOf(db: Queryable, agentIdentityId: string): Promise<Requests> {
  const [request, rejectedFor] = await Promise.all([latestRequest(db, agentIdentityId), lastRejection(db, agentIdentityId)])
  return { request, rejectedFor }
}

export async function findRequest(db: Queryable, verificationId: string): Promise<Verification | undefined> {
  const [found] = await db.query<Verification>(`SELECT ${columns} FROM verifications WHERE verification_id = $1`, [verificationId])
  return found
}

export type Listed = Verification & { agents_with_handle: number }

export async function listRequests(db: Queryable, { status, limit, offset }: { status: Status; limit: number; offset: number }) {
  const [verifications, [counted]] = await Promise.all([
    db.query<Listed>(
      `SELECT ${columns}, (SELECT COUNT(DISTINCT o.agent_identity_id) FROM verifications o
         WHERE lower(o.x_handle) = lower(v.x_handle)) AS agents_with_handle
       FROM verifications v WHERE status = $1 ORDER BY started_at, verification_id LIMIT $2 OFFSET $3`,
      [status, limit, offset],
    ),
    db.query<{ total: number }>('SELECT COUNT(*) AS total FROM verifications WHERE status = $1', [status]),
  ])
  return { verifications, total: counted?.total ?? 0 }
}

/** Closes a submitted request; of several reviews one gets true. */
export async function closeRequest(
  tx: Queryable,
  verificationId: string,
  { status, reason, reviewed_at }: Pick<Verification, 'status' | 'reason' | 'reviewed_at'>,
): Promise<boolean> {
  const closed = await tx.execute(
    `UPDATE verifications SET status = $2, reason = $3, reviewed_at = $4 WHERE verification_id = $1 AND status = 'submitted'`,
    [verificationId, status, reason, reviewed_at],
  )
  return closed === 1
}

type Mark = { agent_identity_id: string; verified_at: string; lowest_trust: number }

export async function markVerified(tx: Queryable, { agent_identity_id, verified_at, lowest_trust }: Mark): Promise<void> {
  await tx.execute(
    `UPDATE agents SET verified_at = COALESCE(verified_at, $2), trust_score = CASE WHEN trust_score < $3 THEN $3 ELSE trust_score END
     WHERE agent_identity_id = $1`,
    [agent_identity_id, verified_at, lowest_trust],
  )
}

import { inList } from '../storage/in-list.ts'
import { insertRecords } from '../storage/records.ts'
import type { Queryable } from '../storage/store.ts'
import { bodyOf, failuresBeforeDisabled } from './rules.ts'
import type { NewEvent, ShownDelivery } from './schema.ts'

/** Which agents, as `a`, have an address that events go to. */
export const listens = 'a.webhook_url IS NOT NULL AND a.webhook_disabled_at IS NULL'

/** Puts events into the outbox, in the same transaction as what they report. Agents without an address are skipped. */
export async function enqueue(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const { places, values } = inList([...new Set(events.map(({ agent_identity_id }) => agent_identity_id))])
  const rows = await tx.query<{ agent_identity_id: string }>(
    `SELECT a.agent_identity_id FROM agents a WHERE a.agent_identity_id IN (${places}) AND ${listens}`,
    values,
  )
  if (rows.length === 0) return
  const listeners = new Set(rows.map(({ agent_identity_id }) => agent_identity_id))
  const heard = events.filter(({ agent_identity_id }) => listeners.has(agent_identity_id))
  const records = heard.map((event) => ({
    ...event,
    body: bodyOf(event),
    status: 'pending',
    attempts: 0,
    next_attempt_at: event.created_at,
  }))
  await insertRecords(tx, { table: 'webhook_deliveries', columns: outboxColumns, onConflict: '(delivery_id) DO NOTHING' }, records)
}

const outboxColumns = ['delivery_id', 'agent_identity_id', 'event', 'body', 'status', 'attempts', 'next_attempt_at', 'created_at'] as const

export type Due = { delivery_id: string; agent_identity_id: string; body: string; attempts: number; url: string; secret: string }

const mostLookedAt = 1000

type Wanted = { now: string; most: number; most_of_one_agent: number; except_agents: readonly string[] }

/** What is due, oldest first, and no more of one agent than its share, so that nobody's many events keep those of others waiting. */
export async function dueDeliveries(db: Queryable, { now, most, most_of_one_agent, except_agents }: Wanted): Promise<Due[]> {
  const { places, values } = inList(except_agents, 4)
  return db.query<Due>(
    `SELECT delivery_id, agent_identity_id, body, attempts, url, secret
     FROM (SELECT oldest.*, ROW_NUMBER() OVER (PARTITION BY agent_identity_id ORDER BY next_attempt_at, delivery_id) AS place
           FROM (SELECT d.delivery_id, d.agent_identity_id, d.body, d.attempts, d.next_attempt_at, a.webhook_url AS url, a.webhook_secret AS secret
                 FROM webhook_deliveries d JOIN agents a ON a.agent_identity_id = d.agent_identity_id
                 WHERE d.status = 'pending' AND d.next_attempt_at <= $1 AND d.agent_identity_id NOT IN (${places})
                   AND ${listens}
                 ORDER BY d.next_attempt_at LIMIT ${mostLookedAt}) AS oldest) AS placed
     WHERE place <= $3 ORDER BY next_attempt_at, delivery_id LIMIT $2`,
    [now, most, most_of_one_agent, ...values],
  )
}

/** Takes one attempt for this process; another process that wanted the same one gets false. */
export async function takeAttempt(db: Queryable, { delivery_id, attempts }: Due, until: string): Promise<boolean> {
  const taken = await db.execute(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, next_attempt_at = $3 WHERE delivery_id = $1 AND attempts = $2 AND status = 'pending'`,
    [delivery_id, attempts, until],
  )
  return taken === 1
}

export async function saveDelivered(tx: Queryable, { delivery_id, agent_identity_id }: Due): Promise<void> {
  await tx.execute(`UPDATE webhook_deliveries SET status = 'delivered', last_problem = NULL WHERE delivery_id = $1`, [delivery_id])
  await tx.execute('UPDATE agents SET webhook_failures = 0 WHERE agent_identity_id = $1 AND webhook_failures > 0', [agent_identity_id])
}

type Failure = { problem: string; next_attempt_at: string | null; now: string }

/**
 * Plans the next attempt or gives up; an address that keeps failing is disabled and what still waits for it is given up too. What was
 * given up during the attempt stays so, and an address that was set meanwhile is not blamed.
 */
export async function saveFailed(tx: Queryable, { delivery_id, agent_identity_id, attempts, url }: Due, failure: Failure): Promise<void> {
  const saved = await tx.execute(
    `UPDATE webhook_deliveries SET status = $2, next_attempt_at = $3, last_problem = $4
     WHERE delivery_id = $1 AND status = 'pending' AND attempts = $5`,
    [
      delivery_id,
      failure.next_attempt_at === null ? 'failed' : 'pending',
      failure.next_attempt_at ?? failure.now,
      failure.problem,
      attempts + 1,
    ],
  )
  if (saved === 0) return
  const counted = await tx.execute(
    'UPDATE agents SET webhook_failures = webhook_failures + 1 WHERE agent_identity_id = $1 AND webhook_url = $2',
    [agent_identity_id, url],
  )
  if (counted === 0) return
  const disabled = await tx.execute(
    `UPDATE agents SET webhook_disabled_at = $2 WHERE agent_identity_id = $1 AND webhook_failures >= $3 AND webhook_disabled_at IS NULL`,
    [agent_identity_id, failure.now, failuresBeforeDisabled],
  )
  if (disabled > 0) await giveUpPending(tx, agent_identity_id, 'the address was disabled after repeated failure')
}

/** Otherwise pending events of a removed address would be sent to the next one, however much later. */
export async function giveUpPending(tx: Queryable, agentIdentityId: string, problem: string): Promise<void> {
  await tx.execute(
    `UPDATE webhook_deliveries SET status = 'failed', last_problem = $2 WHERE agent_identity_id = $1 AND status = 'pending'`,
    [agentIdentityId, problem],
  )
}

type WebhookState = { webhook_url: string | null; webhook_failures: number; webhook_disabled_at: string | null }

export async function webhookOf(db: Queryable, agentIdentityId: string): Promise<WebhookState | undefined> {
  const [state] = await db.query<WebhookState>(
    'SELECT webhook_url, webhook_failures, webhook_disabled_at FROM agents WHERE agent_identity_id = $1',
    [agentIdentityId],
  )
  return state
}

export async function recentDeliveries(db: Queryable, agentIdentityId: string, most: number): Promise<ShownDelivery[]> {
  return db.query<ShownDelivery>(
    `SELECT delivery_id, event, status, attempts, last_problem, created_at FROM webhook_deliveries WHERE agent_identity_id = $1
     ORDER BY created_at DESC, delivery_id LIMIT $2`,
    [agentIdentityId, most],
  )
}

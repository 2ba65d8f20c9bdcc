import { createHmac } from 'node:crypto'
import { webhookKey } from '../agents/rules.ts'
import { shownAmounts } from '../credits/rules.ts'
import type { LedgerEntry } from '../credits/store.ts'
import { hourMs, minuteMs } from '../storage/days.ts'
import type { NewEvent } from './schema.ts'

/** How long to wait after the first, second, … failed attempt. After the last one the delivery is given up. */
const waitsMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]
export const failuresBeforeDisabled = 20

export function waitAfter(attempts: number): number | undefined {
  return waitsMs[attempts - 1]
}

export function creditEvent({ entry_id, agent_identity_id, kind, created_at, ...amounts }: LedgerEntry): NewEvent {
  const data = { entry_id, kind, ...shownAmounts(amounts) }
  return { delivery_id: `credits:${entry_id}`, agent_identity_id, event: 'credits', data, created_at }
}

export function bodyOf({ delivery_id, event, data, created_at }: NewEvent): string {
  return JSON.stringify({ id: delivery_id, type: event, timestamp: created_at, data })
}

type Signed = { delivery_id: string; body: string; secret: string; at: Date }

/** Headers of the Standard Webhooks convention: id, time in seconds, and an HMAC-SHA256 over both and the body. */
export function signedHeaders({ delivery_id, body, secret, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', webhookKey(secret)).update(`${delivery_id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'waymark-webhooks',
    'webhook-id': delivery_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

import * as z from 'zod'
import { oneAgent, outboundUrl } from '../agents/schema.ts'
import { timestamp } from '../input/fields.ts'

const webhookEvents = ['credits', 'verification', 'mission', 'challenge', 'definition_changed'] as const
type WebhookEvent = (typeof webhookEvents)[number]

/** An event for an agent's webhook. The id makes a repeated event one delivery. */
export type NewEvent = { delivery_id: string; agent_identity_id: string; event: WebhookEvent; data: object; created_at: string }

export const setInput = oneAgent.extend({
  webhook_url: outboundUrl.default('').describe('Where events are sent; leave it out to stop them'),
})

export const setOutput = z.object({
  agent_identity_id: z.string(),
  webhook_url: z.string().nullable(),
  webhook_secret: z.string().nullable().describe('Signs every delivery; shown this once'),
  message: z.string(),
})

const shownDelivery = z.object({
  delivery_id: z.string(),
  event: z.enum(webhookEvents),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  last_problem: z.string().nullable(),
  created_at: timestamp,
})
export type ShownDelivery = z.output<typeof shownDelivery>

export const statusOutput = z.object({
  webhook_url: z.string().nullable(),
  disabled_at: timestamp.nullable().describe('Set when too many deliveries in a row failed; setting the address again enables it'),
  failures_in_a_row: z.int(),
  recent_deliveries: z.array(shownDelivery),
})

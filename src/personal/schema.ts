import * as z from 'zod'
import { oneAgent } from '../agents/schema.ts'
import { timestamp } from '../input/fields.ts'

export const exportInput = oneAgent.extend({
  cursor: z.string().max(16_000).optional().describe('Where to go on: next_cursor of the previous answer'),
})

export const exportOutput = z.object({
  agent_identity_id: z.string(),
  exported_at: timestamp,
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).describe('Every row about this agent, by table'),
  truncated: z.array(z.string()).describe('Tables with more rows than one answer holds'),
  next_cursor: z.string().nullable().describe('Ask again with this cursor for the rest of these tables; null when nothing is left'),
})

export const deleteOutput = z.object({
  agent_identity_id: z.string(),
  deleted: z.literal(true),
  rows_removed: z.int(),
  rows_made_anonymous: z.int(),
  message: z.string(),
})

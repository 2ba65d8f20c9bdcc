import * as z from 'zod'
import { oneAgent } from '../agents/schema.ts'
import { timestamp } from '../input/fields.ts'

export const exportInput = oneAgent.extend({
  offset: z.int().min(0).default(0).describe('How many rows of each table to skip: next_offset of the previous answer'),
})

export const exportOutput = z.object({
  agent_identity_id: z.string(),
  exported_at: timestamp,
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).describe('Every row about this agent, by table'),
  truncated: z.array(z.string()).describe('Tables with more rows than one answer holds'),
  next_offset: z.int().nullable().describe('Ask again with this offset for the rest; null when nothing is left'),
})

export const deleteOutput = z.object({
  agent_identity_id: z.string(),
  deleted: z.literal(true),
  rows_removed: z.int(),
  rows_made_anonymous: z.int(),
  message: z.string(),
})

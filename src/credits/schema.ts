import * as z from 'zod'
import { oneAgent, shownTier } from '../agents/schema.ts'
import { balance, emptyAsAbsent, limitUpTo, offset, timestamp } from '../input/fields.ts'
import { entryKinds } from './rules.ts'

export const balanceOutput = balance.extend({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  trust_tier: shownTier,
  economic_credits_usd: z.number().describe('1 cent for each routing credit'),
  earned_today: z.number(),
  daily_cap: z.number(),
})

export const ledgerInput = oneAgent.extend({
  limit: limitUpTo(200, 50),
  offset,
  before: emptyAsAbsent(z.string().trim().max(64).optional()).describe(
    'An entry_id: only entries older than it. Unlike with offset, what is paid meanwhile shifts no page',
  ),
})

export const ledgerEntry = z.object({
  entry_id: z.string(),
  kind: z.enum(entryKinds),
  routing_credits: z.number(),
  reputation_points: z.number(),
  trust_change: z.number(),
  created_at: timestamp,
})

export const ledgerOutput = z.object({
  agent_identity_id: z.string(),
  balance,
  entries: z.array(ledgerEntry).describe('Newest first'),
  total: z.int(),
  next_offset: z.int().nullable().describe('For the next page, with the same before; null on the last one'),
  next_before: z.string().nullable().describe('For the next page, without offset; null on the last one'),
})

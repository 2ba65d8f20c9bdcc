import * as z from 'zod'
import { oneAgent, shownTier } from '../agents/schema.ts'
import { balance, limitUpTo, offset, timestamp } from '../input/fields.ts'
import { entryKinds } from './rules.ts'

export const balanceOutput = balance.extend({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  trust_tier: shownTier,
  economic_credits_usd: z.number().describe('1 cent for each routing credit'),
  earned_today: z.number(),
  daily_cap: z.number(),
})

export const ledgerInput = oneAgent.extend({ limit: limitUpTo(200, 50), offset })

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
  next_offset: z.int().nullable(),
})

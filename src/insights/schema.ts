import * as z from 'zod'
import { shownTier, trustTier } from '../agents/schema.ts'
import { ledgerEntry } from '../credits/schema.ts'
import { agentId, balance, timestamp } from '../fields.ts'
import { integrationHealth } from '../telemetry/schema.ts'

export const oneAgent = z.object({ agent_identity_id: agentId })

export const tierProgress = z.object({
  current: trustTier,
  next: trustTier.nullable(),
  current_trust_score: z.number(),
  next_tier_at_trust_score: z.number().nullable(),
  shadow_mode: z.boolean(),
  requirements: z.array(z.string()),
  hint: z.string(),
})

export const activity30d = z.object({
  routing_decisions: z.int(),
  outcomes_reported: z.int(),
  contributions_accepted: z.int(),
  avg_verified_quality: z.number().nullable().describe('Mean quality over outcomes that are no repeats'),
  success_rate_pct: z.number().nullable(),
  last_activity_at: timestamp.nullable(),
})

export const statusOutput = z.object({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  registered_at: timestamp,
  trust_tier: trustTier,
  trust_tier_progress: tierProgress,
  activity_30d: activity30d,
  integration_health: integrationHealth,
  docs: z.object({ routing: z.string(), telemetry: z.string(), contributions: z.string() }),
})

export const recentContribution = z.object({
  source: z.enum(['report', 'model_report', 'contribution', 'mission', 'challenge']),
  subject: z.string().describe('Slug of the tool server or model'),
  outcome: z.string().nullable().describe('Null for a contribution of several runs'),
  runs: z.int(),
  contribution_type: z.string().nullable(),
  contribution_score: z.number().nullable(),
  submitted_at: timestamp,
})

export const dashboardOutput = z.object({
  agent: z.object({
    agent_identity_id: z.string(),
    agent_name: z.string(),
    trust_tier: shownTier,
    trust_score: z.number(),
    registered_at: timestamp,
  }),
  balance,
  recent_contributions: z.array(recentContribution),
  recent_rewards: z.array(ledgerEntry),
})

export const healthCheckOutput = integrationHealth.extend({
  agent_identity_id: z.string(),
  decisions: z.int(),
  submissions: z.int(),
  successes: z.int(),
  distinct_qualities: z.int(),
  window_days: z.int(),
})

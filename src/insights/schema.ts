import * as z from 'zod'
import { oneAgent, shownTier, trustTier } from '../agents/schema.ts'
import { entryKinds } from '../credits/rules.ts'
import { ledgerEntry } from '../credits/schema.ts'
import { agentId, balance, emptyAsAbsent, slug, timestamp } from '../input/fields.ts'
import { scoreDaysKept } from '../routing/evidence/score-day.ts'
import { longestLookupMs, mostSeen } from '../routing/memory/store.ts'
import { integrationHealth } from '../telemetry/schema.ts'

const tierProgress = z.object({
  current: trustTier,
  next: trustTier.nullable(),
  current_trust_score: z.number(),
  next_tier_at_trust_score: z.number().nullable(),
  shadow_mode: z.boolean(),
  requirements: z.array(z.string()),
  hint: z.string(),
})

const activity30d = z.object({
  routing_decisions: z.int(),
  outcomes_reported: z.int(),
  contributions_accepted: z.int(),
  avg_verified_quality: z.number().nullable().describe('Mean quality over outcomes that are not repeats'),
  success_rate_pct: z.number().nullable(),
  last_activity_at: timestamp.nullable(),
})
export type Activity30d = z.output<typeof activity30d>

export const statusOutput = z.object({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  registered_at: timestamp,
  trust_tier: trustTier.describe('From the trust score alone; verification raises that to the start of trusted'),
  trust_tier_progress: tierProgress,
  activity_30d: activity30d,
  integration_health: integrationHealth,
  docs: z.object({ routing: z.string(), telemetry: z.string(), contributions: z.string() }),
})

const recentContribution = z.object({
  source: z.enum(entryKinds),
  subject: z.string().describe('Slug of the tool server or model'),
  outcome: z.string().nullable().describe('Null for a contribution of several runs'),
  runs: z.int(),
  contribution_type: z.string().nullable(),
  contribution_score: z.number().nullable(),
  submitted_at: timestamp,
})
export type RecentContribution = z.output<typeof recentContribution>

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

const clusterLine = z.object({
  cluster: z.string().describe('A tier and a signal joined by a colon'),
  call_count: z.int(),
  success_rate: z.number().min(0).max(1).nullable().describe('Share of outcome success; null under three samples'),
  avg_quality: z.number().nullable(),
})
const summaryOf = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ total_calls: z.int(), distinct_clusters: z.int(), top_clusters: z.array(clusterLine.extend(shape)) }).nullable()
const detailOf = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object({
      ...shape,
      sample_size: z.int(),
      call_count: z.int(),
      success_rate: z.number(),
      avg_quality: z.number().nullable(),
      last_decision_at: timestamp.nullable(),
      candidates: z.array(
        z.object({ slug: z.string(), sample_size: z.int(), success_rate: z.number(), avg_quality: z.number().nullable() }),
      ),
    })
    .nullable()

const remembered = z.string().nullable().describe('What worked best for this agent here; null under three samples')
const summary = { model: summaryOf({ historical_model: remembered }), skill: summaryOf({ historical_skill: remembered }) }
const detail = { model: detailOf({ historical_model: z.string() }), skill: detailOf({ historical_skill: z.string() }) }

export const memoryInput = oneAgent.extend({ cluster: z.string().trim().min(1).max(200).optional().describe('One cluster in detail') })
export const memoryOutput = z.object({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  cluster: z.string().optional(),
  model_memory: z
    .union([detail.model, summary.model])
    .describe(
      `Of the latest ${mostSeen.toLocaleString('en')} outcomes and decisions. Null when it takes longer than ${longestLookupMs} ms; in detail also under three samples`,
    ),
  skill_memory: z.union([detail.skill, summary.skill]),
})

const step = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), why: z.string() })
export const helpInput = z.object({ agent_identity_id: emptyAsAbsent(agentId.optional()) })
export const helpOutput = z.object({
  service: z.string(),
  you: z
    .object({
      agent_identity_id: z.string(),
      agent_name: z.string(),
      trust_tier: shownTier,
      balance,
      routing_decisions: z.int(),
      outcomes_reported: z.int(),
      missions_completed: z.int(),
      open_missions: z
        .array(
          z.object({
            claim_id: z.string(),
            mission_id: z.string(),
            title: z.string(),
            task_prompt: z.string(),
            candidates: z.array(z.string()).describe('Tool servers of the catalog that fit the task'),
          }),
        )
        .describe('What you have claimed and not completed, the oldest first; at most three are shown'),
      verification: z
        .object({ status: z.string(), reason: z.string().nullable(), message: z.string() })
        .nullable()
        .describe('Where a request for verification stands; null before there was one'),
    })
    .nullable()
    .describe('Null until you send your agent_identity_id'),
  steps: z.array(z.object({ step: z.int(), tool: z.string(), what: z.string(), done: z.boolean() })),
  next: step.describe('The call to make now, with its arguments'),
  earnings: z.array(z.object({ act: z.string(), pays: z.string() })),
})

export const historyInput = z.object({
  slug,
  days: z.int().min(1).max(scoreDaysKept).default(90).describe('How many days, today included'),
})
const historyPoint = z.object({
  day: z.iso.date(),
  overall_score: z.number(),
  value_score: z.number(),
  success_rate: z.number().nullable().describe('0 to 1'),
  latency_ms: z.number().nullable(),
  evidence_count: z.int(),
})
export type HistoryPoint = z.output<typeof historyPoint>
export const historyOutput = z.object({
  slug: z.string(),
  points: z.array(historyPoint).describe('Oldest first; days without evidence have none, and the last is today’s'),
  evidence_mix: z
    .object({ established: z.int(), newcomers: z.int(), anonymous: z.int() })
    .describe('How many sources of each standing reported'),
})

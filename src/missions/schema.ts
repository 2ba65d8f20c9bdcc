import * as z from 'zod'
import { placeSlug } from '../catalog/schema.ts'
import { agentId, eitherOf, emptyAsAbsent, limitUpTo, offset, slug, timestamp } from '../input/fields.ts'
import { measures, oneSpelling, toolOutcome } from '../telemetry/schema.ts'

export const claimLastsDays = 7

export const events = [
  'web-research-extraction',
  'browser-task-completion',
  'repo-question-answering',
  'pdf-document-extraction',
  'knowledge-base-search',
  'database-query-generation',
  'workflow-automation',
  'code-intelligence',
  'crm-enrichment',
  'data-pipeline-orchestration',
] as const

/** A mission as data/missions.json holds it. */
export const missionFacts = z.strictObject({
  id: z.uuid(),
  event: z.enum(events),
  title: z.string().min(1).max(120),
  task_prompt: z.string().min(80).max(1200),
  reward_multiplier: z.number().min(1).max(10),
  max_claims: z.int().min(5).max(100),
  candidates: z.array(slug).min(2).max(8),
})
export type Mission = z.output<typeof missionFacts>

export type Claim = {
  claim_id: string
  mission_id: string
  agent_identity_id: string
  status: 'claimed' | 'completed'
  claimed_at: string
  completed_at: string | null
  completed_by_act: string | null
}

export const listInput = z.object({
  event: emptyAsAbsent(placeSlug.optional()).describe(`Only missions of this event: ${events.join(', ')}`),
  limit: limitUpTo(100, 100),
  offset,
  agent_identity_id: emptyAsAbsent(agentId.optional()).describe(
    'Shows which missions you hold: what you have begun comes first, what you have completed last',
  ),
})
export type ListInput = z.output<typeof listInput>

const missionOutput = missionFacts.extend({
  candidates: z.array(z.string()).describe('Tool servers of the catalog that fit the task'),
  claimed_count: z.int().describe(`Places taken; a claim left unfinished for ${claimLastsDays} days gives its place back`),
  your_claim: z
    .object({
      claim_id: z.string(),
      status: z.enum(['claimed', 'completed']),
      note: z.string().optional().describe('What has changed about the mission since it was claimed'),
    })
    .optional()
    .describe('Present when the agent that asks holds this mission or has completed it'),
})

export const listOutput = z.object({
  missions: z.array(missionOutput),
  total: z.int().describe('How many there are on all pages together'),
})
export const guidedOutput = listOutput.extend({ how_to_complete: z.record(z.string(), z.string()), mcp_alternative: z.string() })

export const claimInput = z.object({
  mission_id: z.string().trim().min(1).max(64).describe('id of a mission from the list'),
  agent_identity_id: agentId,
})

export const claimOutput = z.object({
  claim_id: z.string(),
  mission_id: z.string(),
  status: z.literal('claimed'),
  claimed_at: timestamp,
})

const result = z
  .object({
    skill_slug: emptyAsAbsent(slug.optional()).describe('Slug of the tool server that was run'),
    skill_id: emptyAsAbsent(slug.optional()).describe('Its id, instead of the slug'),
    outcome_status: toolOutcome,
    ...measures,
  })
  .refine(...eitherOf('skill_slug', 'skill_id'))
  .transform(oneSpelling)
export type MissionResult = z.output<typeof result>

export const mostResults = 20

export const completeInput = z.object({
  claim_id: z.string().trim().min(1).max(64).describe('From claiming the mission'),
  agent_identity_id: agentId.optional(),
  results: z.array(result).min(1).max(mostResults).describe('One entry per run; two or more earn the comparative bonus'),
})

export const completeOutput = z.object({
  status: z.literal('completed'),
  outcomes_recorded: z.int(),
  rewards: z.object({
    routing_credits: z.number(),
    reputation_points: z.number(),
    multipliers_applied: z.object({ base: z.number(), mission: z.number(), trust_tier: z.number() }),
  }),
  message: z.string().optional().describe('Present when a daily cap left less than the multipliers give'),
})

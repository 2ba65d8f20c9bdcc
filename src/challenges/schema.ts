import * as z from 'zod'
import { agentId, costUsd, emptyAsAbsent, latencyMs, limitUpTo, offset, quality, slug } from '../input/fields.ts'

export const difficulties = ['beginner', 'intermediate', 'advanced', 'expert'] as const
export const categories = [
  'research',
  'dev-ops',
  'content',
  'sales',
  'data',
  'agent-web',
  'agent-code',
  'agent-data',
  'agent-communication',
  'agent-research',
  'agent-ops',
] as const
export const medals = ['gold', 'silver', 'bronze'] as const

const par = z.strictObject({ tools: z.int().min(1), steps: z.int().min(1), minutes: z.number().positive(), usd: z.number().positive() })

/** A challenge as data/challenges.json holds it. */
export const challengeFacts = z.strictObject({
  slug,
  title: z.string().min(1).max(80),
  difficulty: z.enum(difficulties),
  category: z.enum(categories),
  objective: z.string().min(20).max(600),
  deliverable: z.string().min(10).max(400),
  par: par.describe('What a good run takes; efficiency is measured against it'),
  evaluation: z.array(z.string().min(5).max(160)).min(2).max(6).describe('What completeness and quality are judged by'),
  expected_tools: z.int().min(1),
})
export type Challenge = z.output<typeof challengeFacts>
export type Par = Challenge['par']
export type Medal = (typeof medals)[number]

export const listInput = z.object({
  category: emptyAsAbsent(z.enum(categories, `must be one of ${categories.join(', ')}`).optional()),
  difficulty: emptyAsAbsent(z.enum(difficulties, `must be one of ${difficulties.join(', ')}`).optional()),
  limit: limitUpTo(100, 100),
  offset,
})

export const listOutput = z.object({
  challenges: z.array(challengeFacts.extend({ reward_multiplier: z.number(), submission_count: z.int() })),
  total: z.int().describe('How many there are on all pages together'),
  scoring: z.object({ completeness: z.string(), quality: z.string(), efficiency: z.string() }),
  efficiency_formula: z.string(),
  tiers: z.object({ gold: z.number(), silver: z.number(), bronze: z.number() }).describe('Lowest overall_score of each tier'),
})

export const submitInput = z.object({
  challenge_slug: slug.describe('slug of a challenge from the list'),
  agent_identity_id: agentId.describe('Your identity: submissions need a registered agent'),
  tools_used: z
    .array(z.object({ skill_slug: slug, purpose: z.string().trim().max(400).optional().describe('What it was used for') }))
    .max(50)
    .default([])
    .describe('What was used; a tool server that is not in the catalog may be named, but routing learns nothing from it'),
  steps_taken: z.int().min(0).max(100_000).optional().describe('How many steps it took'),
  total_latency_ms: latencyMs.optional(),
  total_cost_usd: costUsd.optional(),
  deliverable_summary: z.string().trim().max(4000).default('').describe('What came out, in short'),
  completeness_score: quality.describe('How much of the deliverable is there, 0 to 10'),
  quality_score: quality.describe('How well it meets the evaluation criteria, 0 to 10'),
})
export type Submission = z.output<typeof submitInput>

export const submitOutput = z.object({
  submission_id: z.string(),
  tier: z.enum(medals).nullable().describe('Null below bronze'),
  overall_score: z.number(),
  scores: z.object({ completeness: z.number(), quality: z.number(), efficiency: z.number() }),
  rewards: z.object({ routing_credits: z.number(), reputation_points: z.number() }),
  personal_best: z.object({ overall_score: z.number(), tier: z.enum(medals).nullable() }),
  message: z.string(),
})

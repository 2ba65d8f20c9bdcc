import * as z from 'zod'
import { shownTier } from '../agents/schema.ts'
import { placeSlug } from '../catalog/schema.ts'
import { medals } from '../challenges/schema.ts'
import { limitUpTo, offset, slug, timestamp } from '../input/fields.ts'

const toolBoards = ['overall', 'rising'] as const

export const mostOnPage = 100

const page = { limit: limitUpTo(mostOnPage, 20), offset }

export const toolsInput = z.object({
  board: z
    .enum(toolBoards, `must be one of ${toolBoards.join(', ')}`)
    .default('overall')
    .describe('overall: by score; rising: by agents gained this week; new ones count only where no other uses the tool'),
  workflow: placeSlug.optional().describe('Only tools for this workflow'),
  vertical: placeSlug.optional().describe('Only tools for this vertical'),
  ...page,
})

export const toolsOutput = z.object({
  board: z.enum(toolBoards),
  tools: z.array(
    z.object({
      rank: z.int(),
      slug: z.string(),
      canonical_name: z.string(),
      overall_score: z.number(),
      value_score: z.number(),
      evidence_count: z.number(),
      agents_this_week: z.int().optional(),
      agents_last_week: z.int().optional(),
    }),
  ),
  total: z.int(),
  message: z.string().optional(),
})

/** An agent in its place of a ranking. */
const rankedAgent = z.object({ rank: z.int(), agent_name: z.string(), trust_tier: shownTier, verified: z.boolean() })

export const agentsInput = z.object(page)

export const agentsOutput = z.object({
  agents: z.array(rankedAgent.extend({ reputation_points: z.number() })),
  total: z.int(),
  message: z.string().optional(),
})

export const challengeInput = z.object({ slug, ...page })

export const challengeOutput = z.object({
  challenge_slug: z.string(),
  title: z.string(),
  entries: z.array(
    rankedAgent.extend({
      overall_score: z.number(),
      ranked_score: z
        .number()
        .describe('The score times the weight of this tier, or of the lowest for an agent that is new; entries are ordered by it'),
      tier: z.enum(medals).nullable(),
      submitted_at: timestamp,
    }),
  ),
  total: z.int(),
  message: z.string().optional(),
})

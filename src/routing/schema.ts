import * as z from 'zod'
import { latencyLevels, providerName, providerNames, signalsSchema, tierNames } from '../catalog/models.ts'
import { placeSlug } from '../catalog/schema.ts'
import { costUsd, creditedAgentId, eitherOf, emptyAsAbsent } from '../input/fields.ts'
import { isFilled, unfilled } from '../input/placeholders.ts'
import { approaches, matchMethods } from './decision.ts'
import { priorityWords } from './priority.ts'
import { routeReasons } from './reasons/codes.ts'

/** A text of nothing but characters that do not show says as little as an empty one. */
const isSeen = (text: string) => text === '' || /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)

const taskText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .refine(isSeen, 'must not be empty')
  .refine(isFilled, unfilled)
  .describe('The task in plain words, in any language; only the beginning and the end of a long one are read')

export const usualPriority = 'best_value'

/** Both endpoints take the same constraints; each is a hard limit on everything the answer names. */
const constraints = z.object({
  priority: emptyAsAbsent(z.enum(priorityWords).default(usualPriority)).describe('What to prefer among what fits'),
  max_cost_usd: costUsd.optional().describe('The most one run may cost, tool and model together; what has no known price is left out'),
  max_cost_per_mtok: z
    .number()
    .min(0)
    .max(100_000)
    .optional()
    .describe('The most a model may cost, in US dollars per million input tokens'),
  latency_preference: emptyAsAbsent(z.enum(latencyLevels).optional()).describe('The slowest acceptable: low, medium or high latency'),
  trust_floor: z.number().min(0).max(10).optional().describe('The least trust score of a tool server, 0 to 10'),
  preferred_provider: emptyAsAbsent(providerName.optional()).describe(`Only models of this provider: ${providerNames.join(', ')}`),
})
export type Constraints = z.output<typeof constraints>

export const routeInput = z
  .object({
    task: taskText.optional(),
    workflow_slug: emptyAsAbsent(placeSlug.optional()).describe(
      'Without a task: the best tools of this workflow. With a task: a preference',
    ),
    vertical_slug: emptyAsAbsent(placeSlug.optional()).describe('Prefer tools of this industry'),
    constraints: constraints.prefault({}),
    agent_identity_id: creditedAgentId,
  })
  .refine(...eitherOf('task', 'workflow_slug'))
export type RouteInput = z.output<typeof routeInput>

export const modelRouteInput = z.object({ task: taskText, constraints: constraints.prefault({}), agent_identity_id: creditedAgentId })
export type ModelRouteInput = z.output<typeof modelRouteInput>

const tier = z.enum(tierNames)
const price = z.number().nullable().describe('US dollars per million tokens; null when unknown')
const share = z.number().min(0).max(1)

const recommendedModel = z.object({
  slug: z.string(),
  display_name: z.string(),
  provider: z.enum(providerNames),
  input_cost_per_mtok: price,
  tier,
  tier_description: z.string(),
})

const metadata = z.object({
  decision_id: z.string().nullable().describe('Send it with your report; null when telemetry is off'),
  match_method: z.enum(matchMethods).describe('How the tool was found'),
  classification: signalsSchema.extend({ source: z.enum(['built_in', 'llm']) }),
  candidates_considered: z.int(),
  constraints_applied: z.array(z.string()).describe('Those of the request that were kept to'),
  blocked_by: z
    .array(z.string())
    .optional()
    .describe('Present when nothing is left to recommend: without these constraints something might be'),
  latency_ms: z.number(),
  reasons: z.array(z.enum(routeReasons)),
  runner_up: z.string().nullable().describe('The next best that can do the same; null if there is none'),
  margin: z.number().describe('By how much the choice led what came next in the ranking'),
  cluster: z.string().describe('Tier and kind of work: what reports on this answer are counted under'),
  store_away: z.literal(true).optional().describe('Present while the store cannot be reached: the answer comes from memory alone'),
  evidence: z.object({
    reports: z.number().describe('Independent reports behind the choice, after weighting'),
    basis: z.enum(['reports', 'published_facts']),
  }),
})

const scores = z.object({
  value_score: z.number(),
  output_score: z.number(),
  reliability_score: z.number(),
  efficiency_score: z.number(),
  cost_score: z.number(),
  trust_score: z.number(),
  overall_score: z.number(),
})

const alternatives = z.array(z.string()).describe('Slugs of others that could do it, best first')
const fallback = z.string().nullable().describe('The one to use if the recommended one is down')

const orchestrationStep = z.object({
  step: z.int().min(1),
  tool_category: z.string(),
  recommended_skill: z.string().nullable().describe('Null when nothing in the catalog fits this step'),
  recommended_skill_name: z.string().nullable(),
  action: z.string().describe('What to do in this step'),
  alternatives,
  fallback,
})

export const routeOutput = z.object({
  approach: z.enum(approaches),
  recommended_skill: z.string().nullable().optional().describe('Slug of the tool server; null when nothing in the catalog fits'),
  recommended_skill_name: z.string().nullable().optional(),
  recommended_model: recommendedModel.nullable().describe('Null when no model satisfies every constraint'),
  orchestration: z.array(orchestrationStep).optional().describe('The steps in order, where several tools are needed'),
  confidence: share.describe('The chance that this answer is right'),
  reasoning: z.string().describe('Why, in a few sentences'),
  cost_insight: z.string().optional(),
  alternatives: alternatives.optional(),
  fallback: fallback.optional(),
  recommended_combo: z.array(z.string()).optional().describe('Every tool server of this answer'),
  scores: scores.nullable().optional().describe('Of the recommended tool server, or the mean over those of recommended_combo'),
  non_mcp_alternative: z
    .object({ approach: z.literal('direct_llm'), recommended_model: z.string().nullable(), description: z.string() })
    .optional()
    .describe('What can be done without a tool server'),
  wanted_telemetry: z
    .object({ reward_multiplier: z.number(), report_to: z.string(), report_tool: z.string(), fields: z.array(z.string()), why: z.string() })
    .optional()
    .describe('What a report on this should hold; reward_multiplier is 2 for a registered agent, and 0 while telemetry is off'),
  suggestions: z.array(z.string()).optional().describe('What to know or do where no tool fits the task, or a part of it'),
  message: z.string().optional().describe('What could not be satisfied, and what to change'),
  routing_metadata: metadata,
})
export type RouteOutput = z.output<typeof routeOutput>

const modelDetails = z.object({
  slug: z.string(),
  display_name: z.string(),
  provider: z.enum(providerNames),
  provider_model_id: z.string(),
  input_cost_per_mtok: price,
  output_cost_per_mtok: price,
})

export const modelRouteOutput = z.object({
  recommended_model: z
    .string()
    .nullable()
    .describe(
      'Alias of the form waymark/<tier>; for this task it stands for model_details.slug, which is the one to call and report. Null when no model satisfies every constraint',
    ),
  model_details: modelDetails.nullable(),
  tier,
  tier_description: z.string(),
  confidence: share,
  signals: signalsSchema,
  estimated_cost: z.object({
    estimated_usd: z.number().nullable().describe('Null when a price is unknown'),
    input_tokens: z.int(),
    output_tokens: z.int(),
  }),
  fallback_chain: z
    .array(z.object({ slug: z.string(), provider: z.enum(providerNames) }))
    .describe('Models to try in this order if the first cannot be reached'),
  escalation: z
    .object({ tier, trigger: z.string().describe('When to ask for a model of that tier instead') })
    .nullable()
    .describe('Null at best_available, and where no stronger model satisfies every constraint'),
  cost_insight: z.string().optional(),
  message: z.string().optional(),
  routing_metadata: metadata,
})
export type ModelRouteOutput = z.output<typeof modelRouteOutput>

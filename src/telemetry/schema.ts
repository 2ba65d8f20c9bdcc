import * as z from 'zod'
import { agentName } from '../agents/schema.ts'
import { type ContributionType, contributionMultipliers } from '../credits/rules.ts'
import { balance, costUsd, creditedAgentId, emptyAsAbsent, latencyMs, quality, sameAs, slug, tokenCount } from '../input/fields.ts'
import { isFilled, unfilled } from '../input/placeholders.ts'
import { linkableDays, linkResults } from '../routing/decisions/link.ts'
import { modelOutcomes, mostRunsAtOnce, toolOutcomes } from './rules.ts'

/** A closed list of outcomes. A caller that used the word of the other operation is told which one to use here. */
const outcomeWord = <const T extends readonly [string, ...string[]]>(words: T, instead: Record<string, string>) =>
  z.enum(words, {
    error: ({ input }) => {
      const hint = typeof input === 'string' && Object.hasOwn(instead, input) ? `; instead of ${input}, use ${instead[input]} here` : ''
      return `${input === undefined ? 'is required and ' : ''}must be one of ${words.join(', ')}${hint}`
    },
  })

export const toolOutcome = outcomeWord(toolOutcomes, { aborted: 'failure (or error when it broke)' }).describe('How the tool did')
const modelOutcome = outcomeWord(modelOutcomes, { error: 'failure (or aborted when it was stopped)' }).describe('How the model did')
const decisionId = emptyAsAbsent(z.string().trim().min(1).max(64).optional()).describe(
  'routing_metadata.decision_id of the answer this outcome belongs to',
)

export const measures = {
  latency_ms: latencyMs.optional(),
  cost_usd: costUsd.optional(),
  estimated_cost_usd: sameAs('cost_usd', costUsd.optional()),
  output_quality_rating: quality.optional(),
  quality_rating: sameAs('output_quality_rating', quality.optional()),
}

type Spellings = {
  cost_usd?: number | undefined
  estimated_cost_usd?: number | undefined
  output_quality_rating?: number | undefined
  quality_rating?: number | undefined
}

/** Both spellings of cost and quality become one. */
export function oneSpelling<T extends Spellings>({ cost_usd, estimated_cost_usd, output_quality_rating, quality_rating, ...rest }: T) {
  return { ...rest, cost_usd: cost_usd ?? estimated_cost_usd, quality: output_quality_rating ?? quality_rating }
}

export const reportInput = z
  .object({
    skill_slug: slug.describe('The tool server that was used'),
    outcome: toolOutcome,
    ...measures,
    decision_id: decisionId,
    agent_identity_id: creditedAgentId,
    agent_name: agentName.optional().describe('A registered name, where the identity is not at hand'),
  })
  .transform(oneSpelling)

export const modelReportInput = z
  .object({
    model_slug: slug
      .refine(isFilled, unfilled)
      .describe('The model that was used, by its slug or provider_model_id; it need not be in the catalog'),
    outcome_status: modelOutcome,
    decision_id: decisionId,
    ...measures,
    input_tokens: tokenCount.optional().describe('How many tokens it read'),
    output_tokens: tokenCount.optional().describe('How many tokens it wrote'),
    agent_identity_id: creditedAgentId,
  })
  .transform(oneSpelling)

const contributionTypes = Object.keys(contributionMultipliers) as [ContributionType, ...ContributionType[]]

export const contributionInput = z.object({
  contribution_type: z.enum(contributionTypes),
  skill_slug: slug.describe('The tool server the runs used'),
  runs: z
    .array(
      z
        .object({
          task_fingerprint: z.string().trim().min(1).max(128).optional().describe('Your own key of the task, never its text'),
          outcome: toolOutcome,
          ...measures,
        })
        .transform(oneSpelling),
    )
    .min(1)
    .max(mostRunsAtOnce),
  agent_identity_id: creditedAgentId,
  agent_name: agentName.optional(),
  agent_kind: emptyAsAbsent(z.string().trim().min(1).max(64).optional()),
})

const healthStatus = z.enum(['ok', 'advisory', 'warning'])
export const integrationHealth = z.object({
  status: healthStatus,
  checks: z.array(
    z.object({
      code: z.enum(['NO_ROUTING_CALLS', 'NO_TELEMETRY_FEEDBACK', 'LOW_QUALITY_VARIANCE', 'UNREALISTIC_SUCCESS_RATE']),
      severity: z.enum(['advisory', 'warning']),
      message: z.string(),
      docs: z.string(),
    }),
  ),
})
export type IntegrationHealth = z.output<typeof integrationHealth>

const score = z.number().min(0).max(1).describe('How complete, plausible and consistent the data is, 0 to 1')
const warnings = z.array(z.string()).optional().describe('Numbers that were adjusted; absent when none were')

export const reportOutput = z.object({
  accepted: z.boolean(),
  warnings,
  credits_earned: z.number(),
  routing_credits: z.number().describe('The same as credits_earned'),
  reputation_earned: z.number(),
  contribution_score: score,
  credit_balance: balance.describe('Zeros for a report without an identity: it has no account'),
  decision: z
    .enum(linkResults)
    .optional()
    .describe(
      `What became of the decision_id, when one was sent and the report stored. used: it was reported before, and another tool tried after it teaches the router all the same; foreign: it was given to another agent; expired: it is older than ${linkableDays} days`,
    ),
  integration_health: integrationHealth.optional(),
  message: z.string(),
})

export const modelReportOutput = z.object({
  recorded: z.boolean(),
  outcome_id: z.string().nullable().describe('Null when telemetry is off and nothing was stored'),
  warnings,
  model_slug: z.string(),
  catalog_model: z.boolean(),
  contribution_score: score,
  accepted: z.boolean(),
  rewards: z.object({ routing_credits: z.number(), reputation_points: z.number(), decision_bonus: z.string() }),
  credit_balance: balance,
  trust_score: z.number().nullable(),
  integration_health: integrationHealth.optional(),
  message: z.string(),
})

export const contributionOutput = z.object({
  accepted: z.boolean(),
  warnings,
  contribution_score: score,
  rewards: z.object({ routing_credits: z.number(), economic_credits_usd: z.number(), reputation_points: z.number() }),
  runs_recorded: z.int(),
  new_evidence: z.int().describe('Runs that were not already known from you'),
  message: z.string(),
})

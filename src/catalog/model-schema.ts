import * as z from 'zod'
import { profileNames, providerName, providerNames, taskTypes, tierNames } from './models.ts'

const qualityPrior = z.object({
  value: z.number().min(0).max(10),
  n_figures: z.int(),
  as_of: z.string().nullable(),
  is_guess: z.boolean().describe('True when it is not based on a benchmark of this type of task'),
})
const modelOutput = z.object({
  slug: z.string(),
  display_name: z.string(),
  provider: z.enum(providerNames),
  provider_model_id: z.string(),
  input_cost_per_mtok: z.number().nullable(),
  output_cost_per_mtok: z.number().nullable(),
  cached_input_cost_per_mtok: z.number().nullable(),
  context_tokens: z.int(),
  max_output_tokens: z.int().nullable(),
  input_modalities: z.array(z.string()),
  tool_call: z.boolean(),
  structured_output: z.boolean().nullable(),
  reasoning: z.boolean(),
  effort_levels: z.array(z.string()),
  open_weights: z.boolean(),
  jurisdiction: z.string(),
  release_date: z.string(),
  latency_class: z.string(),
  tiers: z.array(z.enum(tierNames)),
  profiles: z.array(z.enum(profileNames)).describe('Profiles that may use it'),
  quality: z.record(z.enum(taskTypes), qualityPrior),
})
const tierOutput = z.object({
  tier: z.enum(tierNames),
  tier_description: z.string(),
  reference_input_cost_per_mtok: z.number().nullable(),
  choices: z
    .record(z.enum(profileNames), z.array(z.string()))
    .describe('Models by profile in the order of the tier map; which of them a task gets depends on its complexity and priority'),
})
const profileOutput = z.object({ profile: z.enum(profileNames), rule: z.string() })

export type ListedModel = z.output<typeof modelOutput>
export type ListedTier = z.output<typeof tierOutput>

export const modelsInput = z.object({
  provider: providerName.optional().meta({ type: 'string', enum: providerNames }),
  tier: z.enum(tierNames).optional(),
})
export const modelsOutput = z.object({
  models: z.array(modelOutput),
  total: z.int(),
  tiers: z.array(tierOutput),
  profiles: z.array(profileOutput),
})

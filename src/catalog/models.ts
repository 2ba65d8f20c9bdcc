import * as z from 'zod'
import shippedModels from '../../data/models.json' with { type: 'json' }
import shippedTiers from '../../data/tiers.json' with { type: 'json' }

export const taskTypes = [
  'chat',
  'qa',
  'writing',
  'translation',
  'summarization',
  'extraction',
  'classification',
  'code',
  'math',
  'reasoning',
  'analysis',
  'planning',
  'agentic',
] as const
export type TaskType = (typeof taskTypes)[number]

export const complexities = ['trivial', 'simple', 'moderate', 'complex'] as const
export type Complexity = (typeof complexities)[number]

export const providerNames = ['openai', 'anthropic', 'google', 'mistral', 'deepseek', 'meta'] as const
export type Provider = (typeof providerNames)[number]

export const isProvider = (name: string): name is Provider => providerNames.some((known) => known === name)
export const providerName = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isProvider, `must be one of ${providerNames.join(', ')}`)

export const tierNames = [
  'cheap_chat',
  'cheap_structured',
  'fast_code',
  'creative_writing',
  'reasoning_pro',
  'tool_agent',
  'best_available',
] as const
export type Tier = (typeof tierNames)[number]

export const profileNames = ['standard', 'unregulated', 'regulated'] as const
export type Profile = (typeof profileNames)[number]

/** From the fastest to the slowest. */
export const latencyLevels = ['low', 'medium', 'high'] as const
export type LatencyLevel = (typeof latencyLevels)[number]

export const isNoSlower = (level: LatencyLevel, most: LatencyLevel): boolean => latencyLevels.indexOf(level) <= latencyLevels.indexOf(most)

export const signalsSchema = z.object({
  task_type: z.enum(taskTypes),
  complexity: z.enum(complexities),
  needs_tool: z.boolean(),
  creative_writing: z.boolean(),
})
export type Signals = z.output<typeof signalsSchema>

const priceSchema = z.number().nonnegative()

const qualityPriorSchema = z.strictObject({
  value: z.number().min(0).max(10),
  n_figures: z.int().nonnegative(),
  sources: z.array(z.string()),
  as_of: z.string().nullable(),
  is_shrunk: z.boolean(),
  is_guess: z.literal(true).optional(),
})
export type QualityPrior = z.output<typeof qualityPriorSchema>

const modelSchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  display_name: z.string().min(1),
  provider: z.enum(providerNames),
  host: z.string().nullable(),
  provider_model_id: z.string().min(1),
  input_cost_per_mtok: priceSchema.nullable(),
  output_cost_per_mtok: priceSchema.nullable(),
  cached_input_cost_per_mtok: priceSchema.nullable(),
  context_tokens: z.int().positive(),
  max_output_tokens: z.int().positive().nullable(),
  input_modalities: z.array(z.enum(['text', 'image', 'audio', 'video', 'pdf'])),
  tool_call: z.boolean(),
  structured_output: z.boolean().nullable(),
  reasoning: z.boolean(),
  effort_levels: z.array(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])),
  open_weights: z.boolean(),
  jurisdiction: z.enum(['US', 'EU', 'CN']),
  release_date: z.iso.date(),
  figures_under: z.string(),
  tiers: z.array(z.enum(tierNames)).min(1),
  latency_class: z.enum(latencyLevels),
  regulated_use: z.strictObject({
    is_suitable: z.boolean(),
    reason: z.enum(['generally_available', 'chinese_jurisdiction', 'preview_offering', 'terms_not_reviewed']),
  }),
  quality: z.record(z.enum(taskTypes), qualityPriorSchema),
})
export type Model = z.output<typeof modelSchema>

const modelCatalogSchema = z.strictObject({
  source: z.string(),
  as_of: z.iso.date(),
  notes: z.array(z.string()),
  benchmarks: z.record(z.string(), z.strictObject({ measures: z.string(), source: z.string(), date: z.string() })),
  models: z.array(modelSchema),
})
export type ModelCatalog = z.output<typeof modelCatalogSchema>

const tierListSchema = z.strictObject({ primary: z.string(), fallbacks: z.array(z.string()).min(2) })

const tierMapsSchema = z.strictObject({
  tiers: z.record(
    z.enum(tierNames),
    z.strictObject({ reference_input_cost_per_mtok: z.number().nullable(), tier_description: z.string(), membership: z.string() }),
  ),
  profiles: z.record(z.enum(profileNames), z.strictObject({ rule: z.string(), tiers: z.record(z.enum(tierNames), tierListSchema) })),
})
export type TierMaps = z.output<typeof tierMapsSchema>

export function loadShippedModels(): { catalog: ModelCatalog; tierMaps: TierMaps } {
  return { catalog: modelCatalogSchema.parse(shippedModels), tierMaps: tierMapsSchema.parse(shippedTiers) }
}

export function isAllowedInProfile(model: Model, profile: Profile): boolean {
  if (profile === 'unregulated') return true
  if (model.jurisdiction === 'CN') return false
  return profile === 'standard' || model.regulated_use.is_suitable
}

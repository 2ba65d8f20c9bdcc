import * as z from 'zod'
import { operation } from '../calls/operation.ts'
import {
  isAllowedInProfile,
  type Model,
  profileNames,
  providerName,
  providerNames,
  type Tier,
  type TierMaps,
  taskTypes,
  tierNames,
} from './models.ts'

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

export const listModels = operation({
  name: 'list_models',
  group: 'catalog',
  http: 'GET /api/models',
  summary: 'The language models with their tiers, prices and abilities',
  effect: 'read',
  input: z.object({
    provider: providerName.optional().meta({ type: 'string', enum: providerNames }),
    tier: z.enum(tierNames).optional(),
  }),
  output: z.object({ models: z.array(modelOutput), total: z.int(), tiers: z.array(tierOutput), profiles: z.array(profileOutput) }),
  example: { tier: 'fast_code' },
  async run({ catalog }, { provider, tier }) {
    const models = catalog.models().filter((model) => (!provider || model.provider === provider) && (!tier || model.tiers.includes(tier)))
    const shown = tierNames.filter((name) => !tier || name === tier)
    return {
      models: models.map(shownModel),
      total: models.length,
      tiers: shown.map((name) => shownTier(catalog.tiers, name)),
      profiles: profileNames.map((profile) => ({ profile, rule: catalog.tiers.profiles[profile].rule })),
    }
  },
})

function shownModel(model: Model): z.output<typeof modelOutput> {
  const { host: _, figures_under: __, regulated_use: ___, quality, ...shown } = model
  const profiles = profileNames.filter((profile) => isAllowedInProfile(model, profile))
  return { ...shown, profiles, quality: shownQuality(quality) }
}

function shownTier(maps: TierMaps, tier: Tier): z.output<typeof tierOutput> {
  const { tier_description, reference_input_cost_per_mtok } = maps.tiers[tier]
  return { tier, tier_description, reference_input_cost_per_mtok, choices: choicesOf(maps, tier) }
}

function choicesOf({ profiles }: TierMaps, tier: Tier) {
  const listOf = ({ primary, fallbacks }: { primary: string; fallbacks: string[] }) => [primary, ...fallbacks]
  const { standard, unregulated, regulated } = profiles
  return { standard: listOf(standard.tiers[tier]), unregulated: listOf(unregulated.tiers[tier]), regulated: listOf(regulated.tiers[tier]) }
}

function shownQuality(quality: Model['quality']) {
  const entries = Object.entries(quality).map(([task, { value, n_figures, as_of, is_guess = false }]) => [
    task,
    { value, n_figures, as_of, is_guess },
  ])
  // Same keys as given, each with its prior made smaller.
  return Object.fromEntries(entries) as z.output<typeof modelOutput>['quality']
}

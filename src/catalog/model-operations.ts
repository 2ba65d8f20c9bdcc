import { operation } from '../calls/operation.ts'
import { type ListedModel, type ListedTier, modelsInput, modelsOutput } from './model-schema.ts'
import { isAllowedInProfile, type Model, profileNames, type Tier, type TierMaps, tierNames } from './models.ts'

export const listModels = operation({
  name: 'list_models',
  group: 'catalog',
  http: 'GET /api/models',
  summary: 'The language models with their tiers, prices and abilities',
  effect: 'read',
  input: modelsInput,
  output: modelsOutput,
  example: { tier: 'fast_code' },
  async run({ catalog }, { provider, tier }) {
    const models = catalog.models().filter((model) => (!provider || model.provider === provider) && (!tier || model.tiers.includes(tier)))
    const shown = tierNames.filter((name) => !tier || name === tier)
    return {
      models: models.map(listedModel),
      total: models.length,
      tiers: shown.map((name) => listedTier(catalog.tiers, name)),
      profiles: profileNames.map((profile) => ({ profile, rule: catalog.tiers.profiles[profile].rule })),
    }
  },
})

function listedModel(model: Model): ListedModel {
  const { host: _, figures_under: __, regulated_use: ___, quality, ...shown } = model
  const profiles = profileNames.filter((profile) => isAllowedInProfile(model, profile))
  return { ...shown, profiles, quality: listedQuality(quality) }
}

function listedTier(maps: TierMaps, tier: Tier): ListedTier {
  const { tier_description, reference_input_cost_per_mtok } = maps.tiers[tier]
  return { tier, tier_description, reference_input_cost_per_mtok, choices: choicesOf(maps, tier) }
}

function choicesOf({ profiles }: TierMaps, tier: Tier) {
  const listOf = ({ primary, fallbacks }: { primary: string; fallbacks: string[] }) => [primary, ...fallbacks]
  const { standard, unregulated, regulated } = profiles
  return { standard: listOf(standard.tiers[tier]), unregulated: listOf(unregulated.tiers[tier]), regulated: listOf(regulated.tiers[tier]) }
}

function listedQuality(quality: Model['quality']) {
  const entries = Object.entries(quality).map(([task, { value, n_figures, as_of, is_guess = false }]) => [
    task,
    { value, n_figures, as_of, is_guess },
  ])
  // Same keys as given, each with its prior made smaller.
  return Object.fromEntries(entries) as ListedModel['quality']
}

import { describe, expect, test } from 'vitest'
import { isAllowedInProfile, loadShippedModels, profileNames, providerNames, taskTypes, tierNames } from './models.ts'

const { catalog, tierMaps } = loadShippedModels()
const bySlug = new Map(catalog.models.map((model) => [model.slug, model]))

describe('the shipped models', () => {
  test('are 39 over 6 providers in 7 tiers, each slug and provider id once', () => {
    expect(catalog.models).toHaveLength(39)
    expect(new Set(catalog.models.map((model) => model.provider))).toEqual(new Set(providerNames))
    expect(new Set(catalog.models.flatMap((model) => model.tiers))).toEqual(new Set(tierNames))
    expect(bySlug.size).toBe(39)
    expect(new Set(catalog.models.map((model) => `${model.provider}/${model.provider_model_id}`)).size).toBe(39)
  })

  test('have a price, and a cached price no dearer than the plain one', () => {
    for (const model of catalog.models) {
      expect(model.input_cost_per_mtok, model.slug).toBeGreaterThan(0)
      expect(model.output_cost_per_mtok, model.slug).toBeGreaterThan(0)
      if (model.cached_input_cost_per_mtok !== null)
        expect(model.cached_input_cost_per_mtok).toBeLessThanOrEqual(model.input_cost_per_mtok!)
    }
  })

  test('carry a quality prior for every task type, with known sources or a mark that it is a guess', () => {
    for (const model of catalog.models) {
      for (const taskType of taskTypes) {
        const prior = model.quality[taskType]
        expect(prior.sources, `${model.slug} ${taskType}`).toHaveLength(prior.n_figures)
        for (const source of prior.sources) expect(catalog.benchmarks).toHaveProperty([source])
        expect(prior.n_figures > 0 ? prior.as_of : prior.is_guess).toBeTruthy()
        expect(prior.is_shrunk).toBe(prior.n_figures < 3)
      }
    }
  })

  test('name effort levels only where the model can think', () => {
    for (const model of catalog.models.filter((entry) => !entry.reasoning)) expect(model.effort_levels, model.slug).toEqual([])
  })
})

describe.each(profileNames)('the %s tier map', (profile) => {
  test.each(tierNames)('%s has a primary and two fallbacks over two providers, all allowed and fitting', (tier) => {
    const { primary, fallbacks } = tierMaps.profiles[profile].tiers[tier]
    const slugs = [primary, ...fallbacks]
    const models = slugs.map((slug) => bySlug.get(slug)!)
    expect(models.every((model) => model !== undefined)).toBe(true)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(fallbacks.length).toBeGreaterThanOrEqual(2)
    expect(new Set(models.map((model) => model.provider)).size).toBeGreaterThanOrEqual(2)
    const fitting = catalog.models.filter((model) => model.tiers.includes(tier) && isAllowedInProfile(model, profile))
    expect(new Set(slugs)).toEqual(new Set(fitting.map((model) => model.slug)))
  })

  test('keeps out what the profile excludes', () => {
    const slugs = Object.values(tierMaps.profiles[profile].tiers).flatMap((list) => [list.primary, ...list.fallbacks])
    const models = slugs.map((slug) => bySlug.get(slug)!)
    if (profile !== 'unregulated') expect(models.filter((model) => model.jurisdiction === 'CN')).toEqual([])
    if (profile === 'regulated') expect(models.filter((model) => !model.regulated_use.is_suitable)).toEqual([])
  })
})

describe('tiers', () => {
  test('ask for what their work needs', () => {
    for (const model of catalog.models) {
      if (model.tiers.includes('reasoning_pro')) expect(model.reasoning, model.slug).toBe(true)
      if (model.tiers.includes('tool_agent')) expect(model.tool_call, model.slug).toBe(true)
      if (model.tiers.includes('cheap_structured')) expect(model.structured_output, model.slug).not.toBe(false)
    }
  })

  test('state their reference price in the description', () => {
    for (const { reference_input_cost_per_mtok: price, tier_description } of Object.values(tierMaps.tiers)) {
      if (price === null) expect(tier_description).not.toContain('$')
      else expect(tier_description).toMatch(new RegExp(`\\$${price}0*\\b|\\$${price.toFixed(2)}`))
    }
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  complexities,
  isAllowedInProfile,
  latencyLevels,
  loadShippedModels,
  type Model,
  profileNames,
  providerNames,
  taskTypes,
  tierNames,
} from '../../catalog/models.ts'
import { modelPriorities, priorityWords } from '../priority.ts'
import { modelReasons } from '../reasons/codes.ts'
import { type ChosenModel, chooseModel, type ModelChoiceRequest } from './choice.ts'
import { estimateCost } from './cost.ts'
import { judgedTask } from './rank.ts'

const { catalog, tierMaps } = loadShippedModels()
const shipped = { models: catalog.models, tierMaps }

const base: ModelChoiceRequest = {
  ...shipped,
  signals: { task_type: 'chat', complexity: 'simple', needs_tool: false, creative_writing: false },
  caps: {},
  profile: 'standard',
  tokens: { input_tokens: 800, output_tokens: 400 },
}

function choose(change: Partial<ModelChoiceRequest>): ChosenModel {
  const choice = chooseModel({ ...base, ...change })
  if (choice.kind === 'none') throw new Error(choice.message)
  return choice
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const anyRequest = fc.record({
  signals: fc.record({
    task_type: fc.constantFrom(...taskTypes),
    complexity: fc.constantFrom(...complexities),
    needs_tool: fc.boolean(),
    creative_writing: fc.boolean(),
  }),
  tier: maybe(fc.constantFrom(...tierNames)),
  priority: maybe(fc.constantFrom(...priorityWords)),
  profile: fc.constantFrom(...profileNames),
  caps: fc.record({
    max_cost_per_mtok: maybe(fc.double({ min: 0, max: 6, noNaN: true })),
    max_cost_usd: maybe(fc.double({ min: 0, max: 0.05, noNaN: true })),
    preferred_provider: maybe(fc.constantFrom(...providerNames)),
    available_providers: maybe(fc.subarray([...providerNames])),
    latency_preference: maybe(fc.constantFrom(...latencyLevels)),
  }),
  tokens: fc.record({ input_tokens: fc.integer({ min: 1, max: 1_200_000 }), output_tokens: fc.integer({ min: 1, max: 70_000 }) }),
  luck: fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 39, maxLength: 39 }),
  hasEvidence: fc.boolean(),
})

function complete({ luck, hasEvidence, ...request }: typeof anyRequest extends fc.Arbitrary<infer T> ? T : never): ModelChoiceRequest {
  const quality = new Map(catalog.models.map((model, at) => [model.slug, luck[at]!]))
  const evidence = hasEvidence ? (slug: string) => ({ mean_quality: quality.get(slug)!, n_effective: 20 }) : undefined
  return { ...shipped, ...request, evidence }
}

function mustHold(model: Model, request: ModelChoiceRequest): void {
  const { caps, profile, signals, tokens } = request
  expect(isAllowedInProfile(model, profile)).toBe(true)
  if (caps.available_providers?.length) expect(caps.available_providers).toContain(model.provider)
  if (caps.preferred_provider) expect(model.provider).toBe(caps.preferred_provider)
  if (caps.max_cost_per_mtok !== undefined) expect(model.input_cost_per_mtok!).toBeLessThanOrEqual(caps.max_cost_per_mtok)
  const cost = estimateCost(model, tokens, signals)
  if (caps.max_cost_usd !== undefined) expect(cost.estimated_usd!).toBeLessThanOrEqual(caps.max_cost_usd)
  if (signals.needs_tool) expect(model.tool_call).toBe(true)
  if (caps.latency_preference === 'low') expect(model.latency_class).toBe('low')
  if (caps.latency_preference === 'medium') expect(model.latency_class).not.toBe('high')
  expect(cost.input_tokens + cost.output_tokens).toBeLessThanOrEqual(model.context_tokens)
}

describe('for any request', () => {
  test('every model named holds every cap, provider and profile, and no other is mentioned', () => {
    fc.assert(
      fc.property(anyRequest.map(complete), (request) => {
        const choice = chooseModel(request)
        if (choice.kind === 'none') {
          expect(JSON.stringify(choice)).not.toMatch(/gpt|claude|gemini|istral|deepseek-v|llama/i)
          return
        }
        const chain = [choice.primary, ...choice.fallback_chain]
        for (const model of [...chain, choice.escalation?.model, choice.runner_up]) if (model) mustHold(model, request)
        expect(new Set(chain.map((model) => model.slug)).size).toBe(chain.length)
        for (const reason of choice.reasons) expect(modelReasons).toContain(reason)
        for (const model of catalog.models) if (choice.cost_insight.includes(`${model.display_name} `)) mustBeAllowed(model, request)
      }),
      { numRuns: 3000 },
    )
  })

  test('lowest_cost is no dearer than best_value, nor that than highest_quality', () => {
    fc.assert(
      fc.property(anyRequest.map(complete), (request) => {
        const [low, middle, high] = modelPriorities.map((priority) => chooseModel({ ...request, priority }))
        if (low?.kind !== 'chosen' || middle?.kind !== 'chosen' || high?.kind !== 'chosen') {
          expect(new Set([low?.kind, middle?.kind, high?.kind])).toEqual(new Set(['none']))
          return
        }
        expect(low.estimated_cost.estimated_usd!).toBeLessThanOrEqual(middle.estimated_cost.estimated_usd!)
        expect(middle.estimated_cost.estimated_usd!).toBeLessThanOrEqual(high.estimated_cost.estimated_usd!)
        expect(low.primary.input_cost_per_mtok!).toBeLessThanOrEqual(middle.primary.input_cost_per_mtok!)
        expect(middle.primary.input_cost_per_mtok!).toBeLessThanOrEqual(high.primary.input_cost_per_mtok!)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('whatever the caps leave', () => {
  const unseen = anyRequest.map(({ hasEvidence: _, ...request }) => complete({ ...request, tier: undefined, hasEvidence: false }))
  const qualityOf = (model: Model, { signals }: ModelChoiceRequest) => model.quality[judgedTask(signals)].value

  test('highest_quality is no worse than best_value, and an escalation is never far below what it replaces', () => {
    fc.assert(
      fc.property(unseen, (request) => {
        const [low, middle, high] = modelPriorities.map((priority) => chooseModel({ ...request, priority }))
        if (low?.kind !== 'chosen' || middle?.kind !== 'chosen' || high?.kind !== 'chosen') return
        expect(qualityOf(high.primary, request)).toBeGreaterThanOrEqual(qualityOf(middle.primary, request))
        for (const { primary, escalation } of [low, middle, high]) {
          if (escalation) expect(qualityOf(escalation.model, request)).toBeGreaterThan(qualityOf(primary, request) - 1)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

// Display names may begin alike ("GPT-5.4" and "GPT-5.4 mini"), so only those that the profile itself rules out are certain leaks.
function mustBeAllowed(model: Model, { profile }: ModelChoiceRequest): void {
  expect(isAllowedInProfile(model, profile)).toBe(true)
}

describe.each(profileNames)('with one provider alone under %s', (profile) => {
  test.each(providerNames)('%s serves every tier it has a fitting model for', (provider) => {
    for (const tier of tierNames) {
      const choice = chooseModel({ ...base, tier, profile, caps: { available_providers: [provider] } })
      const fits = catalog.models.filter((model) => model.provider === provider && isAllowedInProfile(model, profile))
      if (fits.length === 0) expect(choice).toMatchObject({ kind: 'none', emptied_by: 'available_providers' })
      else expect(choice).toMatchObject({ kind: 'chosen', primary: { provider } })
      if (choice.kind === 'chosen' && fits.some((model) => model.tiers.includes(tier))) expect(choice.tier).toBe(tier)
    }
  })
})

describe('chooseModel', () => {
  test('gives a chain over several providers and an escalation to a stronger tier', () => {
    const choice = choose({})
    expect(choice.tier).toBe('cheap_chat')
    expect(new Set([choice.primary, ...choice.fallback_chain].map((model) => model.provider)).size).toBeGreaterThanOrEqual(3)
    expect(choice.escalation?.tier).toBe('reasoning_pro')
    expect(choice.cost_insight).toMatch(/\$[\d.]+ .*\$[\d.]+ /)
  })

  test('a trial says that it is one, with its propensity, and never happens where trust is asked for', () => {
    const evidence = () => ({ mean_quality: 8, n_effective: 5 })
    const chances = Array.from({ length: 40 }, (_, i) => (i + 0.5) / 40)
    const picks = chances.map((chance) => choose({ evidence, chance, priority: 'highest_quality' }))
    const trials = picks.filter(({ explored }) => explored)
    expect(trials.length).toBeGreaterThan(0)
    for (const { reasons, propensity, explored } of picks) {
      expect(reasons.includes('explored')).toBe(explored)
      expect(reasons.includes('highest_quality_in_tier')).toBe(!explored)
      if (explored) expect(propensity).toBeLessThan(1)
    }
    for (const priority of ['highest_trust', 'most_reliable'] as const) {
      for (const chance of chances) expect(choose({ evidence, chance, priority })).toMatchObject({ explored: false, propensity: 1 })
    }
  })

  test.each([100, 1000, 5000, 20_000])('the saving is the difference of the two prices told, for %i tokens', (output_tokens) => {
    const { cost_insight } = choose({ tokens: { input_tokens: 500, output_tokens } })
    const [own = 0, reference = 0, saved = 0] = [...cost_insight.matchAll(/\$([\d.]+\d)/g)].map(([, usd]) => Number(usd))
    expect(saved / 1000 / (reference - own)).toBeCloseTo(1, 1)
  })

  test('a saving is never rounded to all of the price, nor to nothing', () => {
    const signals = { ...base.signals, complexity: 'trivial' as const }
    const cheap = choose({ signals, priority: 'lowest_cost', tokens: { input_tokens: 201, output_tokens: 100 } })
    expect(cheap.cost_insight).toContain(': over 99% less, ')
    const twin = (slug: string, price: number, value: number): Model => {
      const model = catalog.models[0]!
      const quality = { ...model.quality, chat: { ...model.quality.chat, value } }
      return { ...model, slug, quality, input_cost_per_mtok: price, output_cost_per_mtok: price }
    }
    const near = choose({ signals, priority: 'lowest_cost', models: [twin('a', 1, 8), twin('b', 0.999, 7)] })
    expect(near.cost_insight).toContain(': under 1% less, ')
    const [better, dearer] = [
      { ...twin('a', 1, 8), provider: 'openai' as const },
      { ...twin('b', 2, 7), provider: 'mistral' as const },
    ]
    const dear = choose({ signals, models: [better, dearer], caps: { preferred_provider: 'mistral' } })
    expect(dear.cost_insight).toMatch(/; always using .+ would cost \$[\d.]+, so nothing is saved\.$/)
  })

  test('a best model of unknown price is not compared with, nor is another called the best for it', () => {
    const [first] = catalog.models
    const { quality } = first!
    const models: Model[] = [
      { ...first!, slug: 'unpriced', input_cost_per_mtok: null, output_cost_per_mtok: null },
      { ...first!, slug: 'priced', quality: { ...quality, chat: { ...quality.chat, value: 5 } } },
    ]
    expect(choose({ models, caps: { max_cost_usd: 1 } }).cost_insight).toMatch(/; the price of .+ is not known, so .+ compared\.$/)
  })

  test('says which constraint left nothing, and what would help', () => {
    const choice = chooseModel({ ...base, caps: { max_cost_per_mtok: 0.001 } })
    expect(choice).toMatchObject({ kind: 'none', emptied_by: 'max_cost_per_mtok', relaxable: ['max_cost_per_mtok'] })
    const chinese = chooseModel({ ...base, profile: 'regulated', caps: { preferred_provider: 'deepseek' } })
    expect(chinese).toMatchObject({ kind: 'none', emptied_by: 'preferred_provider', relaxable: ['profile', 'preferred_provider'] })
    const two = chooseModel({ ...base, caps: { max_cost_per_mtok: 0, preferred_provider: 'deepseek' } })
    expect(two).toMatchObject({ kind: 'none', relaxable: [], relaxable_together: ['preferred_provider', 'max_cost_per_mtok'] })
    expect(two).toMatchObject({ message: expect.stringContaining('Relaxing preferred_provider and max_cost_per_mtok together would') })
    expect(chooseModel({ ...base, tokens: { input_tokens: 9_000_000, output_tokens: 1 } })).toMatchObject({ emptied_by: 'context_window' })
  })

  test('lets a weaker tier stand in when the caps rule out the wanted one', () => {
    const signals = { ...base.signals, task_type: 'math', complexity: 'complex' } as const
    const choice = choose({ signals, caps: { max_cost_per_mtok: 0.1 } })
    expect(choice.tier).not.toBe('reasoning_pro')
    expect(choice.reasons).toContain('tier_substituted')
    expect(choice.primary.input_cost_per_mtok).toBeLessThanOrEqual(0.1)
  })

  test.each([
    { caps: { latency_preference: 'low' } as const, most: 'gemini-3-flash-preview' },
    { caps: { max_cost_per_mtok: 0.3 }, most: 'gemini-3.1-flash-lite' },
  ])('highest_quality is the best of what $caps leaves, not the best of a few weak ones', ({ caps, most }) => {
    const signals = { ...base.signals, task_type: 'translation' } as const
    const { primary, tier, reasons } = choose({ signals, caps, priority: 'highest_quality' })
    expect([primary.slug, primary.tiers]).toEqual([most, expect.arrayContaining([tier])])
    expect(reasons).toContain('tier_substituted')
    expect(choose({ signals, caps }).primary.slug).toBe('gemini-3.1-flash-lite')
    expect(choose({ signals, priority: 'highest_quality' }).tier).toBe('best_available')
  })

  test('best_value takes no model below the floor of the work while one above it is left', () => {
    const signals = { ...base.signals, task_type: 'planning', complexity: 'complex', needs_tool: true } as const
    const caps = { max_cost_per_mtok: 0.3 }
    for (const priority of ['lowest_cost', 'best_value'] as const) {
      const { primary, reasons } = choose({ signals, caps, priority })
      expect([primary.slug, reasons.includes('below_quality_floor')]).toEqual(['gpt-5-mini', false])
    }
  })

  test.each([
    { work: { task_type: 'qa' }, caps: { max_cost_per_mtok: 0.3 } },
    { work: { task_type: 'planning', needs_tool: true }, caps: { max_cost_per_mtok: 0.2 } },
    { work: { task_type: 'summarization' }, caps: { max_cost_usd: 0.001 } },
  ] as const)('where caps leave nothing good enough of a tier, another stands in: $work.task_type', ({ work, caps }) => {
    const signals = { ...base.signals, ...work, complexity: 'complex' } as const
    for (const priority of modelPriorities) {
      const { reasons } = choose({ signals, caps, priority })
      expect(reasons).toContain('tier_substituted')
      expect(reasons).not.toContain('below_quality_floor')
    }
  })

  test('where caps leave nothing stronger, there is no escalation', () => {
    const signals = { ...base.signals, task_type: 'math', complexity: 'complex' } as const
    const { primary, escalation } = choose({ signals, caps: { latency_preference: 'low' } })
    expect([primary.slug, escalation]).toEqual(['gemini-3-flash-preview', null])
  })

  test('follows reports once there are enough of them', () => {
    const before = choose({})
    const evidence = (slug: string) => (slug === before.primary.slug ? { mean_quality: 0, n_effective: 200 } : null)
    const after = choose({ evidence })
    expect(after.primary.slug).not.toBe(before.primary.slug)
    const one = choose({ evidence: (slug) => (slug === before.primary.slug ? { mean_quality: 0, n_effective: 0.2 } : null) })
    expect(one.primary.slug).toBe(before.primary.slug)
    expect(one.reasons).toContain('reports_considered')
  })

  test('never takes an unknown price for a free one', () => {
    const unpriced = catalog.models.map((model) => ({ ...model, input_cost_per_mtok: null, output_cost_per_mtok: null }))
    const mixed = unpriced.map((model, at) => (model.slug === 'gemini-2.5-flash-lite' ? catalog.models[at]! : model))
    expect(choose({ models: mixed, priority: 'lowest_cost' }).primary.slug).toBe('gemini-2.5-flash-lite')
    const unknown = choose({ models: unpriced })
    expect(unknown.estimated_cost.estimated_usd).toBeNull()
    expect(unknown.reasons).toContain('price_unknown')
    expect(chooseModel({ ...base, models: unpriced, caps: { max_cost_usd: 1 } })).toMatchObject({ emptied_by: 'max_cost_usd' })
  })

  test('is more confident in a stronger model for the same task', () => {
    const signals = { ...base.signals, task_type: 'code', complexity: 'complex' } as const
    const strong = choose({ signals, priority: 'highest_quality' })
    expect(strong.confidence).toBeGreaterThan(choose({ signals, caps: { max_cost_per_mtok: 0.1 } }).confidence)
    expect(strong.escalation).toBeNull()
  })

  test('from a tier below, the strongest of all escalates to another of the strongest', () => {
    const signals = { ...base.signals, task_type: 'agentic', complexity: 'simple', needs_tool: true } as const
    const { primary, tier, escalation } = choose({ signals, priority: 'highest_quality' })
    expect([tier, escalation?.tier]).toEqual(['tool_agent', 'best_available'])
    expect(escalation?.model.slug).not.toBe(primary.slug)
  })
})

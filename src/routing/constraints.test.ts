import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openRouter } from '../../eval/router.ts'
import { isAllowedInProfile, latencyLevels, type Model, profileNames, providerNames } from '../catalog/models.ts'
import { routeAnswer } from './answer/answer.ts'
import { explainRoute } from './answer/explain.ts'
import type { RouteDecision } from './decision.ts'
import { decideRoute, type RouteRequest } from './engine.ts'
import { decideModel } from './models/engine.ts'
import { priorityWords } from './priority.ts'
import { routeReasons } from './reasons/codes.ts'
import { isWithinLatency } from './tools/latency-class.ts'
import type { RankedTool } from './tools/rank.ts'
import { understand } from './understand/understand.ts'

const router = openRouter()
const searched = new Map<string, ReturnType<typeof router.catalog.search>>()
const catalog = {
  ...router.catalog,
  search: (text: string, options?: Parameters<typeof router.catalog.search>[1]) => {
    const asked = `${JSON.stringify(options)} ${text}`
    const known = searched.get(asked) ?? router.catalog.search(text, options)
    searched.set(asked, known)
    return known
  },
}
const parts = { ...router.parts, catalog }

const tasks = [
  'Refund the last payment of customer ACME in Stripe',
  'Get the open issues from GitHub, then post a summary to #eng in Slack and email it to Lea',
  'Explain how DNS works',
  'Write a short story about a lighthouse keeper',
  'Generate an image of a red fox in snow',
  'Search the web for the newest climate report and put the key figures into a Google Sheet',
  'What is the weather in Oslo tomorrow?',
  'Query the orders table in Postgres for refunds above 100 euros',
  'Take a screenshot of https://example.com and send it to Ben on Telegram',
  'Prove that there are infinitely many primes',
  'Shovel the snow off our driveway',
  'Transcribe the call recording, translate it to French and store it in Google Drive',
  'Deploy the main branch to Vercel',
  'Find flights from Vienna to Lisbon in May',
]
const understood = tasks.map((task) => understand(task, router.lexicon))
const workflows = ['sales-research-outreach', 'security-operations', 'communication-email']

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyRequest: fc.Arbitrary<RouteRequest> = fc
  .record({
    at: fc.nat(tasks.length - 1),
    workflow: maybe(fc.constantFrom(...workflows)),
    hasTask: fc.boolean(),
    vertical: maybe(fc.constantFrom('healthcare', 'sales-revenue')),
    priority: fc.constantFrom(...priorityWords),
    profile: fc.constantFrom(...profileNames),
    caps: fc.record({
      max_cost_usd: maybe(fc.oneof(fc.constantFrom(0, 0.001, 0.005), fc.double({ min: 0, max: 0.05, noNaN: true }))),
      max_cost_per_mtok: maybe(fc.double({ min: 0, max: 6, noNaN: true })),
      latency_preference: maybe(fc.constantFrom(...latencyLevels)),
      trust_floor: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
      preferred_provider: maybe(fc.constantFrom(...providerNames)),
      available_providers: maybe(fc.subarray([...providerNames])),
    }),
  })
  .map(({ at, hasTask, workflow, ...rest }) => {
    const understanding = understood[at]!
    const classification = { signals: understanding.signals, source: 'built_in' as const }
    return { ...rest, workflow, hasTask: hasTask || !workflow, understanding, classification }
  })

const facts = { decision_id: null, store_away: false, latency_ms: 0, reward_multiplier: 1 }
const models = new Map(parts.models.map((model) => [model.slug, model]))

/** What is wrong, in words; gathered without an assertion for each figure, which would take most of the time. */
function brokenByModel(model: Model, { caps, profile }: RouteRequest): string[] {
  const { preferred_provider, available_providers, max_cost_per_mtok } = caps
  const broken: string[] = []
  if (!isAllowedInProfile(model, profile)) broken.push('profile')
  if (preferred_provider && model.provider !== preferred_provider) broken.push('preferred_provider')
  if (available_providers?.length && !available_providers.includes(model.provider)) broken.push('available_providers')
  if (max_cost_per_mtok !== undefined && !(model.input_cost_per_mtok! <= max_cost_per_mtok)) broken.push('max_cost_per_mtok')
  return broken.map((cap) => `${model.slug} breaks ${cap}`)
}

function brokenByTool(slug: string, { caps }: RouteRequest): string[] {
  const entry = catalog.get(slug)!
  const broken: string[] = []
  const cost = entry.cost_usd_per_run ?? Number.POSITIVE_INFINITY
  if (caps.max_cost_usd !== undefined && cost > caps.max_cost_usd) broken.push('max_cost_usd')
  if (caps.trust_floor !== undefined && catalog.scoresOf(slug)!.trust < caps.trust_floor) broken.push('trust_floor')
  if (caps.latency_preference && !isWithinLatency(entry.capabilities, caps.latency_preference)) broken.push('latency_preference')
  return broken.map((cap) => `${slug} breaks ${cap}`)
}

/** The most a run can cost when one of its tools is replaced by what the answer offers in its place. */
function runCost({ pick, steps, model }: RouteDecision): number {
  const picks = [pick, ...steps.map((step) => step.pick)].flatMap((one) => one ?? [])
  const price = ({ entry }: RankedTool) => entry.cost_usd_per_run ?? 0
  const tools = picks.reduce((sum, { tool }) => sum + price(tool), 0)
  const dearer = picks.map(({ tool, alternatives, fallback }) =>
    Math.max(...[tool, ...alternatives, fallback ?? tool].map((other) => price(other) - price(tool))),
  )
  return tools + Math.max(0, ...dearer) + (model.kind === 'none' ? 0 : model.estimated_cost.estimated_usd!)
}

function slugsIn(answer: ReturnType<typeof routeAnswer>): string[] {
  const steps = answer.orchestration ?? []
  const named = [answer.recommended_skill, answer.fallback, ...(answer.alternatives ?? []), ...(answer.recommended_combo ?? [])]
  return [...named, ...steps.flatMap((step) => [step.recommended_skill, step.fallback, ...step.alternatives])].flatMap((slug) => slug ?? [])
}

describe('over ten thousand random requests', () => {
  test('no cap, provider or profile is broken anywhere in an answer', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const decision = decideRoute(request, parts)
        const answer = routeAnswer(decision, facts)
        const named = [answer.recommended_model?.slug, answer.non_mcp_alternative?.recommended_model].flatMap(
          (slug) => models.get(slug ?? '') ?? [],
        )
        const chain = decision.model.kind === 'chosen' ? decision.model.fallback_chain : []
        const wrong = [
          ...slugsIn(answer).flatMap((slug) => brokenByTool(slug, request)),
          ...[...named, ...chain].flatMap((model) => brokenByModel(model, request)),
          ...decision.reasons.filter((reason) => !routeReasons.includes(reason)),
        ]
        if (runCost(decision) > (request.caps.max_cost_usd ?? Number.POSITIVE_INFINITY) + 1e-12) wrong.push('the run costs too much')
        if (!(decision.confidence >= 0 && decision.confidence <= 1)) wrong.push(`confidence ${decision.confidence}`)
        if (answer.recommended_skill && answer.alternatives?.includes(answer.recommended_skill)) wrong.push('its own alternative')
        if (answer.approach === 'multi_tool' && new Set(answer.orchestration?.map((step) => step.recommended_skill)).size < 2)
          wrong.push('one tool as if it were several')
        const others = [answer.alternatives ?? [], ...(answer.orchestration ?? []).map(({ alternatives }) => alternatives)].flat()
        if (decision.reasons.includes('near_equal_candidates') && others.length === 0) wrong.push('near equals that are not named')
        expect(wrong).toEqual([])
      }),
      { numRuns: 7000, endOnFailure: true },
    )
  })

  test('no constraint is broken in an answer about models alone', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { choice } = decideModel(request, parts)
        if (choice.kind === 'none') return
        const named = [choice.primary, choice.runner_up, choice.escalation?.model, ...choice.fallback_chain]
        expect(named.flatMap((model) => (model ? brokenByModel(model, request) : []))).toEqual([])
      }),
      { numRuns: 3000, endOnFailure: true },
    )
  })
})

const { decide } = router

test.each([
  'Find academic papers about language models',
  'Generate an image of a cat',
  'Search the web for AI news and scrape the first result',
])('a higher cap on the run never loses the model: %s', (task) => {
  const free = decide(task, { caps: { max_cost_usd: 0.0025 } })
  expect(free.model.kind).toBe('chosen')
  for (const max_cost_usd of [0.003, 0.004, 0.005, 0.0055, 0.006, 0.008, 0.01, 0.013, 0.02]) {
    const decision = decide(task, { caps: { max_cost_usd } })
    expect([max_cost_usd, decision.model.kind, decision.confidence > 0]).toEqual([max_cost_usd, 'chosen', true])
    expect(runCost(decision)).toBeLessThanOrEqual(max_cost_usd + 1e-12)
  }
})

test.each([
  'search the web for AI news',
  'Search the web for news on AI and post a summary to Slack',
  'search the web with Perplexity, then search Brave, then post to Slack',
])('under any cap on the run, a better priority has no cheaper model: %s', (task) => {
  const priceUnder = (priority: RouteRequest['priority'], caps: RouteRequest['caps']) => {
    const { model } = decide(task, { priority, caps })
    return model.kind === 'chosen' ? (model.primary.input_cost_per_mtok ?? 0) : null
  }
  for (const preferred_provider of [undefined, ...providerNames]) {
    for (const max_cost_usd of [0.001, 0.0025, 0.003, 0.0035, 0.004, 0.005, 0.006, 0.008, 0.01, 0.0125, 0.013, 0.0135, 0.015, 0.02]) {
      const prices = (['lowest_cost', 'best_value', 'highest_quality'] as const).map((priority) =>
        priceUnder(priority, { max_cost_usd, preferred_provider }),
      )
      expect([preferred_provider, max_cost_usd, prices]).toEqual([
        preferred_provider,
        max_cost_usd,
        prices.toSorted((a, b) => (a ?? 0) - (b ?? 0)),
      ])
    }
  }
})

test('a cheaper tool is taken where a dear one would leave only a model for lesser work, unless the task names the dear one', () => {
  const caps = { max_cost_usd: 0.005, preferred_provider: 'openai' as const }
  const toolAndModel = (task: string) => {
    const { pick, model } = decide(task, { caps })
    return [pick?.tool.entry.slug, model.tier]
  }
  expect(toolAndModel('search the web for AI news')).toEqual(['duckduckgo-mcp', 'tool_agent'])
  expect(toolAndModel('search the web for AI news with Brave Search')).toEqual(['brave-search-mcp', 'cheap_structured'])
})

test('a constraint that rules the named product out is said so', () => {
  const decision = decide('Create a deal for Globex in HubSpot', { caps: { trust_floor: 9.9 } })
  expect(decision.pick).toBeNull()
  expect(decision.excluded.trust_floor).toBeGreaterThan(0)
  expect(decision.suggestions[0]).toBe('Relax trust_floor: it ruled out servers that may fit.')
})

test.each([
  ['post a message to the #general channel in Slack', { trust_floor: 7 }],
  ['Translate this with DeepL', { trust_floor: 7.5 }],
  ['Translate this with DeepL', { max_cost_usd: 0.01 }],
  ['scrape a page with Firecrawl', { max_cost_usd: 0.01 }],
  ['open a Linear ticket about the login bug', { max_cost_usd: 0.004 }],
])('a product that a constraint rules out is not replaced by another: %s', (task, caps) => {
  expect(decide(task).match_method).toBe('named_product')
  expect(decide(task, { caps })).toMatchObject({ approach: 'mcp_server', pick: null, match_method: 'unresolved' })
})

test('constraints decide about the tools, not about what the steps are', () => {
  const task = 'scrape a website, then put the results into a Google Sheet and email them via Gmail'
  const planned = decide(task)
  expect(planned.steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['firecrawl-mcp', 'google-sheets-mcp', 'gmail-mcp'])
  const capped = decide(task, { caps: { trust_floor: 8.6 } })
  expect(capped.steps.map(({ action }) => action)).toEqual(planned.steps.map(({ action }) => action))
  expect(capped.steps.map(({ pick }) => pick !== null)).toEqual([true, false, false])
  expect(capped.steps.filter(({ capability }) => !(capability in parts.capabilityNames))).toEqual([])
  expect(explainRoute(capped)).toContain('Nothing within trust_floor fits 2 of these steps.')
  expect(capped.suggestions[0]).toBe('Relax trust_floor: it ruled out servers that may fit.')
  expect(capped.reasons).toEqual(expect.arrayContaining(['step_unresolved', 'constraints_excluded_tools']))
  expect(decide(task, { caps: { trust_floor: 9.9 } })).toMatchObject({ approach: 'mcp_server', pick: null, steps: [] })
})

test.each([
  'Shovel the snow off our driveway',
  'Show me the substitutions for class 7b in WebUntis',
  '2-bed rentals under 1,500 in Durham NC, and how long the drive from each to the university hospital takes at 7',
])('what a constraint rules out is not told where nothing would fit without it either: %s', (task) => {
  const free = decide(task)
  expect(free.suggestions).not.toEqual([])
  for (const caps of [{ latency_preference: 'medium' as const }, { trust_floor: 5 }, { max_cost_usd: 0.1 }]) {
    const capped = decide(task, { caps })
    expect(capped).toMatchObject({ approach: free.approach, suggestions: free.suggestions })
    expect(explainRoute(capped)).not.toContain('within')
    expect(routeAnswer(capped, facts).routing_metadata).not.toHaveProperty('blocked_by')
  }
})

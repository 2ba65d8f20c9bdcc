import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openRouter } from '../../eval/router.ts'
import { isAllowedInProfile, latencyLevels, type Model, profileNames, providerNames } from '../catalog/models.ts'
import { routeAnswer } from './answer/answer.ts'
import { explainRoute } from './answer/explain.ts'
import type { RouteDecision } from './decision.ts'
import { decideRoute, type RouteParts, type RouteRequest } from './engine.ts'
import { decideModel } from './models/engine.ts'
import { priorityWords } from './priority.ts'
import { routeReasons } from './reasons/codes.ts'
import { sharpened } from './tool-need.ts'
import { isWithinLatency } from './tools/latency-class.ts'
import { serversOfStack } from './tools/near-equals/project-stack.ts'
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

describe('decideRoute', () => {
  const { decide } = router
  const slugs = (tools: { entry: { slug: string } }[] = []) => tools.map(({ entry }) => entry.slug)

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

  test('the same request gives the same answer', () => {
    const written = (task: string) => JSON.stringify(decide(task), (_, part) => (typeof part === 'function' ? part() : part))
    for (const task of tasks) expect(written(task)).toBe(written(task))
  })

  test('a product that is named is not replaced by a rival, and its alternatives reach the same product', () => {
    const { pick, match_method } = decide('Create a deal for Globex in HubSpot')
    expect(pick?.tool.entry.aliases.join()).toContain('hubspot')
    expect(match_method).toBe('named_product')
    expect(slugs(pick?.alternatives)).not.toContain('salesforce-mcp')
    expect(pick?.fallback?.entry.publisher).not.toBe(pick?.tool.entry.publisher)
  })

  test.each([
    ['Get a list of HubSpot contacts created this week', 'gohighlevel-mcp'],
    ['Pull a report of Google Ads spend for May', 'tiktok-ads-mcp'],
    ['search for Slack messages from Anna', 'discord-mcp'],
  ])('nor where the words around the name do not say that the work is done there: %s', (task, rival) => {
    expect(slugs(decide(task).pick?.alternatives)).not.toContain(rival)
  })

  test('others are called nearly as good only where one of them is offered', () => {
    const alone = decide('convert thesis.md to a docx with our reference template', { caps: { latency_preference: 'medium' } })
    expect(alone.pick).toMatchObject({ alternatives: [] })
    expect(alone.reasons).not.toContain('near_equal_candidates')
    expect(explainRoute(alone)).not.toContain('nearly as good')
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

  test.each([
    ['pull the attendees out of eventbrite and create contacts for them in pipedrive', ['eventbrite']],
    ["go through last weekend's Square sales and lower the Etsy quantities, so that Etsy and the booth match", ['Etsy']],
    ['Bring the Monday.com items from group "Backlog" with status "Ready" to the group "Sprint 9"', []],
  ])('what is to be done in a product that the catalog lacks is said to be left over: %s', (task, products) => {
    const { pick, suggestions } = decide(task)
    expect(pick).not.toBeNull()
    expect(suggestions).toEqual(products.map((product) => expect.stringContaining(`no server for ${product}`)))
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

  test.each([
    ['export the absence report for the second quarter from Personio', 'Personio'],
    ['start a twenty minute ride on my Peloton bike', 'Peloton bike'],
    ['Show me the substitutions for class 7b in WebUntis', 'WebUntis'],
    ['Create a shipment for container MSKU4412 in CargoWise', 'CargoWise'],
  ])('a product that the catalog lacks is said so and not replaced by another: %s', (task, product) => {
    const decision = decide(task)
    expect(decision).toMatchObject({ approach: 'mcp_server', pick: null })
    expect(decision.suggestions[0]).toContain(`no server for ${product}`)
  })

  test('a missing product does not get in the way where it is only mentioned', () => {
    expect(decide('Search the web for reviews of the Peloton bike').pick).not.toBeNull()
    expect(decide('Put the Personio invoice of May into our Google Drive').pick?.tool.entry.slug).toContain('google')
  })

  test('what only a body can do finds no tool', () => {
    expect(decide('Shovel the snow off our driveway')).toMatchObject({ approach: 'mcp_server', pick: null, match_method: 'unresolved' })
    const { reasons, suggestions } = decide('Shovel the snow off our driveway')
    expect(reasons).toContain('work_for_hands')
    expect(suggestions).toEqual(['If it is done in a product or system after all, name that.'])
  })

  test('a tool is named only where it is likelier right than that none is needed', () => {
    const written = readFileSync(new URL('../../training/tasks/look-alikes-work.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const asked = written.filter((_, at) => at % 3 === 0).map((line): string => JSON.parse(line).t)
    const answers = asked.map((task) => ({ task, decision: decide(task) }))
    const named = answers.filter(({ decision }) => decision.match_method === 'hybrid_retrieval')
    expect(named.length).toBeGreaterThan(40)
    for (const { task, decision } of named) {
      const { byHandProbability, needsToolProbability } = understand(task, router.lexicon)
      if (byHandProbability < 0.6) expect(decision.confidence).toBeGreaterThanOrEqual(1 - sharpened(needsToolProbability))
    }
  })

  test('what one tool does in every step is no plan of several', () => {
    const task = 'From the mails of the last week make drafts, in the same mailbox, answering every supplier who asked for a date'
    expect(decide(task)).toMatchObject({ approach: 'mcp_server', steps: [], pick: { tool: { entry: { slug: 'gmail-mcp' } } } })
    expect(decide(task).reasons).not.toContain('several_tools_needed')
  })

  test('one clause over several products becomes one step for each', () => {
    const { approach, steps } = decide('Pull the campaign costs from Google Ads and Meta Ads into one Google Sheet')
    expect(approach).toBe('multi_tool')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([
      expect.stringContaining('google-ads'),
      expect.stringContaining('meta-ads'),
      expect.stringContaining('sheets'),
    ])
  })

  test('several tools told without a verb for each are a plan', () => {
    const decision = decide("last week's Stripe payouts side by side in a spreadsheet")
    const { approach, steps } = decision
    expect(approach).toBe('multi_tool')
    const withGap = { ...decision, steps: steps.map((step, at) => (at === 0 ? { ...step, pick: null } : step)) }
    expect(explainRoute(withGap)).toContain(' Nothing in the catalog fits 1 of these steps.')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('stripe'), expect.stringContaining('sheets')])
  })

  test('products named for each step make a plan sure, whatever else the words fit', () => {
    const { approach, steps } = decide(
      "agent: get ticket 4412 from Zendesk -> look the sender up w/ HubSpot -> append row airtable 'Follow-ups'",
    )
    expect(approach).toBe('multi_tool')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(
      ['zendesk', 'hubspot', 'airtable'].map((name) => expect.stringContaining(name)),
    )
  })

  test.each([
    ["log last night's sleep score in my sheet", ['oura', 'sheet']],
    ['ping me on Telegram if it rains in Ghent tomorrow', ['weather', 'telegram']],
    ["today's rare bird sightings around Cork in my sheet", ['ebird', 'sheet']],
  ])('two systems told in one clause are two steps, what is read first: %s', (task, slugs) => {
    const { steps } = decide(task)
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
  })

  test.each(['Add the price 3,412.50 to my sheet', 'Postgres users with a Gmail address'])('one is left whole: %s', (task) => {
    expect(decide(task).approach).toBe('mcp_server')
  })

  test.each([
    ['Is it windy in Tarifa on Saturday? If so, put "kite day" in my Google Calendar', ['weather', 'calendar']],
    ['Wie wird das Wetter in Bozen am Samstag, und schick es bitte der Familie per WhatsApp', ['weather', 'whatsapp']],
    ['東京の明日の天気を調べて、Slackの#teamに送って', ['weather', 'slack']],
    ['the open pull requests of acme/api as a list in Notion', ['github', 'notion']],
  ])('a need known only by its kind is a step next to one that names a product: %s', (task, slugs) => {
    const { steps } = decide(task)
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
  })

  test.each([
    ['Scrape Hacker News, summarize the top stories, and save to Notion', ['hacker-news', 'notion']],
    ['Read my Gmail, summarize the mails, and save to Notion', ['gmail', 'notion']],
    ['Scrape Reddit, summarize the top posts, and save to Airtable', ['reddit', 'airtable']],
  ])('orders that each name a product of their own are steps: %s', (task, slugs) => {
    const { steps } = decide(task)
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
  })

  test('arrows lead from step to step, each told by its own words', () => {
    const { steps } = decide('Snyk findings (critical only) → GitLab issues')
    expect(steps.map(({ pick, action }) => [pick?.tool.entry.slug, action])).toEqual([
      ['snyk-mcp', 'snyk findings (critical only)'],
      ['gitlab-mcp', 'GitLab issues'],
    ])
  })

  test('what follows a comma or "and" and surely finds a tool is a step beside those that name products', () => {
    const { steps } = decide("Intercom conversations tagged 'feature request' into ClickUp, then a pie chart of the topics")
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(
      ['intercom', 'clickup', 'chart'].map((name) => expect.stringContaining(name)),
    )
  })

  test('what names no place and finds no tool belongs to the step before', () => {
    const { steps } = decide('Pull the open bugs from Linear, post them in Slack and tag the owners')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('linear'), expect.stringContaining('slack')])
    expect(steps[1]?.action).toContain('tag the owners')
  })

  test('an order before the first step is told with it', () => {
    const { steps } = decide('Clone the repo, run the tests, and open a pull request')
    expect(steps.map(({ action }) => action).join()).toContain('clone the repo')
  })

  test('a sentence in another script is not a step among others', () => {
    expect(decide('Take a screenshot of example.com. 明天早上八点叫我起床').approach).toBe('mcp_server')
  })

  test.each([
    ['slack-mcp', 'Post "Release 4 is out, please watch the Grafana boards and close your Jira tickets" to #team on Slack'],
    ['esignatures-mcp', 'send the NDA out for e-signature and remind the signers after three days'],
    ['slack-mcp', 'search our Slack for what was decided about the pricing, open that thread and reply there that finance has signed off'],
    ['home-assistant-mcp', 'Home Assistant: everything off downstairs, lock the front door and set the thermostat to 17'],
  ])('several actions in one named place are the work of %s alone', (slug, task) => {
    expect(decide(task)).toMatchObject({ approach: 'mcp_server', pick: { tool: { entry: { slug } } } })
  })

  test('an action that names no place joins the step of the place before it', () => {
    const { steps } = decide('provision a Neon database for the demo, run the migrations on it, then deploy the app on Vercel')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['neon-mcp', 'vercel-mcp'])
    expect(steps[0]?.action).toContain('migrations')
  })

  test('what is made of the things found is made by another tool, although a pronoun tells what they are', () => {
    const { steps } = decide('Read the highlights of the books I marked this month and turn them into flashcards')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('book'), expect.stringMatching(/anki|rember/)])
  })

  test('what is done on a product in another language is done there', () => {
    const { steps } = decide(
      "Cerca su Spoonacular tre ricette con le zucchine, poi aggiungi gli ingredienti alla mia lista Todoist 'Spesa'",
    )
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['spoonacular-mcp', 'todoist-mcp'])
  })

  test.each(['my kitchen tap is dripping, fix it', 'Pick up the parcel from the corner shop', 'Hold the ladder while I paint the gutter'])(
    'what only hands can do is not given to a server that merely sounds like it: %s',
    (task) => {
      expect(decide(task)).toMatchObject({ approach: 'mcp_server', pick: null })
    },
  )

  test('a framework that is only spoken of is no step of its own', () => {
    expect(decide('deploy my next.js app to vercel')).toMatchObject({
      approach: 'mcp_server',
      pick: { tool: { entry: { slug: 'vercel-mcp' } } },
    })
  })

  test('a tool of no told kind is looked up under the cluster that its decision is filed under', () => {
    const task = 'Refund the last payment of customer ACME in Stripe'
    const asked = new Set<string>()
    const bare = {
      ...parts,
      catalog: { ...catalog, get: (slug: string) => ({ ...catalog.get(slug)!, capabilities: [] }) },
      evidence: {
        ...parts.evidence,
        tool: (_: string, cluster: string) => {
          asked.add(cluster)
          return null
        },
      },
    }
    const { cluster } = decide(task, {}, bare)
    expect([...asked]).toEqual([cluster])
  })

  describe('a trial in place of the best tool', () => {
    const heard: RouteParts = { ...parts, evidence: { ...parts.evidence, tool: () => ({ mean: 0.8, n_effective: 8 }) } }
    const chances = Array.from({ length: 200 }, (_, i) => (i + 0.5) / 200)
    const trialsOf = (task: string, change: Partial<RouteRequest> = {}, over = heard) =>
      chances.map((chance) => decide(task, { ...change, chance }, over)).filter(({ explored }) => explored)
    const task = 'fetch https://example.com and give me the text'

    test('is rare, does the same work, costs no more, and is logged with how likely it was', () => {
      const best = decide(task, {}, heard)
      const trials = trialsOf(task)
      expect(trials.length / chances.length).toBeCloseTo(0.1, 2)
      for (const trial of trials) {
        const { pick, propensity, reasons } = trial
        expect(pick?.tool.entry.slug).not.toBe(best.pick?.tool.entry.slug)
        expect(pick?.tool.entry.capabilities[0]).toBe(best.pick?.tool.entry.capabilities[0])
        expect(pick?.tool.entry.cost_usd_per_run).toBeLessThanOrEqual(best.pick?.tool.entry.cost_usd_per_run ?? 0)
        expect(propensity).toBeLessThanOrEqual(0.1)
        expect(reasons).toContain('explored')
        expect(reasons).not.toContain('best_match')
        expect(trial.margin).toBe(0)
        expect(explainRoute(trial)).toContain('is tried now')
      }
      expect(decide(task, { chance: 0.5 }, heard)).toMatchObject({ explored: false, propensity: 0.9 })
    })

    test('never happens where trust is asked for, a product is named, or little was reported', () => {
      expect(trialsOf(task, { priority: 'highest_trust' })).toEqual([])
      expect(trialsOf(task, { priority: 'most_reliable' })).toEqual([])
      expect(trialsOf('Refund the last payment of customer ACME in Stripe')).toEqual([])
      expect(trialsOf(task, {}, parts)).toEqual([])
    })
  })

  test('what wording alone puts first is as likely as reports say of such cases, and below a chance nothing is named', () => {
    const task = 'Search the web for the newest climate report'
    const learned = (trust: number) => {
      const taught = () => ({ pulls: new Map([['snowflake-mcp', 60]]), strength: 1, trust })
      return decide(task, {}, { ...parts, evidence: { ...parts.evidence, taught } })
    }
    expect(learned(0.8).pick?.tool.entry.slug).toBe('snowflake-mcp')
    expect(learned(0.8).confidence).toBeGreaterThan(0.7)
    expect(learned(0.8).reasons).toContain('tool_reports_considered')
    expect(learned(0.1).pick).toBeNull()
  })

  describe('what the agent’s project is built with', () => {
    const withStack = (task: string, ...stack_tags: string[]) => decide(task, { stack: serversOfStack({ stack_tags }, router.lexicon) })

    test('comes first among servers for the same work, and is as likely right', () => {
      const task = 'How many orders came in yesterday? It is in the database'
      const plain = decide(task)
      const own = withStack(task, 'slack', 'postgresql')
      expect(plain.pick?.tool.entry.slug).not.toBe('postgres-mcp')
      expect(plain.reasons).not.toContain('project_stack')
      expect(own.pick?.tool.entry.slug).toBe('postgres-mcp')
      expect(own.reasons).toContain('project_stack')
      expect(own.confidence).toBe(plain.confidence)
    })

    test('comes first among the alternatives too: a rival would not find the data', () => {
      const { pick } = withStack('Create a ticket for the login bug', 'linear')
      expect([pick?.tool.entry.slug, pick?.fallback?.entry.slug].sort()).toEqual(['linear-api-mcp', 'linear-mcp'])
      expect(slugs(pick?.alternatives)).toContain('atlassian-mcp')
    })

    test('counts for each step', () => {
      const steps = (...tags: string[]) =>
        withStack('Look up the open orders in the database and post the total in our team channel', ...tags).steps.map(
          ({ pick }) => pick?.tool.entry.slug,
        )
      expect(steps('k8s', 'discord', 'PostgreSQL')).toEqual(['postgres-mcp', 'discord-mcp'])
      expect(steps()).not.toContain('discord-mcp')
    })

    test('changes nothing for a named product, for other work, or by a name that nobody knows', () => {
      const refund = 'Refund the last payment of customer ACME in Stripe'
      const told = ({ pick, reasons, confidence }: RouteDecision) => ({ slug: pick?.tool.entry.slug, reasons, confidence })
      expect(told(withStack(refund, 'paypal', 'square'))).toEqual(told(decide(refund)))
      const meeting = 'am I free on Friday at 3?'
      expect(told(withStack(meeting, 'postgres', 'slack', 'our-own-thing', '-'))).toEqual(told(decide(meeting)))
    })
  })

  describe('where no product is named', () => {
    const slugOf = ({ pick }: RouteDecision) => pick?.tool.entry.slug
    const reportsOn = (liked: string): RouteParts => ({
      ...parts,
      evidence: { ...parts.evidence, tool: (slug) => (slug === liked ? { mean: 0.9, n_effective: 40 } : null) },
    })

    test('the best known of the servers that fit nearly as well is recommended, and the answer says why', () => {
      const decision = decide('post it in the team chat')
      expect(slugOf(decision)).toBe('slack-mcp')
      expect(decision.reasons).toContain('well_known')
      expect(decision.reasons).not.toContain('best_match')
      expect(explainRoute(decision)).toContain('best known')
    })

    test('in each step', () => {
      const { steps } = decide('Look up the open orders in Shopify and post the total in the team chat')
      expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['shopify-mcp', 'slack-mcp'])
    })

    test('unless the operator, a priority, a country or reports speak for another', () => {
      const task = 'post it in the team chat'
      expect(slugOf(decide(task, { priority: 'highest_trust' }))).not.toBe('slack-mcp')
      expect(slugOf(decide(task, {}, reportsOn('mattermost-mcp')))).toBe('mattermost-mcp')
      expect(slugOf(decide(task, {}, { ...parts, memory: () => ({ skill: 'mattermost-mcp', success_rate: 1 }) }))).toBe('mattermost-mcp')
      expect(slugOf(decide('post it in Mattermost, in the team chat'))).toBe('mattermost-mcp')
      expect(decide('next trains from Zwolle to Deventer').reasons).not.toContain('well_known')
      expect(slugOf(decide('refund the payment'))).toBe('stripe-mcp')
      expect(slugOf(decide('assign OPS-412 to Lena'))).toBe('atlassian-mcp')
    })
  })

  test.each([
    ['communication-email', 'email'],
    ['communication-messaging', 'team-chat'],
    ['ecommerce-operations', 'ecommerce'],
    ['legal-research-document-management', 'legal-research'],
  ] as const)('a workflow alone gets a tool for its usual work, under whatever costs least too: %s', (workflow, work) => {
    for (const priority of ['best_value', 'lowest_cost', 'best_efficiency'] as const) {
      const { pick } = decide('', { hasTask: false, workflow, priority })
      expect(pick?.tool.entry.capabilities).toContain(work)
      expect(pick?.tool.entry.countries ?? []).toEqual([])
    }
  })

  test('what a model does with the result of a step is no step', () => {
    const { steps } = decide('Search the web for AI news, then write a summary, then post it to Slack')
    expect(steps.map(({ action }) => action)).toEqual(['search the web for AI news, write a summary', 'post the draft to Slack'])
  })

  test.each([
    ['refund the pinstripe shirt order', 'refund the cotton shirt order'],
    ['track the striped shirt order', 'track the cotton shirt order'],
    ['schedule meetings on Mondays', 'schedule meetings on Tuesdays'],
    ['buy new slacks online', 'buy new trousers online'],
  ])('a name inside of another word, or the plural of a word, names no product: %s', (task, same) => {
    const kindOf = (text: string) => decide(text).pick?.tool.entry.capabilities[0]
    expect(decide(task).reasons).not.toContain('product_named')
    if (kindOf(task)) expect(kindOf(task)).toBe(kindOf(same))
  })

  test('of a wordy task each step tells what to do, without why, wishes and thanks', () => {
    const { approach, steps } = decide(
      "I've taken over the newsletter of our rowing club and everybody expects it to be better than before. I'd like you to read the results page " +
        'in Notion, and could you also drop a list of the winners in #rowing on Slack? Thanks a million, you are a star!',
    )
    expect(approach).toBe('multi_tool')
    expect(steps.map(({ action }) => action)).toEqual(['read the results page in Notion', 'drop a list of the winners in #rowing on Slack'])
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringMatching(/^notion/), expect.stringMatching(/^slack/)])
  })

  test('what a tool costs is told beside what the model does', () => {
    const insightOn = (task: string) => routeAnswer(decide(task), facts).cost_insight
    expect(insightOn('search the web with Brave Search')).toContain('The tools add about $0.003 a run.')
    expect(insightOn('Generate an image with Nano Banana')).toMatch(/What Nano Banana.* may charge comes on top/)
    expect(insightOn('What is the weather in Oslo tomorrow?')).not.toMatch(/tools add|on top/)
  })

  test('under the lowest cost, a server known to cost less comes before a dearer one that fits nearly as well', () => {
    const task = 'search the web for the latest AI news'
    const [usual, cheap] = [decide(task), decide(task, { priority: 'lowest_cost' })]
    expect(usual.pick?.tool.entry.cost_usd_per_run).toBeGreaterThan(0)
    expect(cheap.pick?.tool.entry.cost_usd_per_run).toBe(0)
    expect(cheap.reasons).toContain('lower_price')
    expect(explainRoute(cheap)).toContain('costs least')
    expect(decide('search the web with Brave Search', { priority: 'lowest_cost' }).pick?.tool.entry.slug).toBe('brave-search-mcp')
  })

  test('reports and memory move a choice among near equals', () => {
    const task = 'add milk to my shopping list'
    const plain = decide(task)
    const second = plain.runner_up!.entry.slug
    const evidence = {
      ...parts.evidence,
      tool: (slug: string) => (slug === second ? { mean: 1, n_effective: 200 } : { mean: 0.2, n_effective: 200 }),
    }
    const moved = decide(task, {}, { ...parts, evidence })
    expect(moved.pick?.tool.entry.slug).toBe(second)
    expect(moved.reasons).toContain('tool_reports_considered')
    const remembered = (skill: string) => decide(task, {}, { ...parts, memory: () => ({ skill, success_rate: 1 }) })
    expect(remembered(second).margin).toBeLessThan(plain.margin)
    expect(remembered(plain.pick!.tool.entry.slug).margin).toBeGreaterThan(plain.margin)
    expect(remembered(plain.pick!.tool.entry.slug).reasons).toContain('agent_memory')
  })
})

describe('what the text says not to use is not used', () => {
  test.each([
    ['Post the message to Discord, not Slack', 'discord-mcp'],
    ['Do not use Slack; post the message to Discord', 'discord-mcp'],
    ['Use Microsoft Teams rather than Slack to tell Bob that the build is green', 'microsoft-teams-mcp'],
    ['No Notion this time: put the notes into Obsidian', 'obsidian-mcp'],
    ['Ich will den Termin nicht in Outlook, sondern im Google Kalender', 'google-calendar-mcp'],
  ])('%s', (task, slug) => {
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
  })

  test('what the text rules out is not offered as an alternative either', () => {
    const { recommended_skill, alternatives } = router.ask('Send the weekly report by email instead of Slack')
    expect([recommended_skill, ...alternatives].join(' ')).not.toContain('slack')
  })

  test.each([
    ['List the contacts that are not in HubSpot yet', 'hubspot-mcp'],
    ['Post it in Slack, not in #general', 'slack-mcp'],
    ['Which GitHub issues have no assignee?', 'github-mcp-server'],
  ])('while a denial of something else leaves the product in place: %s', (task, slug) => {
    expect(router.ask(task).recommended_skill).toBe(slug)
  })
})

test('a slug in the task is no order', () => {
  expect(router.ask('Get the weather in Berlin with slack-mcp').orchestration).toBeUndefined()
  expect(router.ask('Get the weather in Berlin with slack-mcp').recommended_skill).toContain('weather')
  expect(router.ask('use github-mcp-server to find flights from Oslo to Rome').recommended_skill).not.toContain('github')
})

test('a hub that is recommended is no alternative to itself', () => {
  const { recommended_skill, alternatives } = router.ask('run my Make scenario')
  expect(recommended_skill).toBe('make-mcp')
  expect(alternatives).not.toContain('make-mcp')
})

test.each([
  ['Mail report.docx to Tom', 'email'],
  ['Can you delete old.mp3 and rename new.mp3', 'file-system'],
  ['Why is the Vercel deployment failing?', 'serverless-hosting'],
  ['Compare retention on web and iOS', 'web-analytics'],
])('what is done tells by what, not what is only written beside it: %s', (task, kind) => {
  expect(router.catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain(kind)
})

test('what is sought on the web does not tell by what', () => {
  const tasks = ['Search the web for MongoDB Atlas outage today', 'Search the web for the top 5 CRM tools']
  for (const task of [...tasks, 'Research the best vector databases on the web'])
    expect(router.catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain('web-search')
})

test.each([
  ['Get the latest articles on Hacker News', 'hacker-news-mcp'],
  ['List blog posts about AI in our WordPress', 'wordpress-mcp'],
  ['Find Wikipedia articles about Rome', 'wikipedia-mcp'],
])('articles are sought where they surely are: %s', (task, slug) => {
  const { recommended_skill, confidence } = router.ask(task)
  expect(recommended_skill).toBe(slug)
  expect(confidence).toBeGreaterThan(0.8)
})

describe('two products in one clause', () => {
  test.each([
    ['Post to Slack whatever Sentry found overnight', ['sentry-mcp', 'slack-mcp']],
    ['Notify #ops on Slack about each Datadog monitor that is red', ['datadog-mcp', 'slack-mcp']],
    ['Are the invoices in Xero matching the payments in Stripe?', ['xero-mcp', 'stripe-mcp']],
  ])('are two steps where work is done in both, what is read first: %s', (task, slugs) => {
    expect(router.ask(task).orchestration?.map((step) => step.recommended_skill)).toEqual(slugs)
  })

  test.each([
    ['How many tickets in Zendesk complain about the Shopify app?', 'zendesk-mcp'],
    ['Search Reddit for complaints about Notion', 'reddit-mcp'],
    ['Add a task in Asana: renew the Figma licences', 'asana-mcp'],
  ])('are one where the other is only talked about: %s', (task, slug) => {
    const { approach, recommended_skill } = router.ask(task)
    expect([approach, recommended_skill]).toEqual(['mcp_server', slug])
  })
})

test('what stands on the public web is sought there where nothing else surely knows it', () => {
  for (const task of ['how much is a stamp for a letter to Canada now', 'best rated robot vacuums this year'])
    expect(router.catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain('web-search')
  expect(router.ask('put the spare key under the mat').recommended_skill).toBeNull()
})

test('nothing is sought on the web that is hardly to be found there', () => {
  for (const task of [
    'tool that writes a speed to the drive of a conveyor on the Profibus line',
    '燃えないゴミの日なので、ゴミを外に出してください',
  ])
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})

test.each([
  ["What's the current price of Bitcoin?", 'coingecko-mcp'],
  ['current bitcoin price', 'coingecko-mcp'],
  ['Decode this raw Bitcoin transaction hex', 'bitcoin-mcp'],
  ['check a bitcoin address', 'bitcoin-mcp'],
])('a coin is no product that the work is bound to: %s', (task, wanted) => {
  expect(router.ask(task).recommended_skill).toBe(wanted)
})

test.each([
  ['deploy a web app to Azure', 'azure-mcp'],
  ['Get the failed orders from Odoo, then create an invoice for each there', 'odoo-mcp'],
])('what names its place, or says that it is the same, is done there: %s', (task, wanted) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: wanted })
})

test('a text pasted before its instruction asks for nothing by itself', () => {
  const notes = 'Meeting notes: Anna will send the contract through DocuSign, Ben checks the Google Ads budget. Extract action items.'
  expect(router.ask(notes).approach).toBe('direct_llm')
  expect(router.ask('Our standup notes are in Notion. Summarise them.').recommended_skill).toContain('notion')
})

describe('a command line', () => {
  test.each(['ps aux | grep node', 'run npm test', 'cat package.json', 'which node', 'cd web && npm ci && npm run build', 'uname -a'])(
    'is run by a shell: %s',
    (task) => {
      const { approach, recommended_skill } = router.ask(task)
      expect(approach).toBe('mcp_server')
      expect(router.catalog.get(recommended_skill ?? '')?.capabilities[0]).toBe('terminal')
    },
  )

  test.each([
    ['docker logs -f slack-bot | grep postgres', 'docker'],
    ['cd infra && terraform plan', 'terraform'],
    ['git add . && git commit -m "post to Slack" && git push', 'git'],
    ["psql -c 'select 1'", 'postgres'],
    ['helm upgrade web ./chart', 'k8s'],
  ])('is run by a server of its own product: %s', (task, product) => {
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: expect.stringContaining(product) })
  })

  test.each(['what does ps aux do', 'how do I free memory', 'explain `tar -xzf`', 'bash command to find large files'])(
    'is not run where it is asked about: %s',
    (task) => {
      expect(router.ask(task).approach).toBe('direct_llm')
    },
  )
})

test('a small word with an umlaut is no product that is spelled alike without it', () => {
  for (const task of ['Finde wissenschaftliche Artikel über CRISPR', 'Zeig mir Studien über Schlafmangel'])
    expect(understand(task, router.lexicon).products).toEqual([])
  expect(understand('Bestell mir ein Uber zum Bahnhof', router.lexicon).products).not.toEqual([])
})

test('a product that the catalog lacks is in the way only where the work is done in it', () => {
  const kindOf = (task: string) => router.catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities[0]
  expect(kindOf('Add the DoorDash expense to our spreadsheet')).toBe('spreadsheets')
  expect(kindOf('Email Venmo support about the failed payment')).toContain('email')
  expect(kindOf('Order an Uber to the airport')).toBeUndefined()
  expect(kindOf('Send money to Tom with Venmo')).toBeUndefined()
  expect(kindOf('Look through the Adyen payouts of last week')).toBeUndefined()
})

test.each([
  'Transfer 200 euros to my landlord with Wise',
  'Put the stories of the next iteration into Rally',
  'Announce the stream of tonight on Twitch',
])('an everyday word may be a product that the catalog lacks: %s', (task) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})

test.each([
  'Set the deal with Brandt Optics to won in Zoho CRM',
  'Add the boarding pass to Apple Wallet',
  'Put the old sofa on Facebook Marketplace',
])('a product apart is not done by the server of another one whose name it bears: %s', (task) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})

test.each([
  ['List the queues in Amazon SQS', 'aws-mcp'],
  ['Scale the service checkout in Amazon ECS to four tasks', 'aws-mcp'],
  ['Where is my Amazon parcel with the kettle?', 'amazon'],
  ['Pause the campaigns on Meta', 'meta-ads-mcp'],
  ['Disable the delete tools of the staging namespace in MetaMCP', 'metamcp'],
])('a name that only says whose product it is gives way to that product: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: expect.stringContaining(slug) })
})

test.each([
  ['Email the team a wise word for the new year via Gmail', 'gmail-mcp'],
  ['Signal lost again at pump 4: open a PagerDuty incident', 'pagerduty-mcp'],
  ['Sende das Signal der Pumpe als Nachricht an den Slack-Kanal #technik', 'slack-mcp'],
  ['Post in Slack that the Rally through the old town is off', 'slack-mcp'],
])('an everyday word that is no product of its own is in nobody’s way: %s', (task, slug) => {
  expect(router.ask(task).recommended_skill).toContain(slug)
})

test('what is done to a thing that was just found is done where it was found', () => {
  const { orchestration } = router.ask('Find a flight to Rome, book it and add it to my calendar')
  const kinds = orchestration?.map(({ recommended_skill }) => router.catalog.get(recommended_skill ?? '')?.capabilities[0])
  expect(kinds).toEqual(['travel', 'calendar'])
})

test.each([
  ['What came up in yesterday’s call? Check Granola', 'granola-mcp'],
  ['Add a task for the leaking tap to my list, in Todoist', 'todoist-mcp'],
  ['Enséñame los pedidos de hoy en Shopify', 'shopify-mcp'],
])('what only tells where to look or to work is no step of its own: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
})

test.each([
  ['Update the Confluence page "Set up" – step 4 is wrong', 'atlassian'],
  ['Upload report.pdf to the S3 bucket finance-docs', 'aws'],
])('what a server that only reads its product cannot change is done by one that can: %s', (task, vendor) => {
  const { recommended_skill, alternatives } = router.ask(task)
  expect(recommended_skill).toContain(vendor)
  expect(alternatives.length).toBeGreaterThan(0)
})

test.each([
  ['stop the clock', 'toggl-mcp', 'clockify-mcp'],
  ['Create a branch spike/cache from develop and switch to it', 'git-mcp', 'cyanheads-git-mcp'],
  ['Find a vegan restaurant open now within 1 km of Alexanderplatz', 'google-maps-mcp', 'foursquare-places-mcp'],
  // 1Password would match better, but only reads.
  ['Store the new database password in Vault at apps/billing/db', 'vault-mcp', 'infisical-mcp'],
  // Of another kind that the recommended one also does, and a much better match.
  ['find pull requests in facebook/react that changed useTransition', 'octocode-mcp', 'github-mcp-server'],
])('the fallback is of the same kind unless another matches much better: %s', (task, recommended_skill, fallback) => {
  const { pick } = router.decide(task)
  expect([pick?.tool.entry.slug, pick?.fallback?.entry.slug]).toEqual([recommended_skill, fallback])
})

test('the same product is read by its own server', () => {
  expect(router.ask('List the objects in the S3 bucket finance-docs').recommended_skill).toBe('s3-mcp')
})

test('a suite stands in for the product of one of its servers, and a hub only signs in to what has accounts', () => {
  const gmail = router.ask('Find unread emails in my Gmail')
  expect(gmail.alternatives).toContain('google-workspace-mcp')
  expect(gmail.alternatives.some((slug) => router.catalog.get(slug)?.capabilities[0] === 'automation-hub')).toBe(true)
  const docker = router.ask('restart the Docker container named web')
  expect(docker.alternatives.filter((slug) => router.catalog.get(slug)?.capabilities[0] === 'automation-hub')).toEqual([])
})

test('a step whose tool its words leave in doubt is done by one of its kind', () => {
  const { orchestration } = router.ask('Pull the failed jobs from Jenkins and let the developers know in chat')
  expect(orchestration?.map(({ recommended_skill }) => recommended_skill)).toEqual(['jenkins-mcp', 'slack-mcp'])
})

test.each([
  ['Turn off the lights, lock the front door and set the heating to 17; everything is in Home Assistant', 'home-assistant-mcp'],
  ["Move the login bug to done and assign the next one to Mia. It's all in Trello.", 'trello-mcp'],
])('a task that ends with where everything is takes one tool: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
})

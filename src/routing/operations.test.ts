import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testStore } from '../../test/support/harness.ts'
import { ServiceError } from '../errors.ts'
import { dayMs } from '../storage/days.ts'
import type { Store } from '../storage/store.ts'
import { openDecisionLog } from './decisions/log-part.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const route = (body: unknown, headers?: Record<string, string>) => app.request('POST', '/api/route', body, headers)
const routeModel = (body: unknown, headers?: Record<string, string>) => app.request('POST', '/api/route/model', body, headers)
const decisionsOf = (id: string) => app.store.query('SELECT * FROM decisions WHERE decision_id = $1', [id])

test('200 direct_llm for work that a model does alone', async () => {
  const { status, body } = await route({ task: 'Explain how Stripe refunds work' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    approach: 'direct_llm',
    recommended_model: { slug: expect.any(String), display_name: expect.any(String), provider: expect.any(String) },
    cost_insight: expect.stringContaining('$'),
    routing_metadata: { match_method: 'none_needed', classification: { needs_tool: false, source: 'built_in' } },
  })
  expect(body.recommended_skill).toBeUndefined()
  expect(body.confidence).toBeGreaterThan(0.5)
})

test('200 mcp_server with the named product first, and every field of both variants', async () => {
  const { body } = await route({ task: 'Refund the last payment of this customer in Stripe' })
  expect(body).toMatchObject({
    approach: 'mcp_server',
    recommended_skill: 'stripe-mcp',
    recommended_skill_name: 'Stripe',
    recommended_combo: ['stripe-mcp'],
    scores: { value_score: expect.any(Number), output_score: expect.any(Number) },
    non_mcp_alternative: { approach: 'direct_llm' },
    wanted_telemetry: { reward_multiplier: 1 },
    routing_metadata: { match_method: 'named_product', runner_up: expect.any(String), evidence: { basis: 'published_facts' } },
  })
  expect(body.alternatives.length).toBeGreaterThanOrEqual(3)
  expect(body.alternatives).not.toContain('stripe-mcp')
  expect(body.fallback).not.toBe('stripe-mcp')
  expect(body.reasoning).toContain('Stripe')
})

test.each(['refund this payment in Stripe', 'find the latest papers on battery recycling'])(
  '200 for "%s" the runner-up is one of the alternatives',
  async (task) => {
    const { alternatives, routing_metadata } = (await route({ task })).body
    expect(alternatives).toContain(routing_metadata.runner_up)
  },
)

test.each([
  ['Send a message to the #general channel in Slack', 'slack-mcp', ['slack-bot-mcp']],
  ['Find unread emails in my Gmail', 'gmail-mcp', ['headless-gmail-mcp', 'google-workspace-mcp']],
])('200 for "%s" the other servers of the product come before the hubs', async (task, recommended_skill, others) => {
  const { body } = await route({ task })
  expect(body).toMatchObject({ recommended_skill, fallback: others[0] })
  expect(body.alternatives.slice(0, others.length)).toEqual(others)
  expect(body.alternatives.slice(others.length).length).toBeGreaterThan(0)
})

test.each([
  ['Run a query on our MySQL database', 'mysql-mcp', ['mysql-node-mcp', 'dbhub']],
  ['Count the orders in our Postgres database', 'postgres-mcp', ['dbhub', 'pgmcp']],
])('200 for "%s" no hub stands in for what runs without an account', async (task, recommended_skill, others) => {
  expect((await route({ task })).body).toMatchObject({ recommended_skill, fallback: others[0], alternatives: others })
})

test('200 multi_tool with one resolved tool for each step, in order', async () => {
  const { body } = await route({ task: 'Get the open issues from GitHub, then post a summary to the #eng channel in Slack' })
  expect(body.approach).toBe('multi_tool')
  expect(body.orchestration.map(({ step }: { step: number }) => step)).toEqual([1, 2])
  expect(body.orchestration[0]).toMatchObject({ recommended_skill: expect.stringContaining('github'), tool_category: 'code-hosting' })
  expect(body.orchestration[1]).toMatchObject({
    recommended_skill: expect.stringContaining('slack'),
    action: expect.stringMatching(/^post/),
  })
  expect(body.recommended_combo).toHaveLength(2)
  const single = await Promise.all(body.recommended_combo.map((slug: string) => app.request('GET', `/api/skills/${slug}`)))
  const mean = single.reduce((sum, { body: { skill_scores } }) => sum + skill_scores.value_score, 0) / single.length
  expect(body.scores.value_score).toBeCloseTo(mean, 1)
  expect(body).toMatchObject({ non_mcp_alternative: { approach: 'direct_llm' }, wanted_telemetry: { reward_multiplier: 1 } })
  const { value } = await app.tool('service_route', {
    task: 'Get the open issues from GitHub, then post a summary to the #eng channel in Slack',
  })
  expect(value.next_step).toMatchObject({ tool: 'service_report', why: expect.stringContaining('report each of them') })
})

test('200 with null when a tool is needed and nothing fits, counted for the operator', async () => {
  const { body } = await route({ task: 'Shovel the snow off our driveway' })
  expect(body).toMatchObject({
    approach: 'mcp_server',
    recommended_skill: null,
    recommended_skill_name: null,
    alternatives: [],
    fallback: null,
  })
  expect(body.confidence).toBeLessThanOrEqual(0.3)
  expect(body.suggestions.length).toBeGreaterThan(0)
  expect(body.wanted_telemetry.why).not.toContain('this choice')
  expect(body.routing_metadata.runner_up).toBeNull()
  const metrics = await app.request('GET', '/metrics')
  expect(metrics.text).toMatch(/waymark_unresolved_total\{cluster="[^"]+"\} 1/)
})

test('200 with null for a step that nothing fits, with what to do, counted for the operator', async () => {
  const { body } = await route({ task: 'Create a GitHub issue and post a message to Slack', constraints: { trust_floor: 8 } })
  expect(body).toMatchObject({
    approach: 'multi_tool',
    orchestration: [{ recommended_skill: 'github-mcp-server' }, { recommended_skill: null, alternatives: [], fallback: null }],
    recommended_combo: ['github-mcp-server'],
    suggestions: expect.arrayContaining(['Relax trust_floor: it ruled out servers that may fit.']),
  })
  const metrics = await app.request('GET', '/metrics')
  expect(metrics.text).toContain('waymark_unresolved_total{cluster="tool_agent:team-chat"} 1')
})

test('200 the best tools of a workflow, and of a vertical first', async () => {
  const { body } = await route({ workflow_slug: 'sales-research-outreach', vertical_slug: 'sales-revenue' })
  expect(body).toMatchObject({ approach: 'mcp_server', routing_metadata: { match_method: 'workflow' } })
  const skill = await app.request('GET', `/api/skills?workflow=sales-research-outreach&limit=200`)
  expect(JSON.stringify(skill.body)).toContain(`"${body.recommended_skill}"`)
})

test('200 with null where caps leave no tool of a workflow, without speaking of a task', async () => {
  const { body } = await route({ workflow_slug: 'communication-email', constraints: { trust_floor: 10 } })
  expect(body).toMatchObject({ recommended_skill: null, alternatives: [], fallback: null, confidence: 0 })
  expect(body.suggestions[0]).toBe('Relax trust_floor: it ruled out servers that may fit.')
  expect(body.reasoning + body.suggestions.join(' ')).not.toMatch(/\btask\b/)
})

test('200 and says that a tool was the best of its industry, where another of the workflow comes first', async () => {
  const [inAll, inIndustry] = await Promise.all([
    route({ workflow_slug: 'communication-email' }),
    route({ workflow_slug: 'communication-email', vertical_slug: 'hr-recruiting' }),
  ])
  const ofIndustry = await app.request('GET', '/api/skills?workflow=communication-email&vertical=hr-recruiting&limit=200')
  const slugs = ofIndustry.body.map(({ slug }: { slug: string }) => slug)
  expect(slugs).not.toContain(inAll.body.recommended_skill)
  expect(slugs).toContain(inIndustry.body.recommended_skill)
  expect(inIndustry.body.reasoning).toContain(' comes first among the tools of this workflow for this industry. ')
  expect(inAll.body.reasoning).toContain(' comes first among the tools of this workflow. ')
})

test('200 for a task that carries a document: it is understood by its ends and priced whole', async () => {
  const document = 'The tenant shall pay on the first day of each month. '.repeat(1000)
  const ask = async (task: string) => (await app.request('POST', '/api/route/model', { task })).body
  const [long, short] = [await ask(`Summarise this contract: ${document}`), await ask('Summarise this contract: see below')]
  expect(long.signals.task_type).toBe(short.signals.task_type)
  expect(long.estimated_cost.input_tokens - short.estimated_cost.input_tokens).toBeGreaterThan(10_000)
  expect((await route({ task: `Summarise this contract: ${document}` })).body.approach).toBe('direct_llm')
})

test('200 for optional fields that are null and for slugs and providers in any case', async () => {
  const nothing = { workflow_slug: null, vertical_slug: null, constraints: null, agent_identity_id: null }
  expect((await route({ task: 'explain how tides work', ...nothing })).body.approach).toBe('direct_llm')
  expect((await route({ workflow_slug: 'Communication-Email' })).body.approach).toBe('mcp_server')
  const preferring = await route({ task: 'explain how tides work', constraints: { preferred_provider: ' OpenAI' } })
  expect(preferring.body.recommended_model.provider).toBe('openai')
  expect((await route({ task: 'explain how tides work', constraints: { max_cost_usd: null } })).status).toBe(400)
})

test.each([
  ['neither task nor workflow', {}, 'task'],
  ['a blank task', { task: '   ' }, 'task'],
  ['a task that does not show', { task: '\u200b \u2060\u00ad' }, 'task'],
  ['an unknown provider', { task: 'hi', constraints: { preferred_provider: 'acme' } }, 'constraints.preferred_provider'],
  ['an unknown priority', { task: 'hi', constraints: { priority: 'fastest' } }, 'constraints.priority'],
  ['a word for a number', { task: 'hi', constraints: { max_cost_usd: 'cheap' } }, 'constraints.max_cost_usd'],
])('400 for %s', async (_, body, path) => {
  const answer = await route(body)
  expect(answer.status).toBe(400)
  expect(answer.body.details[0].path).toBe(path)
})

test('400 names a missing task together with everything else that is wrong', async () => {
  const { status, body } = await route({ constraints: { trust_floor: 'abc', priority: 'x' } })
  expect(status).toBe(400)
  expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(['constraints.priority', 'constraints.trust_floor', 'task'])
})

test('404 for an unknown workflow or vertical, with the nearest name', async () => {
  const workflow = await route({ workflow_slug: 'comunication-emails' })
  expect([workflow.status, workflow.body.code, workflow.body.did_you_mean]).toEqual([404, 'not_found', ['communication-email']])
  const vertical = await route({ task: 'hi', vertical_slug: 'nope' })
  expect([vertical.status, vertical.body.details[0].path]).toEqual([404, 'vertical_slug'])
  expect(vertical.body).not.toHaveProperty('did_you_mean')
})

test('404 for an identity that was never issued', async () => {
  expect((await route({ task: 'hi', agent_identity_id: 'nobody' })).status).toBe(404)
  expect((await routeModel({ task: 'hi', agent_identity_id: 'nobody' })).status).toBe(404)
})

test('200 a model with its details, chain, escalation and cost', async () => {
  const { body } = await routeModel({ task: 'Explain step by step why the square root of two is irrational' })
  expect(body).toMatchObject({
    recommended_model: `waymark/${body.tier}`,
    model_details: { provider_model_id: expect.any(String), output_cost_per_mtok: expect.any(Number) },
    signals: { needs_tool: false },
    estimated_cost: { estimated_usd: expect.any(Number) },
  })
  expect(body.fallback_chain.length).toBeGreaterThanOrEqual(2)
  expect(body.fallback_chain[0]).toEqual({ slug: expect.any(String), provider: expect.any(String) })
})

test('200 without a model when nothing satisfies every constraint', async () => {
  const { status, body } = await routeModel({ task: 'say hello', constraints: { max_cost_per_mtok: 0.0001 } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ recommended_model: null, model_details: null, fallback_chain: [], escalation: null, confidence: 0 })
  expect(body.message).toMatch(/^No model satisfies every constraint; `max_cost_per_mtok` ruled out the last\. /)
  const unified = await route({ task: 'say hello', constraints: { max_cost_per_mtok: 0.0001 } })
  expect(unified.body).toMatchObject({ recommended_model: null, confidence: 0, message: body.message })
  expect([body.cost_insight, unified.body.cost_insight]).toEqual(Array(2).fill(expect.stringContaining('no cost')))
  const foreign = await routeModel({ task: 'say hello', constraints: { preferred_provider: 'deepseek' } })
  expect(foreign.body.message).toMatch(
    /Relaxing profile or preferred_provider would allow one\. An agent sets allow_china and regulated_industries, which decide its profile, with PUT \/api\/agents\/preferences\.$/,
  )
})

test('200 preferences bind every model named', async () => {
  const agent_identity_id = await app.register()
  const preferences = { regulated_industries: ['healthcare'], available_providers: ['mistral'] }
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences })
  const { body } = await routeModel({ task: 'Write a haiku about autumn', agent_identity_id })
  const named = [body.model_details, ...body.fallback_chain].filter(Boolean)
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named.map(({ provider }) => provider))).toEqual(new Set(['mistral']))
})

test('where telemetry is off no step promises anything for a report', async () => {
  const agent_identity_id = await app.register('promised-nothing')
  const steps = async () => {
    const calls = [
      ['service_route', 'Refund the last payment in Stripe'],
      ['service_model_route', 'Explain how TCP works'],
    ] as const
    return Promise.all(calls.map(async ([tool, task]) => (await app.tool(tool, { task, agent_identity_id })).value.next_step.why))
  }
  expect(await steps()).toEqual([expect.stringContaining('earns'), expect.stringContaining('earns')])
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
  expect(await steps()).toEqual([expect.not.stringContaining('earns'), expect.not.stringContaining('earns')])
})

test('a decision is stored without the task, and not at all when telemetry is off', async () => {
  const agent_identity_id = await app.register()
  const task = 'Send the quarterly numbers to Dana by email'
  const { body } = await route({ task, agent_identity_id })
  const id = body.routing_metadata.decision_id
  await expect.poll(() => decisionsOf(id)).toHaveLength(1)
  const [row] = await decisionsOf(id)
  expect(row).toMatchObject({ agent_identity_id, kind: 'route', approach: 'mcp_server', recommended_skill: body.recommended_skill })
  expect(JSON.stringify(row)).not.toContain('Dana')
  expect(row?.fingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(await app.store.query('SELECT * FROM task_texts')).toEqual([])

  const before = await app.store.query('SELECT decision_id FROM decisions')
  const off = await route({ task, agent_identity_id }, { 'x-waymark-telemetry': 'off' })
  expect(off.body.routing_metadata.decision_id).toBeNull()
  expect(off.body.wanted_telemetry).toMatchObject({ reward_multiplier: 0, why: expect.stringContaining('neither stored nor paid') })
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
  const opted = await routeModel({ task, agent_identity_id })
  expect(opted.body.routing_metadata.decision_id).toBeNull()
  expect(await app.store.query('SELECT decision_id FROM decisions')).toHaveLength(before.length)
})

test('400 names three problems in its sentence and all of them in details', async () => {
  const constraints = { max_cost_usd: 'cheap', trust_floor: 'low', max_cost_per_mtok: {}, priority: 5, latency_preference: 1 }
  const { status, body } = await route({ task: 'say hello', constraints })
  expect(status).toBe(400)
  expect(body.error).toMatch(/; 2 more in details\.$/)
  expect(body.details).toHaveLength(5)
})

test('200 an agent gets what served it best before, among near equals', async () => {
  const agent_identity_id = await app.register()
  const ask = async () => (await route({ task: 'post a message in the general channel', agent_identity_id })).body
  const [skill_slug] = (await ask()).alternatives
  for (let at = 0; at < 4; at++) {
    const { decision_id } = (await ask()).routing_metadata
    const report = { skill_slug, outcome: 'success', output_quality_rating: 9, agent_identity_id, decision_id }
    expect((await app.request('POST', '/api/report', report)).status).toBe(200)
  }
  // A lookup that takes too long on a busy machine counts as no memory; the next one is made anew.
  const again = { recommended_skill: skill_slug, routing_metadata: { reasons: expect.arrayContaining(['agent_memory']) } }
  await expect.poll(ask).toMatchObject(again)
})

test('200 what served an agent months ago is no longer remembered for it', async () => {
  const later = await testApp()
  try {
    const agent_identity_id = await later.register()
    const ask = async () =>
      (await later.request('POST', '/api/route', { task: 'post a message in the general channel', agent_identity_id })).body
    const [skill_slug] = (await ask()).alternatives
    for (const latency_ms of [100, 200, 300, 400]) {
      const report = { skill_slug, outcome: 'success', output_quality_rating: 9, latency_ms, agent_identity_id }
      await later.request('POST', '/api/report', { ...report, decision_id: (await ask()).routing_metadata.decision_id })
    }
    await expect.poll(async () => (await ask()).routing_metadata.reasons).toContain('agent_memory')
    later.clock.advance(91 * dayMs)
    expect((await ask()).routing_metadata.reasons).not.toContain('agent_memory')
  } finally {
    await later.close()
  }
})

test('200 a server for what the agent’s project is built with comes before others for the same work', async () => {
  const agent_identity_id = await app.register()
  const ask = async () => (await route({ task: 'post a message in the general channel', agent_identity_id })).body
  expect((await ask()).recommended_skill).not.toBe('discord-mcp')
  const project_context = { framework: 'langgraph', stack_tags: ['postgres', 'Discord'] }
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, project_context })
  const again = await ask()
  expect(again).toMatchObject({ recommended_skill: 'discord-mcp', reasoning: expect.stringContaining('project') })
  expect(again.routing_metadata.reasons).toContain('project_stack')
})

test('200 a model alone is named as what to use', async () => {
  const { body } = await route({ task: 'Explain how OAuth refresh tokens work' })
  expect(body.reasoning).toContain(`Use ${body.recommended_model.display_name}, from the ${body.recommended_model.tier} tier.`)
})

test('200 where nothing fits the answer does not read like one', async () => {
  const { body } = await route({ task: 'Water the plants in the lobby' })
  expect(body).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
  expect(body.cost_insight).not.toMatch(/\$|saved/)
  expect(body.reasoning).not.toContain('drives it')
  expect(body.suggestions.join(' ')).not.toMatch(/database/)
  expect(body.routing_metadata.blocked_by).toBeUndefined()
})

test.each([
  [{ task: 'Translate this letter into French', constraints: { max_cost_usd: 0 } }, ['max_cost_usd']],
  [{ task: 'Refund the last payment in Stripe', constraints: { trust_floor: 10 } }, ['trust_floor']],
  [
    { task: 'Translate this letter into French', constraints: { max_cost_usd: 0, max_cost_per_mtok: 0 } },
    ['max_cost_per_mtok', 'max_cost_usd'],
  ],
])('200 for %j the next step asks again without what stood in the way', async (args, blocked_by) => {
  const { value } = await app.tool('service_route', args)
  expect(value.routing_metadata.blocked_by).toEqual(blocked_by)
  expect(value.next_step).toMatchObject({ tool: 'service_route', arguments: { task: args.task } })
  const them = blocked_by.length === 1 ? 'it' : 'them'
  expect(value.next_step.why).toBe(`Nothing satisfies ${blocked_by.join(' and ')}; ask again without ${them} if you can.`)
  expect(value.next_step.arguments.constraints).toBeUndefined()
  const { recommended_skill, recommended_model } = (await app.tool('service_route', value.next_step.arguments)).value
  expect(recommended_skill ?? recommended_model).not.toBeNull()
})

test('200 where a tool was found but no model is left, the next step asks again without what ruled the models out', async () => {
  const task = 'Refund the last payment in Stripe'
  const { value } = await app.tool('service_route', { task, constraints: { max_cost_per_mtok: 0, trust_floor: 1 } })
  expect(value).toMatchObject({ recommended_skill: 'stripe-mcp', recommended_model: null })
  expect(value.next_step).toMatchObject({ tool: 'service_route', arguments: { task, constraints: { trust_floor: 1 } } })
  expect(value.next_step.why).toContain('No model satisfies max_cost_per_mtok')
  expect((await app.tool('service_route', value.next_step.arguments)).value.recommended_model).not.toBeNull()
  const agent_identity_id = await app.register()
  const preferences = { available_providers: ['deepseek'], regulated_industries: ['finance'] }
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences })
  const { next_step } = (await app.tool('service_route', { task, agent_identity_id })).value
  expect(next_step).toMatchObject({ tool: 'service_route', why: expect.stringContaining('PUT /api/agents/preferences') })
})

test('200 after a long task the next step can be sent as it is, and does not repeat it', async () => {
  const unresolved = await app.tool('service_route', { task: 'Open the garage door with my Chamberlain remote. '.repeat(60) })
  expect(unresolved.value.next_step).toMatchObject({ tool: 'service_search', arguments: { limit: 10 } })
  expect((await app.tool('service_search', unresolved.value.next_step.arguments)).isError).toBeFalsy()
  const task = 'Translate this letter into French. '.repeat(80)
  const { value } = await app.tool('service_route', { task, constraints: { max_cost_usd: 0 } })
  expect(value.next_step).toMatchObject({ tool: 'service_route', arguments: { task: '<your task: as you sent it>' } })
})

test('the tools give the same answers as REST', async () => {
  const plain = ({ next_step: _, routing_metadata: { decision_id: __, ...metadata }, ...rest }: any) => ({
    ...rest,
    routing_metadata: metadata,
  })
  for (const task of ['Refund a payment in Stripe', 'Write a poem', 'Find flights to Rome and add the cheapest to my Google Calendar']) {
    const [rest, tool] = [await route({ task }), await app.tool('service_route', { task })]
    expect(plain(tool.value)).toEqual(plain(rest.body))
    const [restModel, toolModel] = [await routeModel({ task }), await app.tool('service_model_route', { task })]
    expect(plain(toolModel.value)).toEqual(plain(restModel.body))
  }
})

test('what was just reported counts for the very next question, also when it was asked before', async () => {
  const ask = async () => (await route({ task: 'look up the weather in Oslo for tomorrow' })).body
  const { recommended_skill, scores } = await ask()
  for (let i = 0; i < 3; i++) {
    const agent_identity_id = await app.register()
    const report = { skill_slug: recommended_skill, outcome: 'failure', output_quality_rating: 1, agent_identity_id }
    expect((await app.request('POST', '/api/report', report)).status).toBe(200)
  }
  const again = await ask()
  const { skill_scores } = (await app.request('GET', `/api/skills/${recommended_skill}`)).body
  expect(skill_scores.value_score).toBeLessThan(scores.value_score)
  expect(again).toMatchObject({ recommended_skill, scores: { value_score: skill_scores.value_score } })
})

test('the weight of reports is shown with two digits', async () => {
  for (let i = 0; i < 3; i++) {
    const agent_identity_id = await app.register()
    await app.request('POST', '/api/report', { skill_slug: 'stripe-mcp', outcome: 'success', latency_ms: 500 + i, agent_identity_id })
  }
  const { reports } = (await route({ task: 'refund the last payment of customer 4711 in Stripe' })).body.routing_metadata.evidence
  expect(reports).toBe(Math.round(reports * 100) / 100)
  expect(reports).toBeGreaterThan(0)
})

test('a decision whose agent is gone by the time it is written is nobody’s, and its task is not kept', async () => {
  const log = openDecisionLog(app.store, () => {})
  const named = { recommended_skill: null, recommended_model: 'gpt-5-nano', tier: 'cheap_chat', task_type: 'chat' } as const
  const kind = { kind: 'model', approach: 'direct_llm', capability: null, cluster: 'cheap_chat:chat' } as const
  const made = { ...kind, propensity: 1, explored: 0, linked_at: null }
  const decided_at = app.clock.now.toISOString()
  const here = await app.register()
  for (const agent_identity_id of ['deleted', here]) {
    const fingerprint = `of ${agent_identity_id}`
    const task = { fingerprint, task: 'Say hello', kept_at: decided_at }
    log.add({ ...named, ...made, decision_id: `late ${agent_identity_id}`, agent_identity_id, fingerprint, decided_at }, task)
  }
  await log.idle()
  const rows = await app.store.query("SELECT decision_id, agent_identity_id FROM decisions WHERE decision_id LIKE 'late %'")
  expect(new Map(rows.map((row) => [row.decision_id, row.agent_identity_id]))).toEqual(
    new Map([
      ['late deleted', null],
      [`late ${here}`, here],
    ]),
  )
  expect(await app.store.query('SELECT fingerprint FROM task_texts')).toEqual([{ fingerprint: `of ${here}` }])
  await log.close()
})

test('where telemetry is off nothing is tried for the sake of learning', async () => {
  let draws = 0
  const random = () => {
    draws++
    return 0.5
  }
  const own = await testApp({ random })
  const agent_identity_id = await own.register()
  const drawn = async (headers: Record<string, string> = {}) => {
    draws = 0
    await own.request('POST', '/api/route', { task: 'Search the web for quokka news', agent_identity_id }, headers)
    await own.request('POST', '/api/route/model', { task: 'Write a haiku about quokkas', agent_identity_id }, headers)
    return draws
  }
  expect(await drawn()).toBe(2)
  expect(await drawn({ 'x-waymark-telemetry': 'off' })).toBe(0)
  await own.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
  expect(await drawn()).toBe(0)
  await own.close()
})

test('with the store away preferences hold for an agent that is remembered, and 503 for one that is not', async () => {
  const store = await testStore()
  let isAway = false
  const query: Store['query'] = (text, values) => {
    if (isAway) throw new ServiceError('unavailable', 'The connection was lost.', { retry_after_seconds: 2 })
    return store.query(text, values)
  }
  const own = await testApp({ store: { ...store, query } })
  const agentOfMeta = async () => {
    const agent_identity_id = await own.register()
    await own.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { available_providers: ['meta'] } })
    return agent_identity_id
  }
  const ask = (path: string, agent_identity_id?: string) => own.request('POST', path, { task: 'Write a haiku', agent_identity_id })
  const remembered = await agentOfMeta()
  await ask('/api/route', remembered)
  const forgotten = await agentOfMeta()
  own.clock.advance(60_000)
  isAway = true
  // The first call is the one that finds the store away.
  for (const path of ['/api/route', '/api/route', '/api/route/model']) {
    const { body } = await ask(path, remembered)
    expect([(body.model_details ?? body.recommended_model).provider, body.routing_metadata.store_away]).toEqual(['meta', true])
  }
  for (const path of ['/api/route', '/api/route/model']) {
    const refused = await ask(path, forgotten)
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect((await ask(path)).status).toBe(200)
  }
  isAway = false
  expect((await ask('/api/route', forgotten)).body.recommended_model.provider).toBe('meta')
  await own.close()
})

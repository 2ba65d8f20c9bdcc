import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { insertDecisions } from '../routing/decisions/store.ts'

let app: TestApp
let skill: string
let model: string
beforeAll(async () => {
  app = await testApp()
  skill = 'github-mcp-server'
  model = 'claude-sonnet-5'
})
afterAll(() => app.close())

const full = { latency_ms: 900, cost_usd: 0.01, output_quality_rating: 8 }
const report = (body: object, headers: Record<string, string> = {}) =>
  app.request('POST', '/api/report', { skill_slug: skill, outcome: 'success', ...body }, headers)
const reportModel = (body: object, headers: Record<string, string> = {}) =>
  app.request('POST', '/api/report/model', { model_slug: model, outcome_status: 'success', ...body }, headers)
const count = async (table: string, where = '1 = 1') =>
  (await app.store.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n

async function decide(agent_identity_id: string | null, decided_at = app.clock.now.toISOString()): Promise<string> {
  const decision_id = crypto.randomUUID()
  await insertDecisions(app.store, [
    {
      decision_id,
      agent_identity_id,
      kind: 'model',
      approach: 'direct_llm',
      recommended_skill: null,
      recommended_model: model,
      tier: 'fast_code',
      task_type: 'code',
      capability: null,
      cluster: 'fast_code:code',
      propensity: 1,
      explored: 0,
      fingerprint: 'f',
      decided_at,
      linked_at: null,
    },
  ])
  return decision_id
}

describe('POST /api/report', () => {
  test.each([
    [{}, 3, 1.5],
    [{ latency_ms: 5 }, 3.67, 1.83],
    [{ latency_ms: 5, estimated_cost_usd: 1 }, 4.33, 2.17],
    [{ latency_ms: 5, cost_usd: 1, quality_rating: 7 }, 5, 2.5],
  ])('pays for completeness: %j', async (measures, anonymous, reputation) => {
    expect((await report(measures)).body).toMatchObject({
      accepted: true,
      credits_earned: anonymous,
      routing_credits: anonymous,
      reputation_earned: reputation,
      credit_balance: { total_routing_credits: 0, total_reputation_points: 0 },
    })
    const agent_identity_id = await app.register()
    const { body } = await report({ ...measures, agent_identity_id })
    expect(body.credits_earned).toBeCloseTo(anonymous * 2, 1)
    expect(body.credits_earned).toBeLessThanOrEqual(10)
    expect(body.reputation_earned).toBe(reputation)
    expect(body.credit_balance).toEqual({ total_routing_credits: body.credits_earned, total_reputation_points: reputation })
    expect(body).not.toHaveProperty('warnings')
  })

  test('a registered agent_name stands for its identity', async () => {
    await app.register('named-reporter')
    expect((await report({ ...full, agent_name: 'named-reporter' })).body.credit_balance.total_routing_credits).toBe(10)
    expect((await report({ ...full, agent_name: 'nobody-knows-me' })).body.credits_earned).toBe(5)
  })

  test('numbers are adjusted with a warning, words refused', async () => {
    const { body } = await report({ latency_ms: '120', cost_usd: -1, quality_rating: 11 })
    expect(body.warnings).toHaveLength(3)
    const refused = await report({ latency_ms: 'fast' })
    expect(refused.status).toBe(400)
    expect(refused.body.details[0].path).toBe('latency_ms')
  })

  test('400 names the allowed outcomes and the right word', async () => {
    const { status, body } = await report({ outcome: 'aborted' })
    expect(status).toBe(400)
    expect(body.error).toContain('success, partial_success, failure, error')
    expect(body.error).toContain('failure')
    const other = await reportModel({ outcome_status: 'error' })
    expect(other.status).toBe(400)
    expect(other.body.error).toContain('success, partial_success, failure, aborted')
    expect(other.body.error).toMatch(/aborted; instead of error, use failure.*here\.$/)
  })

  test('404 for an unknown tool server, with the nearest names, and for an unknown agent', async () => {
    const { status, body } = await report({ skill_slug: 'github-mcp-servr' })
    expect(status).toBe(404)
    expect(body.did_you_mean).toContain(skill)
    expect((await report({ agent_identity_id: 'never-issued' })).status).toBe(404)
  })

  test('400 tells that an outcome is required, without a stray full stop', async () => {
    const { body } = await app.request('POST', '/api/report/model', { model_slug: 'm', latency_ms: 'soon' })
    expect(body.details).toContainEqual({
      path: 'outcome_status',
      message: 'is required and must be one of success, partial_success, failure, aborted',
    })
    expect(body.error).not.toMatch(/\.;/)
  })

  test('every tool of a plan is counted under its own work, whichever is reported first', async () => {
    const agent_identity_id = await app.register()
    const task = 'Get the open issues from GitHub, then post a summary to the #eng channel in Slack'
    const { orchestration, routing_metadata } = (await app.request('POST', '/api/route', { task, agent_identity_id })).body
    const { decision_id } = routing_metadata
    const results: string[] = []
    const messages: string[] = []
    for (const { recommended_skill: skill_slug } of orchestration.toReversed()) {
      const { decision, message } = (await report({ skill_slug, agent_identity_id, decision_id })).body
      results.push(decision)
      messages.push(message)
    }
    expect(results).toEqual(['linked', 'used'])
    const asItShouldBe = 'The decision was reported before, which is as it should be'
    expect(messages).toEqual([expect.not.stringContaining(asItShouldBe), expect.stringContaining(asItShouldBe)])
    const where = 'WHERE agent_identity_id = $1 ORDER BY cluster'
    const rows = await app.store.query<{ cluster: string }>(`SELECT cluster FROM outcomes ${where}`, [agent_identity_id])
    expect(rows.map(({ cluster }) => cluster)).toEqual(['tool_agent:code-hosting', 'tool_agent:team-chat'])
  })

  test('an empty decision_id counts as left out', async () => {
    const agent_identity_id = await app.register()
    expect((await report({ agent_identity_id, decision_id: '' })).body).not.toHaveProperty('decision')
    const { body } = await reportModel({ agent_identity_id, decision_id: ' ' })
    expect(body.rewards.decision_bonus).toBe((await reportModel({ agent_identity_id })).body.rewards.decision_bonus)
  })

  test('integration health comes with the first report and again after six hours', async () => {
    const agent_identity_id = await app.register()
    const has = async () => 'integration_health' in (await report({ agent_identity_id })).body
    expect([await has(), await has()]).toEqual([true, false])
    app.clock.advance(6 * 3_600_000)
    expect([await has(), await has()]).toEqual([true, false])
  })

  test('integration health waits for the first report when another act was paid before', async () => {
    const agent_identity_id = await app.register()
    const runs = [{ task_fingerprint: 'before', outcome: 'success', latency_ms: 90, estimated_cost_usd: 0.1, output_quality_rating: 8 }]
    expect(
      (await app.request('POST', '/api/contributions', { skill_slug: skill, runs, agent_identity_id, contribution_type: 'run_telemetry' }))
        .status,
    ).toBe(200)
    expect((await report({ agent_identity_id })).body).toHaveProperty('integration_health')
  })

  test('telemetry off stores nothing', async () => {
    const before = await count('outcomes')
    const agent_identity_id = await app.register()
    const { body } = await report({ agent_identity_id, ...full }, { 'x-waymark-telemetry': 'off' })
    expect(body).toMatchObject({ accepted: true, credits_earned: 0, message: expect.stringContaining('nothing') })
    await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
    expect((await report({ agent_identity_id, ...full })).body.credits_earned).toBe(0)
    expect((await reportModel({ agent_identity_id })).body).toMatchObject({ recorded: false, outcome_id: null })
    expect(await count('outcomes')).toBe(before)
  })

  test('telemetry off shows the trust of this moment', async () => {
    const agent_identity_id = await app.register()
    await app.request('POST', '/api/route', { task: 'hello', agent_identity_id })
    const off = { 'x-waymark-telemetry': 'off' }
    const model = { model_slug: 'm', outcome_status: 'success', agent_identity_id }
    expect((await app.request('POST', '/api/report/model', model)).body.trust_score).toBe(25.5)
    expect((await app.request('POST', '/api/report/model', model, off)).body.trust_score).toBe(25.5)
  })

  test.each(['OFF', 'false', '0', 'no', 'none', 'Disabled', 'off, off', 'on,off'])(
    'telemetry is off when the header says %s',
    async (word) => {
      const before = await count('outcomes')
      expect((await report(full, { 'x-waymark-telemetry': word })).body).toMatchObject({ accepted: true, credits_earned: 0 })
      expect(await count('outcomes')).toBe(before)
    },
  )

  test('telemetry off keeps no answer either, with an Idempotency-Key', async () => {
    const agent_identity_id = await app.register('keyed and off')
    const before = await count('idempotent_answers')
    const key = { 'idempotency-key': 'off' }
    const off = { ...key, 'x-waymark-telemetry': 'off' }
    expect((await report({ agent_identity_id, ...full }, off)).body.credits_earned).toBe(0)
    expect((await app.request('POST', '/api/route', { task: 'refund a payment in Stripe' }, off)).status).toBe(200)
    await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
    for (const who of [{ agent_identity_id }, { agent_identity_id: ` ${agent_identity_id} ` }, { agent_name: ' keyed and off' }])
      expect((await report({ ...who, ...full }, key)).body.credits_earned).toBe(0)
    expect(await count('idempotent_answers')).toBe(before)
  })

  test.each(['report', 'report/model', 'contributions'])(
    'a retry of /api/%s is answered as before, though telemetry is off by now',
    async (path) => {
      const agent_identity_id = await app.register()
      const runs = [{ outcome: 'success' }]
      const body = {
        agent_identity_id,
        skill_slug: skill,
        model_slug: 'm',
        contribution_type: 'run_telemetry',
        outcome: 'success',
        outcome_status: 'success',
        runs,
      }
      const send = (headers: Record<string, string> = {}, more = {}) =>
        app.request('POST', `/api/${path}`, { ...body, ...more }, { 'idempotency-key': 'before', ...headers })
      const first = await send()
      expect((await send({ 'x-waymark-telemetry': 'off' })).text).toBe(first.text)
      await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
      expect((await send()).text).toBe(first.text)
      expect((await send({}, { latency_ms: 5 })).status).toBe(409)
      app.clock.advance(25 * 3_600_000)
      const later = await send()
      expect(later.body.message).toContain('Telemetry is off')
      expect(
        (await app.request('GET', `/api/agent/status?agent_identity_id=${agent_identity_id}`)).body.activity_30d.outcomes_reported,
      ).toBe(1)
    },
  )

  test('one key sent 100 times in parallel: one row, one payment, equal answers', async () => {
    const agent_identity_id = await app.register()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => report({ agent_identity_id, ...full }, { 'idempotency-key': 'hundred' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await count('outcomes', `agent_identity_id = '${agent_identity_id}'`)).toBe(1)
    expect(await count('ledger', `agent_identity_id = '${agent_identity_id}'`)).toBe(1)
  })

  test('a repeat is paid but is no new evidence', async () => {
    const agent_identity_id = await app.register()
    for (let i = 0; i < 3; i++) expect((await report({ agent_identity_id, ...full })).body.credits_earned).toBe(10)
    expect(await count('outcomes', `agent_identity_id = '${agent_identity_id}' AND evidence = 1`)).toBe(1)
  })
})

describe('POST /api/report/model', () => {
  const measures = { ...full, input_tokens: 100, output_tokens: 50 }

  test('pays 2 to 5, doubled by an identity, and +0.5 trust', async () => {
    expect((await reportModel({})).body.rewards).toMatchObject({ routing_credits: 2, reputation_points: 1 })
    expect((await reportModel(measures)).body.rewards).toMatchObject({ routing_credits: 5, reputation_points: 2.5 })
    const agent_identity_id = await app.register()
    const { body } = await reportModel({ ...measures, agent_identity_id })
    expect(body).toMatchObject({
      recorded: true,
      accepted: true,
      catalog_model: true,
      model_slug: model,
      trust_score: 25.5,
      rewards: { routing_credits: 10, reputation_points: 2.5, decision_bonus: expect.stringMatching(/^none/) },
    })
  })

  test('a linked decision pays 1.5x and +2 trust, once', async () => {
    const agent_identity_id = await app.register()
    const decision_id = await decide(agent_identity_id)
    const first = await reportModel({ ...measures, agent_identity_id, decision_id })
    expect(first.body).toMatchObject({ trust_score: 27, rewards: { routing_credits: 15, reputation_points: 3.75, decision_bonus: '1.5x' } })
    const replays = await Promise.all(Array.from({ length: 100 }, () => reportModel({ ...measures, agent_identity_id, decision_id })))
    expect(replays.every(({ body }) => /^none: .*already/.test(body.rewards.decision_bonus))).toBe(true)
    expect(await count('outcomes', `decision_id = '${decision_id}'`)).toBe(1)
    expect(await count('outcomes', `agent_identity_id = '${agent_identity_id}' AND cluster = 'fast_code:code'`)).toBe(1)
  })

  test('the alias that was recommended means the model that was chosen', async () => {
    const agent_identity_id = await app.register()
    const decision_id = await decide(agent_identity_id)
    const { body } = await reportModel({ model_slug: 'waymark/fast_code', agent_identity_id, decision_id })
    expect(body).toMatchObject({ model_slug: model, catalog_model: true, rewards: { decision_bonus: '1.5x' } })
    const [stored] = await app.store.query('SELECT subject FROM outcomes WHERE outcome_id = $1', [body.outcome_id])
    expect(stored).toEqual({ subject: model })
  })

  test.each(['waymark/fast_code', 'waymark/creative_writing'])(
    '200 for the alias %s without a decision of its tier, saying what to send',
    async (model_slug) => {
      const agent_identity_id = await app.register()
      const decision_id = model_slug === 'waymark/fast_code' ? undefined : await decide(agent_identity_id)
      const { status, body } = await reportModel({ model_slug, agent_identity_id, decision_id })
      expect(status).toBe(200)
      expect(body).toMatchObject({ model_slug, catalog_model: false, message: expect.stringContaining('model_details.slug') })
    },
  )

  test('unknown, foreign and expired decisions leave the report accepted and say why', async () => {
    const [mine, other] = [await app.register(), await app.register()]
    const bonus = async (decision_id: string, agent_identity_id: string) => {
      const { status, body } = await reportModel({ decision_id, agent_identity_id })
      expect(status).toBe(200)
      return body.rewards.decision_bonus
    }
    expect(await bonus('no-such', mine)).toMatch(/^none: .*not known/)
    expect(await bonus(await decide(other), mine)).toMatch(/^none: .*another agent/)
    expect(await bonus(await decide(mine, '2026-10-01T00:00:00.000Z'), mine)).toMatch(/^none: .*7 days/)
    expect(await bonus(await decide(null), mine)).toBe('1.5x')
  })

  test.each([
    ['llama-3.1-8b-instant', 'llama-3.1-8b'],
    ['Claude-Sonnet-5', 'claude-sonnet-5'],
  ])('%s is the model that the catalog calls %s', async (model_slug, slug) => {
    const { body } = await reportModel({ model_slug })
    expect(body).toMatchObject({ model_slug: slug, catalog_model: true })
    const [stored] = await app.store.query('SELECT subject FROM outcomes WHERE outcome_id = $1', [body.outcome_id])
    expect(stored).toEqual({ subject: slug })
  })

  test('models outside the catalog are accepted', async () => {
    expect((await reportModel({ model_slug: 'my-own-model' })).body).toMatchObject({ accepted: true, catalog_model: false })
  })

  test('trust stays at 100', async () => {
    const agent_identity_id = await app.register()
    await app.store.execute('UPDATE agents SET trust_score = 99.8 WHERE agent_identity_id = $1', [agent_identity_id])
    await Promise.all([1, 2, 3].map((latency_ms) => reportModel({ agent_identity_id, latency_ms })))
    const { body } = await app.request('GET', `/api/agent/status?agent_identity_id=${agent_identity_id}`)
    expect(body.trust_tier_progress.current_trust_score).toBe(100)
  })
})

describe('POST /api/contributions', () => {
  const run = (i: number) => ({
    task_fingerprint: `t${i}`,
    outcome: 'success',
    latency_ms: 100 + i,
    estimated_cost_usd: 0.1,
    output_quality_rating: 8,
  })
  const contribute = (body: object) => app.request('POST', '/api/contributions', { skill_slug: skill, runs: [run(1), run(2)], ...body })

  test.each([
    ['run_telemetry', 1],
    ['fallback_chain', 1.5],
    ['comparative_eval', 2.5],
    ['benchmark_package', 4],
  ])('%s pays 5 x score x %d x identity', async (contribution_type, multiplier) => {
    const name = `contributor-${contribution_type}`
    await app.register(name)
    const { body } = await contribute({ contribution_type, agent_name: name })
    const credits = 5 * body.contribution_score * multiplier * 2
    expect(body.contribution_score).toBe(1)
    expect(body.rewards).toEqual({ routing_credits: credits, economic_credits_usd: credits / 100, reputation_points: credits / 4 })
    const again = await contribute({ contribution_type, agent_name: name })
    expect(again.body).toMatchObject({ accepted: true, new_evidence: 0, rewards: body.rewards })
  })

  test('400 for an unknown type and for more than 500 runs', async () => {
    expect((await contribute({ contribution_type: 'gossip' })).body.error).toContain('benchmark_package')
    const runs = Array.from({ length: 501 }, (_, i) => run(i))
    expect((await contribute({ contribution_type: 'run_telemetry', runs })).status).toBe(400)
    expect((await contribute({ contribution_type: 'run_telemetry', runs: runs.slice(1) })).body.runs_recorded).toBe(500)
  })

  test('who gives no name is limited by network: not where all are local, unless that is asked for', async () => {
    const body = { contribution_type: 'run_telemetry', skill_slug: 'github-mcp-server', runs: [{ outcome: 'success' }] }
    for (const [RATE_LIMIT_LOOPBACK, refused, named] of [
      ['off', 0, 2],
      ['on', 2, 2],
    ] as const) {
      const own = await testApp({ env: { RATE_LIMIT_LOOPBACK } })
      const send = (more: object) =>
        Promise.all(Array.from({ length: 102 }, () => own.request('POST', '/api/contributions', { ...body, ...more })))
      const statuses = [await send({}), await send({ agent_name: 'of no register' })]
      expect(statuses.map((all) => all.filter(({ status }) => status === 429).length)).toEqual([refused, named])
      const told = statuses.flat().flatMap((answer) => (answer.status === 429 ? [answer.body.error] : []))
      const unnamed =
        'At most 100 contributions an hour from one network without a name. Wait 3600 seconds, or send your agent_identity_id.'
      expect(told.filter((error) => error === unnamed)).toHaveLength(refused)
      expect(told.filter((error) => error === 'At most 100 contributions an hour per agent. Wait 3600 seconds.')).toHaveLength(named)
      await own.close()
    }
  })

  test('429 for the 101st within an hour, sent in parallel', async () => {
    const agent_identity_id = await app.register()
    const send = () => contribute({ contribution_type: 'run_telemetry', agent_identity_id })
    const answers = await Promise.all(Array.from({ length: 105 }, send))
    const refused = answers.filter(({ status }) => status === 429)
    expect([refused[0]?.headers['ratelimit-limit'], refused[0]?.headers['ratelimit-remaining']]).toEqual(['100', '0'])
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers['retry-after'])).toBe(3600)
    expect(await count('ledger', `agent_identity_id = '${agent_identity_id}'`)).toBe(100)
    app.clock.advance(3_600_001)
    expect((await send()).status).toBe(200)
  })
})

test('the tools answer as REST does', async () => {
  const agent_identity_id = await app.register()
  const { value } = await app.tool('service_report', { skill_slug: skill, outcome: 'failure', agent_identity_id, ...full })
  expect(value).toMatchObject({ accepted: true, credits_earned: 10 })
  expect((await app.tool('service_balance', { agent_identity_id })).value.total_routing_credits).toBe(10)
  const { value: verified } = await app.tool('service_verify_model', { output: '{"a": 1', expected_format: 'json' })
  expect(verified.score).toBeLessThan(6)
})

test('with telemetry off the step after an anonymous report promises nothing', async () => {
  const calls = [
    { name: 'service_report', arguments: { skill_slug: skill, outcome: 'success' } },
    { name: 'service_model_report', arguments: { model_slug: model, outcome_status: 'success' } },
  ]
  for (const params of calls) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { body } = await app.request('POST', '/api/mcp', message, { 'x-waymark-telemetry': 'off' })
    const { next_step } = JSON.parse(body.result.content[0].text)
    expect(next_step).toMatchObject({ tool: 'service_route', why: expect.not.stringContaining('double') })
  }
})

test('the step after a report goes by who reported', async () => {
  const agent_identity_id = await app.register('named-only')
  const after = async (who: object) => (await app.tool('service_report', { skill_slug: skill, outcome: 'success', ...who })).value.next_step
  expect(await after({ agent_identity_id })).toMatchObject({ tool: 'service_balance', arguments: { agent_identity_id } })
  expect(await after({ agent_name: 'named-only' })).toMatchObject({ tool: 'service_register', arguments: { agent_name: 'named-only' } })
  expect(await after({})).toMatchObject({
    tool: 'service_register',
    arguments: { agent_name: expect.stringMatching(/^<your name: .*random suffix/) },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testStore } from '../../test/support/harness.ts'
import type { Store } from '../storage/store.ts'
import { nextFor, stepsFor } from './help.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { ADMIN_SECRET: 'operator-secret-of-at-least-32-chars' } })
})
afterAll(() => app.close())

const report = (agent_identity_id: string, body: object = {}) =>
  app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', agent_identity_id, ...body })

test('status shows tier, progress, activity and health', async () => {
  const id = await app.register('status-agent')
  await report(id, { latency_ms: 100, output_quality_rating: 8 })
  await report(id, { outcome: 'failure', output_quality_rating: 4 })
  const { body } = await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  expect(body).toMatchObject({
    agent_identity_id: id,
    agent_name: 'status-agent',
    registered_at: app.clock.now.toISOString(),
    trust_tier: 'baseline',
    trust_tier_progress: {
      current: 'baseline',
      next: 'trusted',
      current_trust_score: 25,
      next_tier_at_trust_score: 50,
      shadow_mode: false,
    },
    activity_30d: { routing_decisions: 0, outcomes_reported: 2, contributions_accepted: 0, avg_verified_quality: 6, success_rate_pct: 50 },
    integration_health: { status: 'advisory', checks: [{ code: 'NO_ROUTING_CALLS' }] },
  })
  expect((await app.request('GET', '/api/agent/status')).status).toBe(400)
  expect((await app.request('GET', '/api/agent/status?agent_identity_id=never')).status).toBe(404)
})

test('what an agent just asked is counted immediately, even before its first report', async () => {
  const id = await app.register()
  const ask = () => app.request('POST', '/api/route/model', { task: 'write a limerick about rain', agent_identity_id: id })
  await ask()
  const status = await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  expect(status.body.activity_30d.routing_decisions).toBe(1)
  expect(status.body.integration_health.checks).toMatchObject([{ code: 'NO_TELEMETRY_FEEDBACK' }])
  await ask()
  const memory = await app.request('GET', `/api/agents/${id}/memory`, undefined, { authorization: `Bearer ${id}` })
  expect(memory.body.model_memory.total_calls).toBe(2)
  const fresh = await app.register()
  await app.request('POST', '/api/route', { task: 'write a limerick about snow', agent_identity_id: fresh })
  expect((await report(fresh)).body.integration_health).toEqual({ status: 'ok', checks: [] })
})

test('one report and one point are no reports and points', async () => {
  const id = await app.register()
  const requirementsAt = async (score: number) => {
    await app.store.execute('UPDATE agents SET trust_score = $2 WHERE agent_identity_id = $1', [id, score])
    app.clock.advance(2000)
    return (await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)).body.trust_tier_progress.requirements
  }
  expect((await requirementsAt(49)).slice(0, 2)).toEqual([
    '1 more trust point',
    'for example 1 model report with a decision_id (+2), or 2 model reports without (+0.5 each)',
  ])
  expect((await requirementsAt(49.5))[1]).toContain('or 1 model report without (+0.5)')
})

test.each([9, 2])('a challenge is activity, whatever tools it took, with a score of %i', async (score) => {
  const id = await app.register()
  await app.request('POST', '/api/challenges/submit', {
    challenge_slug: 'competitor-sheet',
    agent_identity_id: id,
    tools_used: [{ skill_slug: 'my-own-tool', purpose: 'all of it' }],
    completeness_score: score,
    quality_score: score,
  })
  const { body } = await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  expect(body.activity_30d).toMatchObject({ outcomes_reported: 0, last_activity_at: app.clock.now.toISOString() })
})

test('a shadow agent is shown as unverified', async () => {
  const id = await app.register()
  await app.store.execute('UPDATE agents SET trust_score = 24.9 WHERE agent_identity_id = $1', [id])
  const { body } = await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  expect(body).toMatchObject({ trust_tier: 'unverified', trust_tier_progress: { shadow_mode: true, next: 'baseline' } })
})

test('the dashboard shows balance, contributions, rewards and verified agents', async () => {
  const id = await app.register('dashboard-agent')
  await report(id)
  await app.store.execute('UPDATE agents SET verified_at = $2 WHERE agent_identity_id = $1', [id, app.clock.now.toISOString()])
  const { body } = await app.request('GET', `/api/agent-dashboard?agent_identity_id=${id}`)
  expect(body).toMatchObject({
    agent: { agent_name: 'dashboard-agent', trust_tier: 'verified' },
    balance: { total_routing_credits: 6, total_reputation_points: 1.5 },
    recent_contributions: [{ source: 'report', subject: 'github-mcp-server', outcome: 'success' }],
    recent_rewards: [{ kind: 'report', routing_credits: 6 }],
  })
})

test('every contribution is shown with its score, the same as its answer told', async () => {
  const id = await app.register()
  const send = async (path: string, body: object) => {
    app.clock.advance(1000)
    const sent = await app.request('POST', path, { ...body, agent_identity_id: id })
    expect(sent.status).toBe(200)
    return sent.body.contribution_score
  }
  const tool = { skill_slug: 'github-mcp-server', outcome: 'success' }
  const model = { model_slug: 'gpt-5-mini', outcome_status: 'success' }
  const told = [
    await send('/api/report', tool),
    await send('/api/report', { ...tool, latency_ms: '900', cost_usd: 0.01, quality_rating: 12 }),
    await send('/api/report', { ...tool, outcome: 'failure', quality_rating: 9 }),
    await send('/api/report/model', model),
    await send('/api/report/model', { ...model, latency_ms: 1, input_tokens: 0, output_tokens: 0, cost_usd: 0.1, quality_rating: 8 }),
    await send('/api/contributions', { contribution_type: 'run_telemetry', skill_slug: tool.skill_slug, runs: [tool, tool] }),
  ]
  expect(new Set(told).size).toBe(4)
  const { body } = await app.request('GET', `/api/agent-dashboard?agent_identity_id=${id}`)
  expect(body.recent_contributions.map(({ contribution_score: score }: { contribution_score: number }) => score)).toEqual(told.reverse())
})

test('contributions of the same moment always come in the same order', async () => {
  const id = await app.register()
  const at = app.clock.now.toISOString()
  // The order in which rows were stored says nothing.
  const numbers = Array.from({ length: 12 }, (_, i) => (i * 7) % 12)
  await app.store.insertMany(
    'contributions',
    ['contribution_id', 'agent_identity_id', 'limit_key', 'contribution_type', 'skill_slug', 'runs', 'contribution_score', 'submitted_at'],
    numbers.map((n) => [`c-${10 + n}`, id, id, 'run_telemetry', `tool-${10 + n}`, 1, 5, at]),
  )
  await report(id)
  const { body } = await app.request('GET', `/api/agent-dashboard?agent_identity_id=${id}`)
  expect(body.recent_contributions.map(({ subject }: { subject: string }) => subject)).toEqual([
    'github-mcp-server',
    ...[21, 20, 19, 18, 17, 16, 15, 14, 13].map((n) => `tool-${n}`),
  ])
})

test('the month of an agent that reported very often is added up once for all who ask soon after', async () => {
  let readings = 0
  const { clock, store, ...busy } = await testApp({ store: slowToAddUp(await testStore()) })
  function slowToAddUp(slow: Store): Store {
    const query = ((text, values) => {
      if (text.includes('AVG(CASE WHEN evidence')) {
        readings++
        clock.advance(200)
      }
      return slow.query(text, values)
    }) as Store['query']
    return { ...slow, query }
  }
  const id = await busy.register()
  const said = (i: number) => ['tool', 'exa-mcp-server', id, '', 'success', 1, 'c', 'report', 1, `o-${i}`, clock.now.toISOString()]
  const columns = [
    'kind',
    'subject',
    'agent_identity_id',
    'network',
    'outcome',
    'success',
    'cluster',
    'source',
    'evidence',
    'outcome_id',
    'reported_at',
  ]
  const reported = async () => (await busy.request('GET', `/api/agent/status?agent_identity_id=${id}`)).body.activity_30d.outcomes_reported
  const add = (from: number, to: number) =>
    store.insertMany(
      'outcomes',
      columns,
      Array.from({ length: to - from }, (_, i) => said(from + i)),
    )
  await add(0, 1000)
  expect([await reported(), await reported(), readings]).toEqual([1000, 1000, 2])
  await add(1000, 1500)
  expect([await reported(), await reported(), readings]).toEqual([1500, 1500, 3])
  clock.advance(11_000)
  await add(1500, 1600)
  expect(await reported()).toBe(1600)
  await busy.close()
})

test('who routes without a name and reports the decision under one is not told to route', async () => {
  const id = await app.register()
  const { decision_id } = (await app.request('POST', '/api/route/model', { task: 'write a limerick about sleet' })).body.routing_metadata
  await app.request('POST', '/api/report/model', {
    model_slug: 'gpt-5-mini',
    outcome_status: 'success',
    decision_id,
    agent_identity_id: id,
  })
  const { value } = await app.tool('service_check_health', { agent_identity_id: id })
  expect(value).toMatchObject({ status: 'ok', checks: [], decisions: 0, submissions: 1 })
  expect(value).not.toHaveProperty('linked')
})

test('health finds the warnings at their thresholds', async () => {
  const id = await app.register()
  const check = async () => (await app.tool('service_check_health', { agent_identity_id: id })).value
  for (let i = 0; i < 19; i++) await report(id, { output_quality_rating: 8, latency_ms: i })
  expect((await check()).status).toBe('advisory')
  await report(id, { output_quality_rating: 8, latency_ms: 99 })
  const value = await check()
  expect(value.status).toBe('warning')
  expect(value.checks.map(({ code }: { code: string }) => code)).toEqual([
    'NO_ROUTING_CALLS',
    'LOW_QUALITY_VARIANCE',
    'UNREALISTIC_SUCCESS_RATE',
  ])
})

test('401, 403 and pages of the ledger', async () => {
  const id = await app.register()
  for (let i = 0; i < 5; i++) await report(id, { latency_ms: i })
  const ask = (bearer?: string, query = '') =>
    app.request('GET', `/api/agents/${id}/ledger${query}`, undefined, bearer === undefined ? {} : { authorization: `Bearer ${bearer}` })
  expect((await ask()).status).toBe(401)
  expect((await ask('someone-else')).status).toBe(403)
  const first = await ask(id, '?limit=3')
  expect(first.body).toMatchObject({ total: 5, next_offset: 3 })
  const second = await ask('operator-secret-of-at-least-32-chars', '?limit=3&offset=3')
  expect(second.body.next_offset).toBeNull()
  const ids = [...first.body.entries, ...second.body.entries].map((entry) => entry.entry_id)
  expect(new Set(ids).size).toBe(5)
})

test('memory: 401, 403, null under three samples, then what served best', async () => {
  const id = await app.register('memory-agent')
  const ask = async (query = '', bearer: string | null = id) =>
    app.request('GET', `/api/agents/${id}/memory${query}`, undefined, bearer === null ? {} : { authorization: `Bearer ${bearer}` })
  expect((await ask('', null)).status).toBe(401)
  expect((await ask('', 'wrong')).status).toBe(403)
  expect((await ask('')).body).toMatchObject({ agent_identity_id: id, agent_name: 'memory-agent' })
  const reportModel = (model_slug: string, outcome_status: string, latency_ms: number) =>
    app.request('POST', '/api/report/model', { model_slug, outcome_status, latency_ms, quality_rating: 8, agent_identity_id: id })
  await reportModel('gpt-5-mini', 'failure', 1)
  await reportModel('gpt-5-mini', 'success', 2)
  const [{ cluster } = { cluster: '' }] = await app.store.query<{ cluster: string }>(
    'SELECT cluster FROM outcomes WHERE agent_identity_id = $1',
    [id],
  )
  const detailed = async () => (await ask(`?cluster=${cluster}`)).body
  expect((await detailed()).model_memory).toBeNull()
  await reportModel('gpt-5-mini', 'success', 3)
  await reportModel('gpt-5-mini', 'success', 4)
  // The service gives up on a slow lookup, so a busy machine may need a second try.
  await expect.poll(detailed).toMatchObject({
    cluster,
    skill_memory: null,
    model_memory: {
      historical_model: 'gpt-5-mini',
      sample_size: 4,
      call_count: 4,
      success_rate: 0.75,
      avg_quality: 8,
      last_decision_at: null,
    },
  })
})

test('a partial success is no success in the memory, as in the status', async () => {
  const id = await app.register()
  for (const [latency_ms, outcome] of ['success', 'success', 'partial_success', 'failure'].entries()) {
    await app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome, latency_ms, agent_identity_id: id })
  }
  const { body: status } = await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  expect(status.activity_30d.success_rate_pct).toBe(50)
  const recalled = async () => {
    const { body } = await app.request('GET', `/api/agents/${id}/memory`, undefined, { authorization: `Bearer ${id}` })
    return body.skill_memory?.top_clusters[0].success_rate
  }
  await expect.poll(recalled).toBe(0.5)
})

test('memory counts a reported call once, regardless of which agent got its decision and what that recommended', async () => {
  const id = await app.register()
  const decide = async (path: string, task: string, agent_identity_id?: string) =>
    (await app.request('POST', path, { task, agent_identity_id })).body.routing_metadata.decision_id
  const reportModel = (decision_id: string) =>
    app.request('POST', '/api/report/model', { model_slug: 'gpt-5-mini', outcome_status: 'success', agent_identity_id: id, decision_id })
  await reportModel(await decide('/api/route/model', 'write a limerick about hail', id))
  await reportModel(await decide('/api/route/model', 'write a limerick about fog'))
  await reportModel(await decide('/api/route', 'refund the last payment in Stripe', id))
  await decide('/api/route/model', 'write a limerick about frost', id)
  const calls = async () => {
    const { body } = await app.request('GET', `/api/agents/${id}/memory`, undefined, { authorization: `Bearer ${id}` })
    return [body.model_memory?.total_calls, body.skill_memory?.total_calls]
  }
  await expect.poll(calls).toEqual([4, 1])
})

test('help walks from registration to the next call', async () => {
  const stranger = await app.tool('service_help')
  expect(stranger.value).toMatchObject({ you: null, next: { tool: 'service_register' } })
  const id = await app.register('help-agent')
  const { value } = await app.tool('service_help', { agent_identity_id: id })
  expect(value).toMatchObject({ you: { agent_name: 'help-agent' }, next: { tool: 'service_missions' } })
  const { next_step } = (await app.tool(value.next.tool, value.next.arguments)).value
  expect(next_step).toMatchObject({ tool: 'service_mission_claim', arguments: { agent_identity_id: id } })
  expect((await app.tool(next_step.tool, next_step.arguments)).value.status).toBe('claimed')
  expect((await app.tool('service_help', { agent_identity_id: 'never' })).isError).toBe(true)
})

test('the last step of help is done once there is something to see', () => {
  const begun = { agent_identity_id: 'me', open_missions: [], missions_completed: 0, routing_decisions: 1, outcomes_reported: 0 }
  const last = (progress: object) => stepsFor({ ...begun, ...progress }).at(-1)
  expect(last({})).toMatchObject({ tool: 'service_balance', done: false })
  expect(last({ outcomes_reported: 1 })).toMatchObject({ done: true })
  expect(last({ missions_completed: 1 })).toMatchObject({ done: true })
})

test('help does not say how a tool did that it asks to report', () => {
  const next = nextFor({ agent_identity_id: 'me', open_missions: [], missions_completed: 1, routing_decisions: 1, outcomes_reported: 0 })
  expect(next).toMatchObject({ tool: 'service_report', arguments: { skill_slug: '<your tool>', outcome: '<your outcome>' } })
})

test('help does not lead an agent without telemetry to what only refuses it', async () => {
  const agent_identity_id = await app.register()
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
  const { next } = (await app.tool('service_help', { agent_identity_id })).value
  expect(next).toMatchObject({ tool: 'service_route', arguments: { agent_identity_id } })
})

test('help does not lead a stranger whose calls are not kept to an identity that earns nothing', async () => {
  const { body } = await app.request('GET', '/api/help', undefined, { 'x-waymark-telemetry': 'off' })
  expect(body.next).toMatchObject({ tool: 'service_route', why: expect.not.stringContaining('double') })
})

test('the status of an agent without telemetry does not promise that reports raise its tier', async () => {
  const agent_identity_id = await app.register()
  const hint = async () =>
    (await app.request('GET', `/api/agent/status?agent_identity_id=${agent_identity_id}`)).body.trust_tier_progress.hint
  expect(await hint()).toContain('4 times as fast')
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
  expect(await hint()).toMatch(/^Telemetry is off for this agent.*PUT \/api\/agents\/preferences/)
})

test('help tells what the open missions ask for, and proposes tools for the oldest', async () => {
  const agent_identity_id = await app.register()
  const help = async () => (await app.tool('service_help', { agent_identity_id })).value
  expect((await help()).you.open_missions).toEqual([])
  const { missions } = (await app.tool('service_missions', { limit: 4 })).value
  for (const [at, { id, title, task_prompt, candidates }] of missions.entries()) {
    const { claim_id } = (await app.tool('service_mission_claim', { mission_id: id, agent_identity_id })).value
    app.clock.advance(1000)
    const { you, next } = await help()
    const shown = { claim_id, mission_id: id, title, task_prompt, candidates }
    expect(you.open_missions).toHaveLength(Math.min(at + 1, 3))
    if (at < 3) expect(you.open_missions[at]).toEqual(shown)
    expect(next.arguments.claim_id).toBe(you.open_missions[0].claim_id)
    expect(next.arguments.results.map(({ skill_slug }: { skill_slug: string }) => skill_slug)).toEqual(missions[0].candidates.slice(0, 2))
    expect(next.why).toContain(missions[0].title)
    expect(next.why.includes(`of the ${at + 1} open missions`)).toBe(at > 0)
  }
})

test('help does not lead to a claim that gave its place back', async () => {
  const agent_identity_id = await app.register()
  const next = async () => (await app.tool('service_help', { agent_identity_id })).value.next
  const [{ id: mission_id }] = (await app.tool('service_missions', { limit: 1 })).value.missions
  const { claim_id } = (await app.tool('service_mission_claim', { mission_id, agent_identity_id })).value
  expect(await next()).toMatchObject({ tool: 'service_mission_complete', arguments: { claim_id } })
  app.clock.advance(7 * 24 * 3_600_000)
  expect((await next()).tool).toBe('service_missions')
})

test('help does not lead to a claim of a mission that is no longer offered, and completing it says so', async () => {
  const agent_identity_id = await app.register()
  const [{ id: mission_id }] = (await app.tool('service_missions', { limit: 1 })).value.missions
  const { claim_id } = (await app.tool('service_mission_claim', { mission_id, agent_identity_id })).value
  await app.store.execute("UPDATE mission_claims SET mission_id = 'offered-before' WHERE claim_id = $1", [claim_id])
  expect((await app.tool('service_help', { agent_identity_id })).value.next.tool).toBe('service_missions')
  const results = [{ skill_slug: 'exa-mcp-server', outcome_status: 'success' }]
  const { status, body } = await app.request('POST', '/api/missions/complete', { claim_id, results })
  expect([status, body.error]).toEqual([409, expect.stringContaining('no longer offered')])
})

test('the operator sees unresolved tasks, traffic, movements with causes, pins and bans; nobody else does', async () => {
  const operator = { authorization: 'Bearer operator-secret-of-at-least-32-chars' }
  await app.request('POST', '/api/route', { task: 'Shovel the snow off our driveway' })
  const decide = (slug: string, action: string, note?: string) =>
    app.request('POST', `/api/admin/catalog/${slug}/decide`, { action, note }, operator)
  await decide('exa-mcp-server', 'pin', 'our standard')
  await decide('tavily-mcp', 'ban')
  const day = (ago: number) => new Date(app.clock.now.getTime() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
  await app.store.insertMany(
    'score_days',
    ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'],
    [
      ['brave-search-mcp', day(3), 7.5, 7, 0.9, 500, 10],
      ['brave-search-mcp', day(0), 6.5, 6, 0.6, 500, 14],
    ],
  )
  const overview = () => app.request('GET', '/api/admin/overview', undefined, operator)
  // A decision is written a moment after it was answered.
  await expect.poll(async () => (await overview()).body.unresolved).toEqual([{ cluster: expect.any(String), count: 1 }])
  const { status, body } = await overview()
  expect(status).toBe(200)
  expect(body.pinned).toMatchObject([{ slug: 'exa-mcp-server', reason: 'our standard' }])
  expect(body.banned).toMatchObject([{ slug: 'tavily-mcp', reason: 'banned by the operator' }])
  expect(body.movements).toContainEqual({
    slug: 'brave-search-mcp',
    canonical_name: 'Brave Search',
    score_before: 7.5,
    score_after: 6.5,
    causes: ['4 new reports', 'success from 90% to 60%'],
  })
  expect(body.traffic.find((line: { operation: string }) => line.operation === 'route')).toMatchObject({ failures: 0 })
  expect(body.classifier).toEqual({ configured: false, model: null, answered: 0, late: 0, unanswered: 0 })
  expect((await app.request('GET', '/api/admin/overview')).status).toBe(401)
})

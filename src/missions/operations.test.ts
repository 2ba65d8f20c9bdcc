import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { dailyCaps } from '../credits/rules.ts'
import { dayMs } from '../storage/days.ts'
import { comparedAt } from './outcomes.ts'
import { missions } from './rules.ts'
import { events } from './schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const smallest = missions.reduce((a, b) => (b.max_claims < a.max_claims ? b : a))
const paying = (multiplier: number) => missions.find((mission) => mission.reward_multiplier === multiplier && mission !== smallest)!
const claim = (mission_id: string, agent_identity_id: string) =>
  app.request('POST', '/api/missions/claim', { mission_id, agent_identity_id })
const complete = (body: unknown, headers = {}) => app.request('POST', '/api/missions/complete', body, headers)
const run = (skill_slug: string, rest: object = {}) => ({ skill_slug, outcome_status: 'success', ...rest })
const shown = async (id: string) =>
  (await app.request('GET', '/api/missions?limit=100')).body.missions.find((mission: { id: string }) => mission.id === id)

/** As another process writes it: this one has not heard of it yet. */
const setPreferences = (agent_identity_id: string, preferences: object) =>
  app.store.execute('UPDATE agents SET preferences = $2 WHERE agent_identity_id = $1', [agent_identity_id, JSON.stringify(preferences)])

async function claimed(multiplier = 2.5): Promise<{ claim_id: string; agent_identity_id: string }> {
  const agent_identity_id = await app.register()
  const { body } = await claim(paying(multiplier).id, agent_identity_id)
  return { claim_id: body.claim_id, agent_identity_id }
}

describe('listing', () => {
  test('200 both paths give the same missions; the alias adds how to complete one', async () => {
    const available = (await app.request('GET', '/api/missions/available?limit=100')).body
    const { how_to_complete, mcp_alternative, ...alias } = (await app.request('GET', '/api/missions?limit=100')).body
    expect(alias).toEqual(available)
    expect(available.total).toBe(missions.length)
    expect(available.missions).toHaveLength(missions.length)
    expect(available.missions[0]).toMatchObject({
      id: expect.any(String),
      title: expect.any(String),
      task_prompt: expect.any(String),
      reward_multiplier: 4,
      max_claims: expect.any(Number),
      claimed_count: expect.any(Number),
    })
    expect(Object.values(how_to_complete).every((step) => typeof step === 'string')).toBe(true)
    expect(mcp_alternative).toContain('service_mission_claim')
    expect((await app.tool('service_missions')).value).toMatchObject(available)
  })

  test.each(events)('200 only missions of %s', async (event) => {
    const { body } = await app.request('GET', `/api/missions?event=${event}&limit=1`)
    expect(body.missions).toHaveLength(1)
    expect(body.missions[0].event).toBe(event)
    expect(body.total).toBe(missions.filter((mission) => mission.event === event).length)
  })

  test('a tool that the operator banned is no candidate any more, and who ran it before is still paid', async () => {
    const secret = 'a-secret-of-more-than-thirty-two-characters'
    const other = await testApp({ env: { ADMIN_SECRET: secret } })
    const [banned, ...rest] = missions[0]!.candidates
    const { id: skill_id } = (await other.request('GET', `/api/skills/${banned}`)).body
    const { claim_id } = (
      await other.request('POST', '/api/missions/claim', { mission_id: missions[0]!.id, agent_identity_id: await other.register() })
    ).body
    await other.request('POST', `/api/admin/catalog/${banned}/decide`, { action: 'ban' }, { authorization: `Bearer ${secret}` })
    const { body } = await other.request('GET', '/api/missions')
    expect(body.missions.find(({ id }: { id: string }) => id === missions[0]!.id).candidates).toEqual(rest)
    const results = [{ skill_slug: banned }, { skill_id }].map((tool) => ({ ...tool, outcome_status: 'success' }))
    expect((await other.request('POST', '/api/missions/complete', { claim_id, results })).body).toMatchObject({ outcomes_recorded: 2 })
    await other.close()
  })

  test('a claim stays in the list of its agent when its tools are banned, and says that it can still be completed', async () => {
    const secret = 'a-secret-of-more-than-thirty-two-characters'
    const other = await testApp({ env: { ADMIN_SECRET: secret } })
    const { id: mission_id, candidates } = missions[0]!
    const wanted = { mission_id, agent_identity_id: await other.register() }
    const { claim_id } = (await other.request('POST', '/api/missions/claim', wanted)).body
    for (const slug of candidates)
      await other.request('POST', `/api/admin/catalog/${slug}/decide`, { action: 'ban' }, { authorization: `Bearer ${secret}` })
    expect((await other.tool('service_missions', { limit: 100 })).value.missions.map(({ id }: { id: string }) => id)).not.toContain(
      mission_id,
    )
    const [first] = (await other.tool('service_missions', wanted)).value.missions
    expect(first).toMatchObject({ id: mission_id, candidates: [], your_claim: { claim_id, status: 'claimed', note: expect.any(String) } })
    const again = await other.tool('service_mission_claim', wanted)
    expect(again.value.error).toContain(claim_id)
    const skill_slug = candidates[0]
    expect(again.value.next_step.arguments.results).toEqual([{ skill_slug: '<your skill_slug>', outcome_status: '<your outcome_status>' }])
    const late = { ...wanted, agent_identity_id: await other.register() }
    expect((await other.request('POST', '/api/missions/claim', late)).body.error).toContain('Fewer than two')
    const results = [{ skill_slug, outcome_status: 'success' }]
    expect((await other.request('POST', '/api/missions/complete', { claim_id, results })).status).toBe(200)
    const last = (await other.request('GET', `/api/missions?agent_identity_id=${wanted.agent_identity_id}`)).body.missions.at(-1)
    expect(last).toMatchObject({ id: mission_id, your_claim: { claim_id, status: 'completed' } })
    expect(last.your_claim).not.toHaveProperty('note')
    await other.close()
  })

  test('404 names the events when one is unknown, and the one that is near', async () => {
    const { status, body } = await app.request('GET', '/api/missions/available?event=juggling')
    expect(status).toBe(404)
    for (const event of events) expect(body.details[0].message).toContain(event)
    expect((await app.request('GET', '/api/missions?event=crm-enrichmnt')).body.did_you_mean).toEqual(['crm-enrichment'])
    expect((await app.request('GET', '/api/missions?event=CRM-enrichment')).status).toBe(200)
  })
})

describe('claiming', () => {
  test('429 once the agents of one network have taken a hundred places within a week, finished or not', async () => {
    const env = { RATE_LIMIT_LOOPBACK: 'on', RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_AGENT_PER_MINUTE: '0' }
    const own = await testApp({ env })
    const take = (mission_id: string, agent_identity_id: string) =>
      own.request(
        'POST',
        '/api/missions/claim',
        { mission_id, agent_identity_id },
        { 'idempotency-key': `${mission_id} ${agent_identity_id}` },
      )
    const agents = [await own.register(), await own.register(), await own.register(), await own.register()]
    const wanted = agents.flatMap((agent) => missions.map(({ id }) => [id, agent] as const))
    const [first, ...rest] = wanted.slice(0, 100)
    const { body } = await take(...first!)
    await own.request('POST', '/api/missions/complete', { claim_id: body.claim_id, results: [run('tavily-mcp'), run('firecrawl-mcp')] })
    own.clock.advance(dayMs)
    for (const place of rest) expect((await take(...place)).status).toBe(200)
    const refused = await take(...wanted[100]!)
    const wait = (6 * dayMs) / 1000
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: expect.stringContaining(`Wait ${wait} seconds`) },
    })
    expect(Number(refused.headers['retry-after'])).toBe(wait)
    expect((await take(...wanted[99]!)).status).toBe(200)
    own.clock.advance(6 * dayMs)
    expect((await take(...wanted[100]!)).status).toBe(200)
    await own.close()
  })

  test('429 once the networks of one IPv6 site have taken two and a half times as many, each within its own limit', async () => {
    const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const claimed_at = own.clock.now.toISOString()
    const places = Array.from({ length: 250 }, (_, i) => [`c-${i}`, `m-${i}`, 'gone', 'claimed', claimed_at, `2001:db8:1:${i}::/64`])
    const columns = ['claim_id', 'mission_id', 'agent_identity_id', 'status', 'claimed_at', 'network']
    await own.store.insertMany('mission_claims', columns, places)
    const take = async (address: string) => {
      const body = { mission_id: missions[0]!.id, agent_identity_id: await own.register() }
      return own.request('POST', '/api/missions/claim', body, { 'x-forwarded-for': address })
    }
    expect(await take('2001:db8:1:ffff::1')).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('your /48 have taken 250') },
    })
    expect((await take('2001:db8:12:ffff::1')).status).toBe(200)
    await own.close()
  })

  test('200 takes a place and shows it', async () => {
    const agent = await app.register()
    const before = (await shown(smallest.id)).claimed_count
    const { status, body } = await claim(smallest.id, agent)
    expect(status).toBe(200)
    expect(body).toEqual({
      claim_id: expect.any(String),
      mission_id: smallest.id,
      status: 'claimed',
      claimed_at: app.clock.now.toISOString(),
    })
    expect((await shown(smallest.id)).claimed_count).toBe(before + 1)
  })

  test('409 for a second claim by the same agent, 404 for an unknown mission or agent', async () => {
    const agent = await app.register()
    const first = await claim(paying(4).id, agent)
    const second = await claim(paying(4).id, agent)
    expect(second.status).toBe(409)
    expect(second.body.error).toContain(first.body.claim_id)
    expect((await claim('nothing', agent)).status).toBe(404)
    expect((await claim(paying(4).id, 'nobody')).status).toBe(404)
  })

  test('following next_step leads from a claim to its completion, never back to the same claim', async () => {
    const agent_identity_id = await app.register()
    const list = async () => (await app.tool('service_missions', { agent_identity_id })).value
    const { next_step } = await list()
    const { value: claimed } = await app.tool(next_step.tool, next_step.arguments)
    const again = await app.tool(next_step.tool, next_step.arguments)
    expect(again).toMatchObject({ isError: true, value: { code: 'conflict' } })
    const complete = { tool: 'service_mission_complete', arguments: { claim_id: claimed.claim_id, agent_identity_id } }
    expect([claimed.next_step, again.value.next_step]).toMatchObject([complete, complete])
    expect(claimed.next_step.why).toContain('Leave out a tool that you could not run.')
    const after = await list()
    expect(after.missions[0]).toMatchObject({
      id: claimed.mission_id,
      your_claim: { claim_id: claimed.claim_id, status: 'claimed' },
    })
    expect(after.next_step.tool).toBe('service_mission_claim')
    expect(after.next_step.arguments.mission_id).not.toBe(claimed.mission_id)
  })

  test('next_step on a page beyond the open missions leads back to them', async () => {
    for (const sent of [{ offset: 5000 }, { offset: 5000, event: events[0] }]) {
      const { missions: none, next_step } = (await app.tool('service_missions', sent)).value
      expect(none).toEqual([])
      expect(next_step).toMatchObject({ tool: 'service_missions', why: expect.not.stringContaining('No mission') })
      const { missions: shown, next_step: then } = (await app.tool(next_step.tool, next_step.arguments)).value
      expect(then.tool).toBe('service_mission_claim')
      if (sent.event) expect(shown.every(({ event }: { event: string }) => event === sent.event)).toBe(true)
    }
  })

  test('without an identity, next_step marks where it belongs, and following it as it is leads to one', async () => {
    const { next_step } = (await app.tool('service_missions')).value
    expect(next_step.arguments).toMatchObject({ agent_identity_id: '<your agent_identity_id>' })
    expect((await app.tool(next_step.tool, next_step.arguments)).value.next_step.tool).toBe('service_register')
  })

  test('a next_step leaves what the agent saw to the agent', async () => {
    const agent_identity_id = await app.register()
    const { next_step } = (await app.tool('service_mission_claim', { mission_id: paying(4).id, agent_identity_id })).value
    expect(next_step.arguments.results).toEqual(
      paying(4)
        .candidates.slice(0, 2)
        .map((skill_slug) => ({ skill_slug, outcome_status: '<your outcome_status>' })),
    )
    const { isError, value } = await app.tool(next_step.tool, next_step.arguments)
    expect([isError, value.code]).toEqual([true, 'invalid_input'])
  })

  test('a tool that the operator banned is proposed neither after a claim nor after a second try at it', async () => {
    const secret = 'a-secret-of-more-than-thirty-two-characters'
    const own = await testApp({ env: { ADMIN_SECRET: secret } })
    const { id: mission_id, candidates } = missions.find((mission) => mission.candidates.length > 2)!
    const [banned, ...rest] = candidates
    await own.request('POST', `/api/admin/catalog/${banned}/decide`, { action: 'ban' }, { authorization: `Bearer ${secret}` })
    const wanted = { mission_id, agent_identity_id: await own.register() }
    const answers = [await own.tool('service_mission_claim', wanted), await own.tool('service_mission_claim', wanted)]
    expect(answers.map(({ isError }) => isError)).toEqual([false, true])
    const results = rest.slice(0, 2).map((skill_slug) => ({ skill_slug, outcome_status: '<your outcome_status>' }))
    for (const { value } of answers) expect(value.next_step.arguments.results).toEqual(results)
    await own.close()
  })

  test('409 where the catalog holds nothing to compare, and such a mission is not listed', async () => {
    const own = await testApp({ env: { CATALOG: 'own' } })
    expect((await own.request('GET', '/api/missions')).body).toMatchObject({ missions: [], total: 0 })
    const body = { mission_id: missions[0]!.id, agent_identity_id: await own.register() }
    const refused = await own.request('POST', '/api/missions/claim', body)
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('Fewer than two tool servers') } })
    await own.close()
  })

  test('409 at the edge: the last place is given, the next claim is not', async () => {
    const taken = (await shown(smallest.id)).claimed_count
    for (let i = taken; i < smallest.max_claims; i++) expect((await claim(smallest.id, await app.register())).status).toBe(200)
    const over = await claim(smallest.id, await app.register())
    expect(over.status).toBe(409)
    expect(over.body.error).toContain('places')
    expect((await shown(smallest.id)).claimed_count).toBe(smallest.max_claims)
  })

  test('the same Idempotency-Key gives the same claim again', async () => {
    const agent = await app.register()
    const body = { mission_id: paying(4).id, agent_identity_id: agent }
    const first = await app.request('POST', '/api/missions/claim', body, { 'idempotency-key': 'k1' })
    await app.store.execute('DELETE FROM idempotent_answers')
    const lost = await app.request('POST', '/api/missions/claim', body, { 'idempotency-key': 'k1' })
    expect([first.status, lost.status]).toEqual([200, 200])
    expect(lost.body.claim_id).toBe(first.body.claim_id)
  })

  test('409 while telemetry is off, with how to turn it on', async () => {
    const agent_identity_id = await app.register()
    const claim = (headers = {}) => app.request('POST', '/api/missions/claim', { mission_id: paying(4).id, agent_identity_id }, headers)
    const off = await claim({ 'x-waymark-telemetry': 'off' })
    expect(off).toMatchObject({ status: 409, body: { error: expect.stringContaining('without the header X-Waymark-Telemetry') } })
    await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: false } })
    expect(await claim()).toMatchObject({ status: 409, body: { error: expect.stringContaining('PUT /api/agents/preferences') } })
    await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { telemetry: true } })
    expect((await claim()).status).toBe(200)
  })
})

describe('completing', () => {
  test('409 and still claimed when telemetry was turned off a moment ago, which only the recording finds', async () => {
    const { claim_id, agent_identity_id } = await claimed()
    const results = [run('firecrawl-mcp')]
    await setPreferences(agent_identity_id, { telemetry: false })
    const refused = await complete({ claim_id, results })
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('Telemetry is off for this agent') } })
    await setPreferences(agent_identity_id, {})
    expect(await complete({ claim_id, results })).toMatchObject({ status: 200, body: { outcomes_recorded: 1 } })
  })

  test.each([
    [2.5, 1, 50, 12.5, 1],
    [2.5, 2, 125, 31.25, 2.5],
    [4, 1, 80, 20, 1],
    [4, 2, 200, 50, 2.5],
    [4, 3, 200, 50, 2.5],
  ])('200 multiplier %d with %d results pays %d credits and %d points', async (multiplier, count, credits, points, base) => {
    const { claim_id, agent_identity_id } = await claimed(multiplier)
    const slugs = ['firecrawl-mcp', 'tavily-mcp', 'exa-mcp-server'].slice(0, count)
    const { status, body } = await complete({ claim_id, results: slugs.map((slug) => run(slug, { quality_rating: 8 })) })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'completed',
      outcomes_recorded: count,
      rewards: {
        routing_credits: credits,
        reputation_points: points,
        multipliers_applied: { base, mission: multiplier, trust_tier: 2 },
      },
    })
    const rows = await app.store.query<{ subject: string; source: string; quality: number; cluster: string }>(
      'SELECT subject, source, quality, cluster FROM outcomes WHERE agent_identity_id = $1 ORDER BY subject',
      [agent_identity_id],
    )
    const cluster = `tool_agent:${comparedAt[paying(multiplier).event]}`
    expect(rows).toEqual([...slugs].sort().map((subject) => ({ subject, source: 'mission', quality: 8, cluster })))
  })

  test('200 for a tool of other work, which counts for that work and not for the mission', async () => {
    const { claim_id, agent_identity_id } = await claimed()
    expect((await complete({ claim_id, results: [run('tavily-mcp'), run('stripe-mcp')] })).status).toBe(200)
    const rows = await app.store.query('SELECT subject, cluster FROM outcomes WHERE agent_identity_id = $1 ORDER BY subject', [
      agent_identity_id,
    ])
    expect(rows).toEqual([
      { subject: 'stripe-mcp', cluster: 'tool_agent:payments' },
      { subject: 'tavily-mcp', cluster: `tool_agent:${comparedAt[paying(2.5).event]}` },
    ])
  })

  test('200 over the daily cap pays what is left of it and says why', async () => {
    const { claim_id, agent_identity_id } = await claimed(4)
    await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id })
    await app.store.execute('UPDATE balances SET earned_hundredths = $1 WHERE agent_identity_id = $2', [
      dailyCaps.agent_hundredths - 3000,
      agent_identity_id,
    ])
    const { status, body } = await complete({ claim_id, results: [run('firecrawl-mcp')] })
    expect(status).toBe(200)
    expect(body.rewards.routing_credits).toBe(30)
    expect(body.message).toContain('daily cap of 5000 credits')
  })

  test('200 by skill_id, by both spellings, and two runs of one tool earn the bonus', async () => {
    const { claim_id } = await claimed()
    const skills = (await app.request('GET', '/api/skills?q=firecrawl&limit=50')).body
    const { id } = skills.find((skill: { slug: string }) => skill.slug === 'firecrawl-mcp')
    const results = [
      { skill_id: id, outcome_status: 'success', estimated_cost_usd: 0.1, output_quality_rating: 11 },
      { skill_slug: 'firecrawl-mcp', outcome_status: 'failure', cost_usd: '0.2', quality_rating: -1 },
    ]
    const { status, body } = await complete({ claim_id, results })
    expect(status).toBe(200)
    expect(body.rewards.multipliers_applied.base).toBe(2.5)
    expect(body.warnings).toHaveLength(3)
    const rows = await app.store.query<{ quality: number; cost_usd: number }>(
      `SELECT quality, cost_usd FROM outcomes WHERE agent_identity_id = (SELECT agent_identity_id FROM mission_claims WHERE claim_id = $1) ORDER BY cost_usd`,
      [claim_id],
    )
    expect(rows).toEqual([
      { quality: 9.99, cost_usd: 0.1 },
      { quality: 0, cost_usd: 0.2 },
    ])
  })

  test('400 when a result names two tools, 404 when either name is unknown', async () => {
    const { claim_id } = await claimed()
    const idOf = async (slug: string) => (await app.request('GET', `/api/skills/${slug}`)).body.id
    const [own, other] = [await idOf('firecrawl-mcp'), await idOf('tavily-mcp')]
    const differing = await complete({ claim_id, results: [run('firecrawl-mcp'), run('firecrawl-mcp', { skill_id: other })] })
    expect(differing.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'results.1.skill_id' }] })
    for (const unknown of [run('firecrawl-mcp', { skill_id: claim_id }), run('no-such-tool', { skill_id: own })]) {
      expect((await complete({ claim_id, results: [unknown] })).status).toBe(404)
    }
    expect((await complete({ claim_id, results: [run('firecrawl-mcp', { skill_id: own })] })).status).toBe(200)
  })

  test('409 for a second completion; the same Idempotency-Key gets the first answer, also when that was lost', async () => {
    const { claim_id } = await claimed()
    const body = { claim_id, results: [run('firecrawl-mcp'), run('tavily-mcp')] }
    const first = await complete(body, { 'idempotency-key': 'once' })
    expect((await complete(body)).status).toBe(409)
    expect((await complete(body, { 'idempotency-key': 'once' })).text).toBe(first.text)
    await app.store.execute('UPDATE idempotent_answers SET answer = NULL, leased_at = $1', ['2000-01-01T00:00:00.000Z'])
    expect((await complete(body, { 'idempotency-key': 'once' })).text).toBe(first.text)
    const paid = await app.store.query('SELECT entry_id FROM ledger WHERE act = $1', [`mission:${claim_id}`])
    expect(paid).toHaveLength(1)
  })

  test('403 when the identity is another agent, 404 for unknown claims and tools, 400 for bad results', async () => {
    const { claim_id } = await claimed()
    const other = await app.register()
    const results = [run('firecrawl-mcp')]
    expect((await complete({ claim_id, agent_identity_id: other, results })).status).toBe(403)
    expect((await complete({ claim_id, agent_identity_id: 'nobody', results })).status).toBe(404)
    expect((await complete({ claim_id: 'nothing', results })).status).toBe(404)
    const typo = await complete({ claim_id, results: [run('firecrawl-mpc')] })
    expect(typo.status).toBe(404)
    expect(typo.body.did_you_mean).toContain('firecrawl-mcp')
    for (const bad of [
      [],
      [run('firecrawl-mcp', { outcome_status: 'aborted' })],
      [{ outcome_status: 'success' }],
      [run('firecrawl-mcp', { latency_ms: 'soon' })],
      Array.from({ length: 21 }, () => run('firecrawl-mcp')),
    ]) {
      expect((await complete({ claim_id, results: bad })).status).toBe(400)
    }
    const unnamed = await complete({
      claim_id,
      results: [{ outcome_status: 'aborted' }, run('firecrawl-mcp'), { outcome_status: 'success' }, 'x'],
    })
    expect(unnamed.body.details).toEqual([
      { path: 'results.0.outcome_status', message: expect.stringContaining('instead of aborted, use failure') },
      { path: 'results.0.skill_slug', message: 'is required unless skill_id is given' },
      { path: 'results.2.skill_slug', message: 'is required unless skill_id is given' },
      { path: 'results.3', message: 'must be an object, not text' },
    ])
    expect((await complete({ claim_id, results: Array.from({ length: 20 }, () => run('firecrawl-mcp')) })).status).toBe(200)
  })

  test('a claim is released after 7 days: its place is free, it cannot be completed, and may be claimed again', async () => {
    const { claim_id, agent_identity_id } = await claimed(4)
    const other = await claimed(4)
    const before = (await shown(paying(4).id)).claimed_count
    app.clock.advance(7 * dayMs - 1)
    expect((await shown(paying(4).id)).claimed_count).toBe(before)
    expect((await complete({ claim_id: other.claim_id, results: [run('firecrawl-mcp')] })).status).toBe(200)
    app.clock.advance(1)
    const late = await complete({ claim_id, results: [run('firecrawl-mcp')] })
    expect(late.status).toBe(409)
    expect(late.body.error).toContain('7 days')
    const again = await claim(paying(4).id, agent_identity_id)
    expect(again.status).toBe(200)
    expect(again.body.claim_id).not.toBe(claim_id)
    expect((await claim(paying(4).id, other.agent_identity_id)).status).toBe(409)
    expect((await complete({ claim_id: again.body.claim_id, results: [run('firecrawl-mcp')] })).status).toBe(200)
  })

  test('the tools do the same as REST', async () => {
    const agent_identity_id = await app.register()
    const { value } = await app.tool('service_mission_claim', { mission_id: paying(2.5).id, agent_identity_id })
    const done = await app.tool('service_mission_complete', {
      claim_id: value.claim_id,
      results: [run('firecrawl-mcp'), run('tavily-mcp')],
    })
    expect(done.value.rewards.routing_credits).toBe(125)
    expect((await app.tool('service_mission_claim', { mission_id: paying(2.5).id, agent_identity_id })).isError).toBe(true)
  })
})

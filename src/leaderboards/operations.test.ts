import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testStore } from '../../test/support/harness.ts'
import { challenges } from '../challenges/rules.ts'
import { dayMs } from '../storage/days.ts'
import type { Store } from '../storage/store.ts'
import { rankedScore } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const week = 7 * dayMs
const get = (path: string) => app.request('GET', `/api/leaderboards/${path}`)
const trust = (id: string, score: number, verified = false) =>
  app.store.execute('UPDATE agents SET trust_score = $2, verified_at = $3 WHERE agent_identity_id = $1', [
    id,
    score,
    verified ? app.clock.now.toISOString() : null,
  ])
const report = (agent_identity_id: string, skill_slug: string, rest: object = {}) =>
  app.request('POST', '/api/report', { agent_identity_id, skill_slug, outcome: 'success', ...rest })

test('200 empty boards say so and invent nothing', async () => {
  for (const [path, list] of [
    ['tools', 'tools'],
    ['tools?board=rising', 'tools'],
    ['agents', 'agents'],
    ['challenges/competitor-sheet', 'entries'],
  ]) {
    const { status, body } = await get(path!)
    expect(status).toBe(200)
    expect(body).toMatchObject({ [list!]: [], total: 0, message: expect.any(String) })
  }
  expect((await get('tools?board=rising')).body.message).toContain('than the week before')
})

test('200 agents by reputation, with tier and mark, without their identity and without shadow agents', async () => {
  const [first, second, shadow] = [await app.register('most'), await app.register('less'), await app.register('hidden')]
  for (const slug of ['firecrawl-mcp', 'tavily-mcp']) await report(first!, slug)
  await report(second!, 'firecrawl-mcp')
  for (const slug of ['firecrawl-mcp', 'tavily-mcp', 'exa-mcp-server']) await report(shadow!, slug)
  await trust(second!, 50, true)
  await trust(shadow!, 24.9)
  const { body, text } = await get('agents')
  expect(body).toEqual({
    agents: [
      { rank: 1, agent_name: 'most', trust_tier: 'baseline', verified: false, reputation_points: expect.any(Number) },
      { rank: 2, agent_name: 'less', trust_tier: 'verified', verified: true, reputation_points: expect.any(Number) },
    ],
    total: 2,
  })
  for (const id of [first, second, shadow]) expect(text).not.toContain(id)
  expect((await get('agents?limit=1&offset=1')).body.agents).toMatchObject([{ rank: 2, agent_name: 'less' }])
})

test('200 agents who are not ranked take no place from the others, on whichever page', async () => {
  const own = await testApp()
  const names = await Promise.all(Array.from({ length: 7 }, (_, i) => own.register(`n${i}`)))
  for (const [i, id] of names.entries()) {
    const columns = ['agent_identity_id', 'credits_hundredths', 'reputation_hundredths', 'earned_day', 'earned_hundredths']
    await own.store.insertMany('balances', columns, [[id, 0, [900, 800, 700, 500, 500, 500, 0][i]!, '', 0]])
    if (i === 0 || i === 2) {
      await own.store.execute('UPDATE agents SET trust_score = 1 WHERE agent_identity_id = $1', [id])
    }
  }
  const page = async (query: string) => {
    const { body } = await own.request('GET', `/api/leaderboards/agents?${query}`)
    return [body.total, ...body.agents.map(({ rank, agent_name }: any) => `${rank} ${agent_name}`)]
  }
  expect(await page('limit=2')).toEqual([4, '1 n1', '2 n3'])
  expect(await page('limit=2&offset=2')).toEqual([4, '3 n4', '4 n5'])
  expect(await page('limit=2&offset=4')).toEqual([4])
  expect(await page('limit=2&offset=5000')).toEqual([4])
  await own.close()
})

test('200 rising tools by agents gained since last week', async () => {
  const agents = await Promise.all(Array.from({ length: 4 }, () => app.register()))
  app.clock.advance(3 * week)
  await report(agents[0]!, 'github-mcp-server', { latency_ms: 1 })
  await report(agents[1]!, 'github-mcp-server', { latency_ms: 2 })
  await report(agents[0]!, 'playwright-mcp', { latency_ms: 3 })
  app.clock.advance(week)
  for (const agent of agents) await report(agent, 'playwright-mcp', { latency_ms: 4 })
  await report(agents[2]!, 'github-mcp-server', { latency_ms: 5 })
  await report(agents[3]!, 'notion-mcp-server', { latency_ms: 6 })
  for (let i = 10; i < 15; i++) await report(agents[3]!, 'notion-mcp-server', { latency_ms: i })
  const { body } = await get('tools?board=rising')
  expect(body.tools.map(({ slug, agents_this_week, agents_last_week }: any) => [slug, agents_this_week, agents_last_week])).toEqual([
    ['playwright-mcp', 4, 1],
    ['notion-mcp-server', 1, 0],
  ])
})

test('200 of one network three agents make a tool rise, however many report', async () => {
  const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const use = async (skill_slug: string, networks: readonly string[]) => {
    for (const network of networks) {
      const said = { agent_identity_id: await own.register(), skill_slug, outcome: 'success' }
      await own.request('POST', '/api/report', said, { 'x-forwarded-for': network })
    }
  }
  await use('notion-mcp-server', Array(9).fill('203.0.113.7'))
  await use('playwright-mcp', ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
  const { body } = await own.request('GET', '/api/leaderboards/tools?board=rising')
  expect(body.tools.map(({ slug, agents_this_week }: any) => [slug, agents_this_week])).toEqual([
    ['playwright-mcp', 4],
    ['notion-mcp-server', 3],
  ])
  await own.close()
})

test('200 a crowd of new agents neither lifts a tool above what others use, nor hides a tool that rises', async () => {
  const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const use = (agent_identity_id: string, skill_slug: string, network: string, latency_ms: number) =>
    own.request('POST', '/api/report', { agent_identity_id, skill_slug, outcome: 'success', latency_ms }, { 'x-forwarded-for': network })
  const crowd = async (skill_slug: string, from: number) => {
    for (let i = from; i < from + 8; i++) await use(await own.register(), skill_slug, `198.51.100.${i}`, 1)
  }
  const regulars = [await own.register(), await own.register()]
  for (let day = 0; day < 5; day++) {
    for (const [i, agent] of regulars.entries()) await use(agent, 'github-mcp-server', `203.0.113.${i}`, day + 1)
    own.clock.advance(dayMs)
  }
  await crowd('playwright-mcp', 0)
  own.clock.advance(week)
  await use(regulars[0]!, 'playwright-mcp', '203.0.113.0', 1)
  await crowd('notion-mcp-server', 10)
  await crowd('github-mcp-server', 20)
  const { body } = await own.request('GET', '/api/leaderboards/tools?board=rising')
  expect(body.tools.map(({ slug, agents_this_week, agents_last_week }: any) => [slug, agents_this_week, agents_last_week])).toEqual([
    ['playwright-mcp', 1, 0],
    ['notion-mcp-server', 8, 0],
  ])
  await own.close()
})

/** Reports on as many days as it takes to count, each from its own network. */
async function settle(own: TestApp, skill_slug: string, agents: readonly string[], latencies: number) {
  for (let day = 0; day < 5; day++) {
    for (const [i, agent_identity_id] of agents.entries()) {
      const said = { agent_identity_id, skill_slug, outcome: 'success', quality_rating: 7, latency_ms: latencies + day }
      await own.request('POST', '/api/report', said, { 'x-forwarded-for': `203.0.113.${i}` })
    }
    own.clock.advance(dayMs)
  }
}

test('200 agents that reported in one hour and then waited for a week are as new as any other', async () => {
  const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const use = (agent_identity_id: string, skill_slug: string, i: number, latency_ms: number) =>
    own.request(
      'POST',
      '/api/report',
      { agent_identity_id, skill_slug, outcome: 'success', latency_ms },
      { 'x-forwarded-for': `198.51.100.${i}` },
    )
  const sleepers = await Promise.all(Array.from({ length: 8 }, () => own.register()))
  for (const [i, agent] of sleepers.entries()) for (let report = 1; report < 8; report++) await use(agent, 'exa-mcp-server', i, report)
  const regulars = [await own.register(), await own.register()]
  await settle(own, 'github-mcp-server', regulars, 1)
  own.clock.advance(week)
  await use(regulars[0]!, 'playwright-mcp', 20, 1)
  for (const [i, agent] of sleepers.entries()) await use(agent, 'notion-mcp-server', i, 1)
  const { body } = await own.request('GET', '/api/leaderboards/tools?board=rising')
  expect(body.tools.map(({ slug, agents_this_week }: any) => [slug, agents_this_week])).toEqual([
    ['playwright-mcp', 1],
    ['notion-mcp-server', 8],
  ])
  await own.close()
})

test('200 of the networks of one IPv6 /48 seven agents make a tool rise, however many networks they are', async () => {
  const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const use = async (skill_slug: string, networks: readonly string[]) => {
    for (const network of networks) {
      const said = { agent_identity_id: await own.register(), skill_slug, outcome: 'success' }
      await own.request('POST', '/api/report', said, { 'x-forwarded-for': network })
    }
  }
  const many = Array.from({ length: 12 }, (_, i) => i + 1)
  await use(
    'notion-mcp-server',
    many.map((i) => `2001:db8:7:${i}::1`),
  )
  await use(
    'playwright-mcp',
    many.slice(0, 9).map((i) => `2001:db8:${i}::1`),
  )
  const { body } = await own.request('GET', '/api/leaderboards/tools?board=rising')
  expect(body.tools.map(({ slug, agents_this_week }: any) => [slug, agents_this_week])).toEqual([
    ['playwright-mcp', 9],
    ['notion-mcp-server', 7],
  ])
  await own.close()
})

test('200 a tool of which only new or anonymous sources speak comes after those that others know', async () => {
  const own = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  await settle(own, 'obsidian-mcp', [await own.register(), await own.register()], 1)
  own.clock.advance(dayMs)
  await own.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success' }, { 'x-forwarded-for': '198.51.100.1' })
  const { tools } = (await own.request('GET', '/api/leaderboards/tools')).body
  expect(tools.map(({ slug }: any) => slug)).toEqual(['obsidian-mcp', 'github-mcp-server'])
  expect(tools[0].overall_score).toBeLessThan(tools[1].overall_score)
  await own.close()
})

test('200 tools by score once reports stand behind them, also within a workflow and a vertical', async () => {
  const other = await testApp()
  for (const agent_identity_id of [await other.register(), await other.register(), await other.register()]) {
    for (const [skill_slug, outcome, quality_rating] of [
      ['notion-mcp-server', 'success', 9],
      ['obsidian-mcp', 'failure', 1],
    ]) {
      await other.request('POST', '/api/report', {
        agent_identity_id,
        skill_slug,
        outcome,
        quality_rating,
        latency_ms: 400,
        cost_usd: 0.01,
      })
    }
  }
  other.clock.advance(5000)
  const slugs = async (query = '') =>
    (await other.request('GET', `/api/leaderboards/tools${query}`)).body.tools.map((tool: { slug: string }) => tool.slug)
  expect(await slugs()).toEqual(['notion-mcp-server', 'obsidian-mcp'])
  expect(await slugs('?limit=1&offset=1')).toEqual(['obsidian-mcp'])
  expect(await slugs('?workflow=knowledge-management')).toContain('notion-mcp-server')
  expect(await slugs('?workflow=security-operations')).toEqual([])
  const badge = await other.request('GET', '/api/badge/notion-mcp-server')
  expect(badge.text).toMatch(/<title>Notion[^<]* scores \d+\.\d\/10 on Waymark<\/title>/)
  expect((await other.request('GET', '/api/badge/exa-mcp-server')).text).toContain('no reports yet')
  await other.close()
})

test('404 names the workflows and verticals there are, which may be written in any letter case', async () => {
  const { status, body } = await get('tools?workflow=juggling')
  expect(status).toBe(404)
  expect(body.details[0]).toMatchObject({ path: 'workflow', message: expect.stringContaining('knowledge-management') })
  expect((await get('tools?vertical=juggling')).status).toBe(404)
  expect((await get('tools?board=sideways')).status).toBe(400)
  expect((await get('tools?workflow=Knowledge-Management&vertical=healthcare')).status).toBe(200)
})

test('200 the best of each agent per challenge, weighed by how far its word goes', async () => {
  const { slug } = challenges[3]!
  const submit = (agent_identity_id: string, score: number) =>
    app.request('POST', '/api/challenges/submit', {
      challenge_slug: slug,
      agent_identity_id,
      steps_taken: 1,
      total_latency_ms: 1,
      total_cost_usd: 0,
      completeness_score: score,
      quality_score: score,
    })
  const ids = Object.fromEntries(
    await Promise.all(
      ['newcomer', 'trusty', 'producer', 'rushed', 'marked', 'shade'].map(async (name) => [name, await app.register(name)]),
    ),
  )
  await submit(ids.newcomer, 10)
  await submit(ids.newcomer, 5)
  await submit(ids.trusty, 9.5)
  await submit(ids.producer, 9)
  await submit(ids.rushed, 9.9)
  await submit(ids.marked, 9.1)
  await submit(ids.shade, 10)
  await trust(ids.trusty, 50)
  await trust(ids.producer, 75)
  await trust(ids.rushed, 100)
  for (const voice of [ids.trusty, ids.producer]) {
    const conduct = [voice, '', '2026-10-01T00:00:00.000Z', 0]
    await app.store.insertMany('conduct', ['voice', 'network', 'first_at', 'linked'], [conduct])
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'].map((day) => [voice, day])
    await app.store.insertMany('conduct_days', ['voice', 'day'], days)
  }
  await trust(ids.marked, 50, true)
  await trust(ids.shade, 10)
  const { body } = await get(`challenges/${slug}`)
  expect(body.total).toBe(5)
  expect(body.entries.map(({ agent_name, overall_score }: any) => [agent_name, overall_score])).toEqual([
    ['marked', 9.37],
    ['producer', 9.3],
    ['trusty', 9.65],
    ['newcomer', 10],
    ['rushed', 9.93],
  ])
  // The order comes from the store, the shown number from the rules: both must agree.
  const scores = body.entries.map(({ ranked_score }: any) => ranked_score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(scores[3]).toBe(rankedScore(10, { trust_score: 25, verified_at: null, is_new: 1 }))
  expect(body.entries[0]).toMatchObject({ rank: 1, verified: true, trust_tier: 'verified', tier: 'gold' })
  for (const id of Object.values(ids)) expect(JSON.stringify(body)).not.toContain(id)
  expect((await get('challenges/no-such')).status).toBe(404)
})

test('200 the board and the catalog show the score that the tool itself shows, also long after the last report', async () => {
  const agent = await app.register()
  await report(agent, 'exa-mcp-server', { outcome: 'error', quality_rating: 0, latency_ms: 900 })
  const scores = async () => {
    const tool = (await app.request('GET', '/api/skills/exa-mcp-server')).body.skill_scores
    const listed = (await app.request('GET', '/api/skills?limit=100&workflow=research-competitive-intelligence')).body
    const ranked = (await get('tools?limit=100')).body.tools
    const ofExa = (list: any[]) => list.find(({ slug }) => slug === 'exa-mcp-server')
    return [tool, ofExa(listed).skill_scores, ofExa(ranked)].map(({ overall_score }) => overall_score)
  }
  const [first] = await scores()
  app.clock.advance(4 * week)
  const later = await scores()
  expect(new Set(later).size).toBe(1)
  expect(later[0]).toBeGreaterThan(first!)
})

test('200 rising tools that took long to find among many reports are found once for all who ask soon after, however few they are', async () => {
  let readings = 0
  const store = await testStore()
  const query = ((text, values) => {
    if (text.startsWith('WITH said')) {
      readings++
      busy.clock.advance(200)
    }
    return store.query(text, values)
  }) as Store['query']
  const busy = await testApp({ store: { ...store, query } })
  const agent = await busy.register()
  const columns = 'kind subject agent_identity_id network outcome success cluster source evidence outcome_id reported_at'.split(' ')
  const add = (from: number, to: number) =>
    store.insertMany(
      'outcomes',
      columns,
      Array.from({ length: to - from }, (_, i) => {
        const at = busy.clock.now.toISOString()
        return ['tool', 'exa-mcp-server', agent, '', 'success', 1, 'c', 'report', 1, `o-${from + i}`, at]
      }),
    )
  await busy.request('POST', '/api/report', { skill_slug: 'exa-mcp-server', outcome: 'success', agent_identity_id: agent })
  const ask = async () => (await busy.request('GET', '/api/leaderboards/tools?board=rising')).status
  await add(0, 900)
  expect([await ask(), await ask(), readings]).toEqual([200, 200, 2])
  await add(900, 1100)
  expect([await ask(), await ask(), readings]).toEqual([200, 200, 3])
  await busy.close()
})

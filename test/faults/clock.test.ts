import { afterEach, expect, test } from 'vitest'
import { dayMs } from '../../src/storage/days.ts'
import { type TestApp, testApp } from '../support/harness.ts'

const task = 'Open an issue on GitHub about the failing build'
let app: TestApp
afterEach(() => app.close())

const jumps = [
  ['a year ahead', 400 * dayMs],
  ['a year back', -400 * dayMs],
  ['an hour ahead', 3_600_000],
  ['an hour back', -3_600_000],
] as const

/** Everything an agent does in a day; gives the paths that were not answered with 200. */
async function useAll(agent: string, number: number): Promise<string[]> {
  const routed = await app.request('POST', '/api/route', { task, agent_identity_id: agent })
  const skill_slug = routed.body.recommended_skill ?? 'github-mcp-server'
  const { decision_id } = routed.body.routing_metadata ?? {}
  const report = { skill_slug, outcome: 'success', latency_ms: number, agent_identity_id: agent, decision_id }
  const own = { authorization: `Bearer ${agent}` }
  const answers = [
    ['route', routed],
    ['report', await app.request('POST', '/api/report', report)],
    ['model', await app.request('POST', '/api/route/model', { task, agent_identity_id: agent })],
    ['status', await app.request('GET', `/api/agent/status?agent_identity_id=${agent}`, undefined, own)],
    ['skill', await app.request('GET', `/api/skills/${skill_slug}`)],
    ['missions', await app.request('GET', '/api/missions/available')],
    ['health', await app.request('GET', '/api/health')],
  ] as const
  return answers
    .filter(([, { status }]) => status >= 500 || (status >= 400 && status !== 404))
    .map(([name, { status, text }]) => `${name}: ${status} ${text}`)
}

test.each(jumps)('the clock jumps %s and back again: everything is answered, and credits are earned', async (_, ms) => {
  app = await testApp()
  const agent = await app.register()
  const earned = async (number: number) =>
    (
      await app.request('POST', '/api/report', {
        skill_slug: 'stripe-mcp',
        outcome: 'success',
        latency_ms: number,
        agent_identity_id: agent,
      })
    ).body
  expect(await useAll(agent, 1)).toEqual([])
  app.clock.advance(ms)
  expect(await useAll(agent, 2)).toEqual([])
  expect((await earned(3)).credits_earned).toBeGreaterThan(0)
  app.clock.advance(-ms)
  expect(await useAll(agent, 4)).toEqual([])
  expect((await earned(5)).credits_earned).toBeGreaterThan(0)
})

test('what was contributed under a clock that was ahead does not count against the hour of now', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  const run = { contribution_type: 'run_telemetry', skill_slug: 'stripe-mcp', agent_identity_id, runs: [{ outcome: 'success' }] }
  const contribute = async () => (await app.request('POST', '/api/contributions', run)).status
  app.clock.advance(2 * dayMs)
  for (let i = 0; i < 100; i++) expect(await contribute()).toBe(200)
  expect(await contribute()).toBe(429)
  app.clock.advance(-2 * dayMs)
  expect(await contribute()).toBe(200)
})

test('integration health is shown again after it was shown under a clock that was ahead', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  const isShown = async () => {
    const { body } = await app.request('POST', '/api/report', { skill_slug: 'stripe-mcp', outcome: 'success', agent_identity_id })
    return 'integration_health' in body
  }
  app.clock.advance(2 * dayMs)
  expect([await isShown(), await isShown()]).toEqual([true, false])
  app.clock.advance(-2 * dayMs)
  expect([await isShown(), await isShown()]).toEqual([true, false])
})

test('a decision can be linked until its time is over, and a clock set back gives it no second life', async () => {
  app = await testApp()
  const agent = await app.register()
  const decide = async () => (await app.request('POST', '/api/route', { task, agent_identity_id: agent })).body.routing_metadata.decision_id
  const link = async (decision_id: string, latency_ms: number) => {
    const report = { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms, agent_identity_id: agent, decision_id }
    const { status, body } = await app.request('POST', '/api/report', report)
    const [row] = await app.store.query<{ linked_at: string | null }>('SELECT linked_at FROM decisions WHERE decision_id = $1', [
      decision_id,
    ])
    return { status, linked: row?.linked_at !== null, body }
  }
  const [old, used] = [await decide(), await decide()]
  expect(await link(used, 1)).toMatchObject({ status: 200, linked: true })
  app.clock.advance(8 * dayMs)
  expect(await link(old, 2)).toMatchObject({ status: 200, linked: false })
  app.clock.advance(-16 * dayMs)
  const [before] = await app.store.query<{ linked_at: string }>('SELECT linked_at FROM decisions WHERE decision_id = $1', [used])
  expect((await link(used, 3)).status).toBe(200)
  const [after] = await app.store.query<{ linked_at: string }>('SELECT linked_at FROM decisions WHERE decision_id = $1', [used])
  expect(after?.linked_at).toBe(before?.linked_at)
})

test('limits neither lock anybody out nor let everybody in after a jump back', async () => {
  app = await testApp({ env: { RATE_LIMIT_LOOPBACK: 'on', RATE_LIMIT_PER_MINUTE: '6' } })
  const ask = async () => (await app.request('GET', '/api/skills?limit=1')).status
  for (let i = 0; i < 6; i++) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  app.clock.advance(-30 * dayMs)
  expect(await ask()).toBe(429)
  app.clock.advance(60_000)
  expect(await ask()).toBe(200)
})

test('a keyed request whose first try ended under a clock that was ahead is done by the next try', async () => {
  app = await testApp()
  const agent = await app.register()
  const send = () =>
    app.request(
      'POST',
      '/api/report',
      { skill_slug: 'stripe-mcp', outcome: 'success', latency_ms: 9, agent_identity_id: agent },
      { 'idempotency-key': 'once' },
    )
  const first = await send()
  await app.store.execute("UPDATE idempotent_answers SET answer = NULL, leased_at = '2099-01-01T00:00:00.000Z'")
  const second = await send()
  expect(second.status).toBe(200)
  expect(second.body.outcome_id ?? second.body.message).toEqual(first.body.outcome_id ?? first.body.message)
  expect(await app.store.query('SELECT outcome_id FROM outcomes')).toHaveLength(1)
})

test('what is remembered of an agent is not kept for a year because the clock went back', async () => {
  app = await testApp()
  const agent = await app.register()
  const status = async () => (await app.request('POST', '/api/route', { task, agent_identity_id: agent })).status
  app.clock.advance(400 * dayMs)
  expect(await status()).toBe(200)
  app.clock.advance(-400 * dayMs)
  // Removed behind the back of this process, as another one would do whose message is lost.
  await app.store.execute('DELETE FROM agents WHERE agent_identity_id = $1', [agent])
  expect(await status()).toBe(404)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dailyCaps } from '../src/credits/rules.ts'
import { ServiceError } from '../src/errors.ts'
import { insertDecisions } from '../src/routing/decisions/store.ts'
import type { Store } from '../src/storage/store.ts'
import { type TestApp, testApp, testStore } from './support/harness.ts'

type Crash = 'none' | 'before_commit' | 'after_commit'
type Step = { act: 'report' | 'model' | 'linked' | 'contribution'; agent: number; key: number | null; crash: Crash; copies: number }

const step = fc.record<Step>({
  act: fc.constantFrom('report', 'model', 'linked', 'contribution'),
  agent: fc.integer({ min: 0, max: 2 }),
  key: fc.option(fc.integer({ min: 0, max: 3 })),
  crash: fc.constantFrom('none', 'none', 'none', 'before_commit', 'after_commit'),
  copies: fc.integer({ min: 1, max: 4 }),
})

/** A store that can fail once while recording: before the commit, or after it and before anybody hears of it. */
async function crashingStore() {
  const real = await testStore()
  const crash = { next: 'none' as Crash }
  const lost = () => new ServiceError('unavailable', 'The connection was lost.', { retry_after_seconds: 1 })
  const store: Store = {
    ...real,
    transaction: async (work) => {
      const how = crash.next
      crash.next = 'none'
      const value = await real.transaction(async (tx) => {
        const done = await work(tx)
        if (how === 'before_commit') throw lost()
        return done
      })
      if (how === 'after_commit') throw lost()
      return value
    },
  }
  return { store, crash }
}

async function expectBalanced({ store }: TestApp): Promise<void> {
  const wrong = await store.query(
    `SELECT a.agent_identity_id FROM agents a LEFT JOIN balances b ON b.agent_identity_id = a.agent_identity_id
     WHERE COALESCE(b.credits_hundredths, 0) <> (SELECT COALESCE(SUM(l.credits_hundredths), 0) FROM ledger l WHERE l.agent_identity_id = a.agent_identity_id)
        OR COALESCE(b.reputation_hundredths, 0) <> (SELECT COALESCE(SUM(l.reputation_hundredths), 0) FROM ledger l WHERE l.agent_identity_id = a.agent_identity_id)`,
  )
  expect(wrong).toEqual([])
}

const count = async ({ store }: TestApp, table: string, where = '1 = 1') =>
  (await store.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n ?? 0

async function decide(app: TestApp, agent_identity_id: string, decision_id: string): Promise<void> {
  const shape = {
    kind: 'model',
    approach: 'direct_llm',
    recommended_skill: null,
    recommended_model: 'gpt-5-mini',
    tier: 'fast_code',
    task_type: 'code',
  } as const
  const rest = { capability: null, cluster: 'fast_code:code', propensity: 1, explored: 0, fingerprint: 'f' }
  await insertDecisions(app.store, [
    { decision_id, agent_identity_id, ...shape, ...rest, decided_at: app.clock.now.toISOString(), linked_at: null },
  ])
}

test('a balance is the sum of its entries after any history of acts, retries, races and crashes', async () => {
  const { store, crash } = await crashingStore()
  const app = await testApp({ store })
  let run = 0
  const oneHistory = async (steps: readonly Step[]) => {
    run++
    const agents = await Promise.all([0, 1, 2].map((i) => app.register(`history-${run}-${i}`)))
    const acknowledged = new Set<string>()
    let unkeyed = 0
    for (const [i, { act, agent, key, crash: how, copies }] of steps.entries()) {
      app.clock.advance(1000)
      const agent_identity_id = agents[agent]!
      const decision_id = `decision-${run}-${agent}-${key ?? i}`
      await decide(app, agent_identity_id, decision_id)
      const [path, body] = {
        report: ['/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms: 5 }],
        model: ['/api/report/model', { model_slug: 'gpt-5-mini', outcome_status: 'success' }],
        linked: ['/api/report/model', { model_slug: 'gpt-5-mini', outcome_status: 'failure', decision_id }],
        contribution: [
          '/api/contributions',
          { contribution_type: 'fallback_chain', skill_slug: 'github-mcp-server', runs: [{ outcome: 'error', task_fingerprint: `${i}` }] },
        ],
      }[act] as [string, object]
      const named = key === null ? undefined : `${run}-${act}-${agent}-${key}`
      const given = named && act === 'contribution' ? { ...body, runs: [{ outcome: 'error', task_fingerprint: named }] } : body
      const send = () => app.request('POST', path, { ...given, agent_identity_id }, named ? { 'idempotency-key': named } : {})
      crash.next = how
      const answers = await Promise.all(Array.from({ length: copies }, send))
      crash.next = 'none'
      expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
      const answered = answers.filter(({ status }) => status === 200)
      if (named && answered.length > 0) acknowledged.add(named)
      if (!named) unkeyed += answered.length
      if (named) expect(new Set(answered.map(({ text }) => text)).size).toBeLessThanOrEqual(1)
    }
    await expectBalanced(app)
    const mine = `agent_identity_id IN (${agents.map((id) => `'${id}'`).join(', ')})`
    const entries = await count(app, 'ledger', mine)
    expect(entries).toBeGreaterThanOrEqual(unkeyed + acknowledged.size)
    expect(await count(app, 'outcomes', mine)).toBe(entries)
    const keys = await app.store.query<{ n: number }>(`SELECT COUNT(*) AS n FROM acts WHERE ${mine}`)
    expect(keys[0]?.n).toBeGreaterThanOrEqual(acknowledged.size)
    const twice = await app.store.query(
      `SELECT decision_id FROM outcomes WHERE decision_id IS NOT NULL GROUP BY decision_id HAVING COUNT(*) > 1`,
    )
    expect(twice).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), oneHistory), { numRuns: 25 })
  await app.close()
}, 240_000)

test('a keyed report whose answer was lost after the commit is found again, and pays once', async () => {
  const { store, crash } = await crashingStore()
  const app = await testApp({ store })
  const agent_identity_id = await app.register()
  const send = () =>
    app.request(
      'POST',
      '/api/report',
      { skill_slug: 'github-mcp-server', outcome: 'success', agent_identity_id },
      { 'idempotency-key': 'lost' },
    )
  crash.next = 'after_commit'
  expect((await send()).status).toBe(503)
  app.clock.advance(60_000)
  const found = await send()
  expect(found.body).toMatchObject({ credits_earned: 6, credit_balance: { total_routing_credits: 6 } })
  expect((await send()).text).toBe(found.text)
  expect(await count(app, 'ledger')).toBe(1)
  expect(await count(app, 'outcomes')).toBe(1)
  await app.close()
})

test('an act that counts for the day after, by the clock of another process, meets what its network earned on that day', async () => {
  const app = await testApp({ env: { RATE_LIMIT_LOOPBACK: 'on' } })
  const agent_identity_id = await app.register()
  const report = (latency_ms: number) =>
    app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms, agent_identity_id })
  app.clock.now = new Date('2026-11-03T00:00:00.500Z')
  await report(1)
  await app.store.execute('UPDATE network_days SET credits_hundredths = $1', [dailyCaps.network_hundredths])
  app.clock.now = new Date('2026-11-02T23:59:59.500Z')
  const { body } = await report(2)
  expect([body.credits_earned, body.message]).toEqual([0, expect.stringContaining('network has reached the daily cap')])
  await app.close()
})

test('identities behind the many networks of one IPv6 site earn at most what the site cap allows', async () => {
  const app = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const report = async (address: string) => {
    const body = { skill_slug: 'github-mcp-server', outcome: 'success', agent_identity_id: await app.register() }
    return (await app.request('POST', '/api/report', body, { 'x-forwarded-for': address })).body
  }
  for (const address of ['2001:db8:1:1::1', '2001:db8:1:2::1']) expect((await report(address)).credits_earned).toBe(6)
  const site = '2001:db8:1::/48'
  expect(await app.store.query('SELECT credits_hundredths FROM network_days WHERE network = $1', [site])).toEqual([
    { credits_hundredths: 1200 },
  ])
  await app.store.execute('UPDATE network_days SET credits_hundredths = $1 WHERE network = $2', [dailyCaps.site_hundredths - 200, site])
  expect(await report('2001:db8:1:3::1')).toMatchObject({
    credits_earned: 2,
    message: expect.stringContaining('The networks of your /48 have reached the daily cap of 25000 credits'),
  })
  expect((await report('2001:db8:2:3::1')).credits_earned).toBe(6)
  expect(dailyCaps.site_hundredths).toBeLessThanOrEqual(5 * dailyCaps.agent_hundredths)
  await expectBalanced(app)
  await app.close()
})

test('a thousand identities of one network earn at most what the network cap allows', async () => {
  const app = await testApp({ env: { RATE_LIMIT_LOOPBACK: 'on', RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_AGENT_PER_MINUTE: '100000' } })
  const agents: string[] = []
  // Not all at once: on a busy machine some would wait too long for a connection and be refused.
  while (agents.length < 1000) agents.push(...(await Promise.all(Array.from({ length: 50 }, () => app.register()))))
  const runs = Array.from({ length: 2 }, (_, i) => ({ outcome: 'success', latency_ms: 10 + i, cost_usd: 1, quality_rating: 7 }))
  const send = (agent_identity_id: string) =>
    app.request('POST', '/api/contributions', {
      contribution_type: 'benchmark_package',
      skill_slug: 'github-mcp-server',
      runs,
      agent_identity_id,
    })
  const answers = await Promise.all(agents.map(send))
  const paid = answers.reduce((sum, { body }) => sum + body.rewards.routing_credits, 0)
  expect(paid).toBe(dailyCaps.network_hundredths / 100)
  expect(dailyCaps.network_hundredths).toBeLessThanOrEqual(5 * dailyCaps.agent_hundredths)
  expect(answers.some(({ body }) => /network has reached the daily cap/.test(body.message))).toBe(true)
  await expectBalanced(app)
  app.clock.advance(24 * 3_600_000)
  expect((await send(agents[0]!)).body.rewards.routing_credits).toBe(40)
  await app.close()
}, 240_000)

type Page = {
  balance: { total_routing_credits: number }
  entries: { entry_id: string; routing_credits: number }[]
  total: number
  next_before: string | null
}

const inHundredths = (entries: Page['entries']) => entries.reduce((sum, { routing_credits }) => sum + Math.round(routing_credits * 100), 0)

test('while entries are added, each answer adds up, and pages by before neither repeat nor miss one', async () => {
  const app = await testApp()
  const agent_identity_id = await app.register()
  const report = async (latency_ms: number) => {
    await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms, agent_identity_id })
    app.clock.advance(1)
  }
  const read = async (query: string): Promise<Page> =>
    (
      await app.request('GET', `/api/agents/${agent_identity_id}/ledger?${query}`, undefined, {
        authorization: `Bearer ${agent_identity_id}`,
      })
    ).body
  for (let i = 0; i < 20; i++) await report(i)
  const { entries: known } = await read('limit=200')
  const adding = Promise.all(Array.from({ length: 80 }, (_, i) => report(100 + i)))
  for (let i = 0; i < 30; i++) {
    const { balance, entries, total } = await read('limit=200')
    expect([entries.length, inHundredths(entries)]).toEqual([total, Math.round(balance.total_routing_credits * 100)])
  }
  await adding
  const paged: string[] = []
  for (let before: string | null = ''; typeof before === 'string'; ) {
    const page = await read(`limit=7&before=${before}`)
    paged.push(...page.entries.map(({ entry_id }) => entry_id))
    before = page.next_before
    await report(1000 + paged.length)
  }
  expect([paged.length, new Set(paged).size]).toEqual([100, 100])
  expect(paged.slice(-20)).toEqual(known.map(({ entry_id }) => entry_id))
  expect(await read('before=unknown')).toMatchObject({ code: 'not_found' })
  expect(await read('limit=1&offset=500')).toMatchObject({ entries: [], next_before: null, next_offset: null, total: 115 })
  await app.close()
})

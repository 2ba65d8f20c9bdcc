import { afterEach, expect, test } from 'vitest'
import { IdempotentAnswers } from '../src/calls/idempotency.ts'
import { dropOldVectors } from '../src/routing/evidence/wording/examples-store.ts'
import type { Store } from '../src/storage/store.ts'
import { forgetOlder, forgettingJobs, openUpkeep } from '../src/upkeep.ts'
import { type Answer, testApp, testStore } from './support/harness.ts'

let store: Store
afterEach(() => store.close())

test('of several processes one does each job, and again only when its time has come', async () => {
  store = await testStore()
  let nowMs = Date.parse('2026-11-02T09:00:00.000Z')
  let done = 0
  const jobs = [{ name: 'sweep', everyMs: 60_000, work: async () => ++done }]
  const processes = Array.from({ length: 5 }, () => openUpkeep({ store, jobs, nowMs: () => nowMs, onError: () => {} }))
  const turns = await Promise.all(processes.map(({ run }) => run()))
  expect(turns.flat().filter((name) => name === 'sweep')).toEqual(['sweep'])
  nowMs += 30_000
  await Promise.all(processes.map(({ run }) => run()))
  expect(done).toBe(1)
  nowMs += 30_000
  await Promise.all(processes.map(({ run }) => run()))
  expect(done).toBe(2)
})

test('a failing job keeps no other from its turn, and a clock that was ahead blocks nobody', async () => {
  store = await testStore()
  let nowMs = Date.parse('2027-11-02T09:00:00.000Z')
  const failures: unknown[] = []
  let done = 0
  const jobs = [
    { name: 'broken', everyMs: 60_000, work: () => Promise.reject(new Error('no')) },
    { name: 'sweep', everyMs: 60_000, work: async () => ++done },
  ]
  const upkeep = openUpkeep({ store, jobs, nowMs: () => nowMs, onError: (error) => failures.push(error) })
  await upkeep.run()
  expect([failures.length, done]).toEqual([1, 1])
  nowMs = Date.parse('2026-11-02T09:00:00.000Z')
  await upkeep.run()
  expect(done).toBe(1)
  nowMs += 60_000
  await upkeep.run()
  expect(done).toBe(2)
})

test('retention removes old decisions and outcomes and keeps the rest', async () => {
  const app = await testApp()
  store = { ...app.store, close: app.close }
  const route = () => app.request('POST', '/api/route', { task: 'Open an issue on GitHub' })
  const report = () =>
    app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms: Math.random() })
  const find = (id: string) => app.store.query('SELECT decision_id FROM decisions WHERE decision_id = $1', [id])
  const written = async ({ body }: Answer) => {
    const { decision_id } = body.routing_metadata
    await expect.poll(() => find(decision_id)).toHaveLength(1)
    return decision_id as string
  }
  const old = await written(await route())
  await report()
  app.clock.advance(70 * 24 * 3_600_000)
  const cutoff = app.clock.now.toISOString()
  const fresh = await written(await route())
  await report()
  await forgetOlder(app.store, cutoff)
  expect([(await find(old)).length, (await find(fresh)).length]).toEqual([0, 1])
  expect(await app.store.query('SELECT outcome_id FROM outcomes')).toHaveLength(1)
})

test('retention removes kept task texts with their decisions', async () => {
  const app = await testApp({ env: { KEEP_TASK_TEXT: 'on' } })
  store = { ...app.store, close: app.close }
  const texts = async () => (await app.store.query<{ task: string }>('SELECT task FROM task_texts')).map(({ task }) => task).sort()
  const keep = async (task: string) => {
    await app.request('POST', '/api/route', { task })
    await expect.poll(texts).toContain(task)
  }
  await keep('Refund Mr Miller in Stripe')
  app.clock.advance(70 * 24 * 3_600_000)
  await keep('Refund Mrs Smith in Stripe')
  await forgetOlder(app.store, app.clock.now.toISOString())
  expect(await texts()).toEqual(['Refund Mrs Smith in Stripe'])
})

test('what is kept for some days only goes in its time: keyed acts, deliveries, what networks earned', async () => {
  const app = await testApp({ env: { RATE_LIMIT_LOOPBACK: 'on', WEBHOOKS: 'off' } })
  store = { ...app.store, close: app.close }
  const registered = { agent_name: 'kept', webhook_url: 'https://hooks.waymark.dev/x' }
  const { agent_identity_id } = (await app.request('POST', '/api/agents/register', registered)).body
  let key = 0
  const report = () =>
    app.request(
      'POST',
      '/api/report',
      { skill_slug: 'github-mcp-server', outcome: 'success', agent_identity_id },
      { 'idempotency-key': `k${key++}` },
    )
  const nowMs = () => app.clock.now.getTime()
  const jobs = forgettingJobs({ store, answers: new IdempotentAnswers(store, () => app.clock.now), retentionDays: 0, nowMs })
  const forget = () => openUpkeep({ store, jobs, nowMs, onError: (error) => expect(error).toBeUndefined() }).run()
  const days = 24 * 3_600_000
  const left = async () =>
    Promise.all(['acts', 'network_days', 'webhook_deliveries'].map(async (table) => (await store.query(`SELECT * FROM ${table}`)).length))
  await report()
  app.clock.advance(1.5 * days)
  await report()
  await forget()
  expect(await left()).toEqual([2, 2, 2])
  app.clock.advance(2 * days)
  await report()
  await forget()
  expect(await left()).toEqual([2, 2, 3])
})

test('however much has come together, it is removed some thousand rows at a time', async () => {
  store = await testStore()
  const nowMs = Date.parse('2026-11-02T09:00:00.000Z')
  const at = (i: number) => new Date(nowMs - 20 * 24 * 3_600_000 + i).toISOString()
  const rows = Array.from({ length: 12_000 }, (_, i) => i)
  const answers = rows.map((i) => [`key-${i}`, '', at(i), at(i)])
  await store.insertMany('idempotent_answers', ['scoped_key', 'request_hash', 'started_at', 'leased_at'], answers)
  await store.insertMany('idempotent_answers', ['scoped_key', 'request_hash', 'started_at', 'leased_at'], [['new', '', at(2e9), at(2e9)]])
  const vectors = rows.map((i) => [`decision-${i}`, '', at(i)])
  await store.insertMany('task_vectors', ['decision_id', 'vector', 'decided_at'], vectors)
  const removed: number[] = []
  const counting: Store = {
    ...store,
    async execute(text, values) {
      const rows = await store.execute(text, values)
      removed.push(rows)
      return rows
    },
  }
  const forgotten = await new IdempotentAnswers(counting, () => new Date(nowMs)).forgetOld()
  await dropOldVectors(counting, new Date(nowMs).toISOString())
  expect(forgotten).toBe(12_000)
  expect(removed).toEqual([5000, 5000, 2000, 5000, 5000, 2000])
  expect(await store.query('SELECT scoped_key FROM idempotent_answers')).toEqual([{ scoped_key: 'new' }])
})

test('points of a tool are kept for as long as they can be asked for', async () => {
  const app = await testApp()
  store = { ...app.store, close: app.close }
  const day = (ago: number) => new Date(app.clock.now.getTime() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
  const columns = ['slug', 'day', 'overall_score', 'value_score', 'evidence_count']
  const points = [0, 399, 400, 401, 900].map((ago) => ['github-mcp-server', day(ago), 5, 5, 1])
  await store.insertMany('score_days', columns, points)
  const nowMs = () => app.clock.now.getTime()
  const jobs = forgettingJobs({ store, answers: new IdempotentAnswers(store, () => app.clock.now), retentionDays: 0, nowMs })
  await openUpkeep({ store, jobs, nowMs, onError: (error) => expect(error).toBeUndefined() }).run()
  const left = await store.query<{ day: string }>('SELECT day FROM score_days ORDER BY day')
  expect(left.map(({ day }) => day)).toEqual([day(400), day(399), day(0)])
  const { body } = await app.request('GET', '/api/skills/github-mcp-server/history?days=400')
  expect(body.points).toHaveLength(2)
})

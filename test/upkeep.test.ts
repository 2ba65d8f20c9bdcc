import { afterEach, expect, test } from 'vitest'
import { IdempotentAnswers } from '../src/calls/idempotency.ts'
import type { Store } from '../src/storage/store.ts'
import { forgetOlder, forgettingJobs, openUpkeep } from '../src/upkeep.ts'
import { type Answer, testApp, testStore } from './harness.ts'

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

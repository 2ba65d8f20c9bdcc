import { afterEach, expect, test } from 'vitest'
import type { Store } from '../src/store.ts'
import { forgetOlder, openUpkeep } from '../src/upkeep.ts'
import { testApp, testStore } from './harness.ts'

let store: Store
afterEach(() => store.close())

test('of several processes one does each job, and again only when its time has come', async () => {
  store = await testStore()
  let nowMs = Date.parse('2026-11-02T09:00:00.000Z')
  let done = 0
  const jobs = [{ name: 'sweep', everyMs: 60_000, work: async () => ++done }]
  const processes = Array.from({ length: 5 }, () => openUpkeep({ store, jobs, nowMs: () => nowMs, onError: () => {} }))
  const turns = await Promise.all(processes.map(({ run }) => run()))
  expect(turns.flat()).toEqual(['sweep'])
  nowMs += 30_000
  await Promise.all(processes.map(({ run }) => run()))
  expect(done).toBe(1)
  nowMs += 30_000
  await Promise.all(processes.map(({ run }) => run()))
  expect(done).toBe(2)
})

test('retention removes old decisions and outcomes and keeps the rest', async () => {
  const app = await testApp()
  store = { ...app.store, close: app.close }
  const route = () => app.request('POST', '/api/route', { task: 'Open an issue on GitHub' })
  const report = () =>
    app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms: Math.random() })
  await route()
  await report()
  const cutoff = new Date(app.clock.now.getTime() + 1000).toISOString()
  app.clock.advance(10_000)
  const { body } = await route()
  await report()
  const decision_id = body.routing_metadata.decision_id
  const find = () => app.store.query('SELECT decision_id FROM decisions WHERE decision_id = $1', [decision_id])
  while ((await find()).length === 0) await new Promise(setImmediate)
  expect(await forgetOlder(app.store, cutoff)).toBe(2)
  expect(await find()).toHaveLength(1)
  expect(await app.store.query('SELECT outcome_id FROM outcomes')).toHaveLength(1)
})

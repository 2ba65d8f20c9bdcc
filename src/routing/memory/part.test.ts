import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/support/harness.ts'
import type { Store } from '../../storage/store.ts'
import { type Memories, openMemories } from './part.ts'

const skill = 'github-mcp-server'

let app: TestApp
let agent: string
let cluster: string
beforeAll(async () => {
  app = await testApp()
  agent = await app.register()
  for (const latency_ms of [100, 200, 300]) {
    await app.request('POST', '/api/report', { skill_slug: skill, outcome: 'success', latency_ms, agent_identity_id: agent })
  }
  cluster = String((await app.store.query('SELECT cluster FROM outcomes'))[0]?.cluster)
})
afterAll(() => app.close())

let memories: Memories
let lookups: number
let query: Store['query']
beforeEach(() => {
  lookups = 0
  query = app.store.query
  const counted: Store['query'] = (...given) => {
    lookups++
    return query(...given)
  }
  memories = openMemories({ ...app.store, query: counted }, () => app.clock.now.getTime())
})

const remembered = { skill, success_rate: 1 }
const recalled = async () => (await memories.of(agent))(cluster)

test('a memory is read once in a minute', async () => {
  // A lookup that takes too long on a busy machine gives none and is made again.
  await expect.poll(recalled).toEqual(remembered)
  lookups = 0
  app.clock.advance(59_000)
  expect(await recalled()).toEqual(remembered)
  expect(lookups).toBe(0)
  app.clock.advance(1000)
  await recalled()
  expect(lookups).toBe(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['takes too long', () => new Promise<never>(() => {})],
])('a lookup that %s gives no memory, and the next to ask tries again', async (_, broken) => {
  query = broken
  expect(await Promise.all([recalled(), recalled()])).toEqual([null, null])
  expect(lookups).toBe(1)
  query = app.store.query
  await expect.poll(recalled).toEqual(remembered)
})

import { afterEach, expect, test } from 'vitest'
import type { Store } from '../../src/storage/store.ts'
import { type TestApp, testApp, testStore } from '../support/harness.ts'
import { get, post, type Reply, until } from './requests.ts'

let app: TestApp
let release = () => {}
afterEach(() => {
  release()
  app.server.server.closeAllConnections()
  return app.close()
})

/** A store whose transactions wait at a gate while it is closed, as they do behind a disk that cannot keep up. */
async function gatedStore() {
  const real = await testStore()
  let gate: { opened: Promise<void>; open: () => void } | undefined
  const store: Store = {
    ...real,
    transaction: async (work) => {
      await gate?.opened
      return real.transaction(work)
    },
  }
  return {
    store,
    shut() {
      const { promise: opened, resolve: open } = Promise.withResolvers<void>()
      gate = { opened, open }
    },
    open() {
      gate?.open()
      gate = undefined
    },
  }
}

test('too much work over HTTP: callers without identity are refused first, verified agents last, health never', async () => {
  const gated = await gatedStore()
  release = gated.open
  app = await testApp({ store: gated.store, env: { OVERLOAD_IN_FLIGHT: '10' } })
  const service = { url: await app.server.listen({ port: 0, host: '127.0.0.1' }) }
  const [agent, verified] = [await app.register(), await app.register()]
  await app.store.execute('UPDATE agents SET verified_at = $2 WHERE agent_identity_id = $1', [verified, app.clock.now.toISOString()])
  app.clock.advance(2000)
  const task = 'Open an issue on GitHub'
  const route = (agent_identity_id?: string) => post(service, '/api/route', { task, ...(agent_identity_id ? { agent_identity_id } : {}) })
  expect([(await route()).status, (await route(agent)).status, (await route(verified)).status]).toEqual([200, 200, 200])

  const statuses = async () => [(await route()).status, (await route(agent)).status, (await route(verified)).status]
  const settled = (wanted: readonly number[]) => until(statuses, (seen) => seen.join() === wanted.join())
  gated.shut()
  const held: Promise<Reply>[] = []
  let number = 0
  const hold = (most: number) => {
    while (held.length < most) {
      const report = { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms: ++number, agent_identity_id: verified }
      held.push(post(service, '/api/report', report))
    }
  }
  hold(15)
  expect(await settled([503, 200, 200])).toEqual([503, 200, 200])
  const page = await get(service, '/tools/github-mcp-server')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  hold(25)
  expect(await settled([503, 503, 200])).toEqual([503, 503, 200])
  hold(45)
  const refused = await until(
    () => route(verified),
    ({ status }) => status === 503,
  )
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await get(service, '/api/live')).status).toBe(200)
  expect((await get(service, '/api/health')).status).toBe(200)

  gated.open()
  const answered = (await Promise.all(held)).map(({ status }) => status)
  expect(answered.filter((status) => status === 200).length).toBeGreaterThanOrEqual(40)
  expect(answered.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(await settled([200, 200, 200])).toEqual([200, 200, 200])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'
import { get, post, type Reply, until } from './requests.ts'

const task = 'Refund the last payment of customer ACME in Stripe'
const secret = 'a secret of the operator with many characters'
const admin = { authorization: `Bearer ${secret}` }
let database: PostgresServer
let services: ServiceProcess[] = []

beforeAll(async () => {
  database = await startPostgres()
  const env = { DATABASE_URL: database.url, WEBHOOKS: 'off', ADMIN_SECRET: secret }
  for (let i = 0; i < 3; i++) services.push(await startService(env))
}, 120_000)
afterAll(async () => {
  for (const service of services) await service.end('SIGKILL')
  for (const service of services) removeFolder(service)
  services = []
  await database.stop()
})

const register = async (agent_name: string) =>
  (await post(services[0], '/api/agents/register', { agent_name })).body.agent_identity_id as string
const report = (agent_identity_id: string, skill_slug: string, latency_ms: number) => ({
  skill_slug,
  outcome: 'success',
  latency_ms,
  agent_identity_id,
})

describe('what one process takes in reaches the others', () => {
  test('evidence', async () => {
    const agent = await register('spreads-evidence')
    const seen = () => get(services[1], '/api/skills/stripe-mcp')
    const before = (await seen()).body
    expect((await post(services[0], '/api/report', report(agent, 'stripe-mcp', 77))).status).toBe(200)
    const after = await until(seen, ({ body }) => JSON.stringify(body) !== JSON.stringify(before))
    expect(after.body).not.toEqual(before)
  })

  test('an entry of the catalog, a change of it and its end', async () => {
    const slug = 'quokka-ledger-mcp'
    const own = { slug, canonical_name: 'Quokka Ledger', description: 'Books entries in the quokka ledger.', aliases: ['quokka'] }
    const there = (status: number) =>
      until(
        () => get(services[1], `/api/skills/${slug}`),
        (reply) => reply.status === status,
      )
    expect((await post(services[0], '/api/admin/catalog', own, admin)).status).toBe(200)
    expect((await there(200)).status).toBe(200)
    const routed = await until(
      () => post(services[2], '/api/route', { task: 'Book an entry in the quokka ledger' }),
      ({ body }) => body.recommended_skill === slug,
    )
    expect(routed.body.recommended_skill).toBe(slug)
    expect((await post(services[0], `/api/admin/catalog/${slug}/decide`, { action: 'ban', note: 'gone' }, admin)).status).toBe(200)
    expect((await there(404)).status).toBe(404)
  })
})

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

describe.runIf(process.platform === 'linux')('stopped in the middle of the load, and let go on', () => {
  type Load = { replies: { at: number; status: number }[]; end: () => Promise<void> }

  function startLoad(agent: string, first: number): Load {
    const replies: Load['replies'] = []
    let ended = false
    let number = first
    const hammer = async (at: number) => {
      while (!ended) {
        const reply = await post(services[at], '/api/report', report(agent, 'github-mcp-server', ++number)).catch(() => undefined)
        if (reply) replies.push({ at, status: reply.status })
        if (reply?.status !== 200) await sleep(50)
      }
    }
    const clients = Promise.all([0, 1, 2, 0, 1, 2].map(hammer))
    const end = async () => {
      ended = true
      await clients
    }
    return { replies, end }
  }
  const accepted = ({ replies }: Load, at: number) => replies.filter((reply) => reply.at === at && reply.status === 200).length
  const odd = ({ replies }: Load) => replies.filter(({ status }) => status !== 200 && status !== 503)

  test('one process of three: the others go on, even when it held the turn', async () => {
    const load = startLoad(await register('one-is-stopped'), 10_000)
    await until(
      async () => accepted(load, 0),
      (n) => n > 5,
    )
    const stopped = services[0]?.child.pid ?? 0
    process.kill(stopped, 'SIGSTOP')
    const before = [accepted(load, 1), accepted(load, 2)] as const
    const others = await until(
      async () => [accepted(load, 1) - before[0], accepted(load, 2) - before[1]],
      (more) => more.every((n) => n > 5),
      60,
    )
    process.kill(stopped, 'SIGCONT')
    expect(Math.min(...others)).toBeGreaterThan(5)
    const again = await until(
      () => post(services[0], '/api/route', { task }).catch((): Reply => ({ status: 0, headers: new Headers(), body: null })),
      ({ status }) => status === 200,
    )
    expect(again.status).toBe(200)
    const taken = accepted(load, 0)
    expect(
      await until(
        async () => accepted(load, 0) - taken,
        (n) => n > 5,
      ),
    ).toBeGreaterThan(5)
    await load.end()
    expect(odd(load)).toEqual([])
  }, 240_000)

  test('the database for a moment: routing answers meanwhile, and reports are taken again', async () => {
    const load = startLoad(await register('database-is-stopped'), 20_000)
    await until(
      async () => accepted(load, 1),
      (n) => n > 5,
    )
    const pids = database.processes()
    signalAll(pids, 'SIGSTOP')
    const routed = await Promise.all(services.map((service) => post(service, '/api/route', { task })))
    await sleep(1500)
    signalAll(pids, 'SIGCONT')
    expect(routed.map(({ status }) => status)).toEqual([200, 200, 200])
    const taken = accepted(load, 1)
    expect(
      await until(
        async () => accepted(load, 1) - taken,
        (n) => n > 5,
      ),
    ).toBeGreaterThan(5)
    await load.end()
    expect(odd(load)).toEqual([])
  }, 120_000)
})

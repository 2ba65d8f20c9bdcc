import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'
import { post, until } from './requests.ts'

const task = 'Refund the last payment of customer ACME in Stripe'
let database: PostgresServer
let proxies: CutProxy[]
let services: ServiceProcess[]

beforeAll(async () => {
  database = await startPostgres()
  proxies = await Promise.all([startCutProxy(database.url), startCutProxy(database.url), startCutProxy(database.url)])
  services = []
  for (const { url } of proxies) services.push(await startService({ DATABASE_URL: url }))
}, 120_000)
afterAll(async () => {
  for (const service of services) await service.end('SIGKILL')
  for (const service of services) removeFolder(service)
  for (const proxy of proxies) proxy.close()
  await database.stop()
})

async function countRows(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return Number(rows[0].n)
}

const report = (agent_identity_id: string, latency_ms: number) => ({
  skill_slug: 'github-mcp-server',
  outcome: 'success',
  latency_ms,
  agent_identity_id,
})

test.each(['cut', 'stall'] as const)(
  'with the database away (%s) routing goes on and says so, writes are refused, and all recovers',
  async (fault) => {
    const [service, proxy] = [services[0], proxies[0]]
    const before = service?.output().length
    const { agent_identity_id } = (await post(service, '/api/agents/register', { agent_name: `away-${fault}` })).body
    expect((await post(service, '/api/route', { task, agent_identity_id })).body.recommended_skill).toBeTruthy()

    proxy?.[fault]()
    const refused = await until(
      () => post(service, '/api/report', report(agent_identity_id, 1)),
      ({ status }) => status === 503,
    )
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const routed = await post(service, '/api/route', { task, agent_identity_id })
    expect(routed.status).toBe(200)
    expect(routed.body.recommended_skill).toBeTruthy()
    expect(routed.body.routing_metadata.store_away).toBe(true)
    expect(routed.headers.get('warning')).toBe('110 - "store away"')
    expect((await fetch(`${service?.url}/api/live`)).status).toBe(200)
    // Some time for what the service does by itself to fail as well: the log tells the outage and its end, and nothing else.
    await sleep(2000)

    proxy?.restore()
    const accepted = await until(
      () => post(service, '/api/report', report(agent_identity_id, 2)),
      ({ status }) => status === 200,
    )
    expect(accepted.status).toBe(200)
    const back = await until(
      () => post(service, '/api/route', { task, agent_identity_id }),
      ({ headers }) => headers.get('warning') === null,
    )
    expect(back.body.routing_metadata.store_away).toBeUndefined()
    const told = () => {
      const lines = service?.output().slice(before).split('\n').filter(Boolean) ?? []
      return lines.map((line) => JSON.parse(line).msg)
    }
    await expect.poll(told).toContain('the store can be used again')
    const connectionLost = 'what other processes change cannot be heard'
    expect(told().filter((msg) => msg !== connectionLost)).toEqual(['the store cannot be used', 'the store can be used again'])
    expect(told().filter((msg) => msg === connectionLost).length).toBeLessThanOrEqual(1)
  },
  120_000,
)

test('what one process learns about an agent reaches the others', async () => {
  const { agent_identity_id } = (await post(services[0], '/api/agents/register', { agent_name: 'everywhere' })).body
  const seen = await until(
    () => post(services[2], '/api/route', { task, agent_identity_id }),
    ({ status }) => status === 200,
  )
  expect(seen.status).toBe(200)
})

test('three processes under load, one cut off and one killed: every acknowledged report is there once', async () => {
  const { agent_identity_id } = (await post(services[2], '/api/agents/register', { agent_name: 'under-load' })).body
  const before = await countRows('SELECT COUNT(*) AS n FROM outcomes')
  const acknowledged = new Set<number>()
  const odd: number[] = []
  let sent = 0
  let stopped = false
  const hammer = async (at: number) => {
    while (!stopped) {
      const number = ++sent + 1000
      const answer = await post(services[at], '/api/report', report(agent_identity_id, number)).catch(() => undefined)
      if (answer?.status === 200) acknowledged.add(number)
      else if (answer && answer.status !== 503) odd.push(answer.status)
      if (!answer || answer.status === 503) await sleep(50)
    }
  }
  const clients = Promise.all(Array.from({ length: 12 }, (_, i) => hammer(i % 3)))
  const moreAcknowledged = async () => {
    const sofar = acknowledged.size
    const more = await until(
      async () => acknowledged.size - sofar,
      (count) => count > 20,
    )
    expect(more).toBeGreaterThan(20)
  }
  await moreAcknowledged()
  proxies[0]?.cut()
  await moreAcknowledged()
  await services[1]?.end('SIGKILL')
  await moreAcknowledged()
  proxies[0]?.restore()
  await moreAcknowledged()
  stopped = true
  await clients
  expect(odd).toEqual([])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    'SELECT latency_ms AS number, COUNT(*) AS n FROM outcomes WHERE latency_ms > 1000 GROUP BY latency_ms',
  )
  await client.end()
  const stored = new Map(rows.map(({ number, n }) => [Number(number), Number(n)]))
  expect([...acknowledged].filter((number) => !stored.has(number))).toEqual([])
  expect([...stored.values()].filter((n) => n > 1)).toEqual([])
  expect(await countRows('SELECT COUNT(*) AS n FROM outcomes')).toBeGreaterThan(before)
  const recovered = await until(
    () => post(services[0], '/api/report', report(agent_identity_id, 5)),
    ({ status }) => status === 200,
  )
  expect(recovered.status).toBe(200)
}, 120_000)

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/adapters/migrate.ts'
import { openPostgres } from '../src/adapters/postgres.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { missions } from '../src/missions/rules.ts'
import { freshDatabase } from './support/harness.ts'
import { removeFolder, type ServiceProcess, startService } from './support/service-process.ts'

const onPostgres = process.env.WAYMARK_TEST_STORE === 'postgres'
const tenPlaces = missions.find(({ max_claims }) => max_claims === 10)!
const roomy = missions.find(({ max_claims }) => max_claims === 100)!
const results = [
  { skill_slug: 'firecrawl-mcp', outcome_status: 'success', latency_ms: 900 },
  { skill_slug: 'tavily-mcp', outcome_status: 'success', latency_ms: 800 },
]

type Reply = { status: number; body: any }

/** Asks again after a while where the service is too busy to answer, as clients do. */
async function post(service: ServiceProcess, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (response.status !== 503) return { status: response.status, body: await response.json() }
  await setTimeout(500)
  return post(service, path, body, headers)
}

/** Runs the work of many callers, at most `width` at a time. */
async function inParallel<T>(count: number, width: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < count; i = next++) answers[i] = await work(i)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return answers
}

const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length

describe('many processes, one store', () => {
  let services: ServiceProcess[] = []
  let drop: () => Promise<void>
  const at = (i: number) => services[i % services.length]!
  const register = async (name: string) => (await post(at(0), '/api/agents/register', { agent_name: name })).body.agent_identity_id

  beforeAll(async () => {
    // An embedded store belongs to one process; PostgreSQL is shared by three.
    const database = onPostgres ? await freshDatabase() : undefined
    const first = await startService(database ? { DATABASE_URL: database.url } : {})
    const others = database ? await Promise.all([1, 2].map(() => startService({ DATABASE_URL: database.url }))) : []
    services = [first, ...others]
    drop = async () => database?.drop()
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')))
    for (const service of services) removeFolder(service)
    await drop()
  })

  test('1,000 agents claim a mission with 10 places: exactly 10 succeed, 990 get 409', async () => {
    const agents = await inParallel(1000, 50, (i) => register(`claimant-${i}`))
    const replies = await inParallel(1000, 200, (i) =>
      post(at(i), '/api/missions/claim', { mission_id: tenPlaces.id, agent_identity_id: agents[i] }),
    )
    expect([count(replies, 200), count(replies, 409)]).toEqual([10, 990])
    const { missions: shown } = await (await fetch(`${at(1).url}/api/missions?limit=100`)).json()
    expect(shown.find(({ id }: { id: string }) => id === tenPlaces.id).claimed_count).toBe(10)
  })

  test('100 claims of one mission by one agent: one', async () => {
    const agent_identity_id = await register('greedy')
    const replies = await inParallel(100, 100, (i) => post(at(i), '/api/missions/claim', { mission_id: roomy.id, agent_identity_id }))
    expect([count(replies, 200), count(replies, 409)]).toEqual([1, 99])
  })

  test('500 completions of one claim: one payment', async () => {
    const agent_identity_id = await register('repeater')
    const { claim_id } = (await post(at(0), '/api/missions/claim', { mission_id: roomy.id, agent_identity_id })).body
    const replies = await inParallel(500, 100, (i) => post(at(i), '/api/missions/complete', { claim_id, results }))
    expect([count(replies, 200), count(replies, 409)]).toEqual([1, 499])
    const paid = replies.find(({ status }) => status === 200)!.body.rewards.routing_credits
    const { balance } = await (await fetch(`${at(2).url}/api/agent-dashboard?agent_identity_id=${agent_identity_id}`)).json()
    expect(balance.total_routing_credits).toBe(paid)
  })
})

test('a process killed amid completions never pays twice and loses no answered one', async () => {
  const database = onPostgres ? await freshDatabase() : undefined
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const first = await startService(env)
  const claims = await inParallel(60, 10, async (i) => {
    const agent = await post(first, '/api/agents/register', { agent_name: `survivor-${i}` })
    const { agent_identity_id } = agent.body
    return (await post(first, '/api/missions/claim', { mission_id: roomy.id, agent_identity_id })).body.claim_id as string
  })
  const complete = (service: ServiceProcess, i: number) =>
    post(service, '/api/missions/complete', { claim_id: claims[i], results }, { 'idempotency-key': `finish-${i}` })
  const answered = new Set<number>()
  const attempts = inParallel(60, 20, async (i) => {
    const reply = await complete(first, i).catch(() => undefined)
    if (reply?.status === 200 && answered.add(i).size === 15) await first.end('SIGKILL')
  })
  await attempts
  const second = await startService(env, { folder: first.folder })
  // A key whose first try died is answered once that try's lease has run out; without the key the claim itself answers.
  const replies = await inParallel(60, 20, (i) => post(second, '/api/missions/complete', { claim_id: claims[i], results }))
  expect(replies.filter(({ status }, i) => answered.has(i) && status !== 409)).toEqual([])
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
  await second.end('SIGTERM')
  const store = database ? await openPostgres({ url: database.url, connections: 2, onError: () => {} }) : await openSqlite(first.folder)
  await migrate(store)
  const [paid] = await store.query<{ entries: number; acts: number }>(
    `SELECT COUNT(*) AS entries, COUNT(DISTINCT act) AS acts FROM ledger WHERE kind = 'mission'`,
  )
  const [done] = await store.query<{ done: number }>(`SELECT COUNT(*) AS done FROM mission_claims WHERE status = 'completed'`)
  expect([paid, done]).toEqual([{ entries: 60, acts: 60 }, { done: 60 }])
  await store.close()
  removeFolder(first)
  await database?.drop()
})

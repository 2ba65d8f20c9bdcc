import type { IncomingHttpHeaders } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { type StandIn, standIn } from '../../test/support/stand-in.ts'
import { createSafeFetch } from '../adapters/safe-fetch.ts'
import { asWebhookSecret, webhookSecretBytes } from '../agents/rules.ts'
import type { CatalogEntry } from '../catalog/schema.ts'
import { dailyCaps } from '../credits/rules.ts'
import { missions } from '../missions/rules.ts'
import type { Store } from '../storage/store.ts'
import { announceChanges } from './changes-part.ts'
import { type Deliveries, openDeliveries } from './delivery-part.ts'
import { failuresBeforeDisabled, signedHeaders } from './rules.ts'

type Received = { url: string | undefined; headers: IncomingHttpHeaders; body: any; text: string }

let app: TestApp
let receiver: StandIn
let answer = 200
let beforeAnswer: (url: string | undefined) => Promise<void> = async () => {}
let received: Received[] = []
const parts: Deliveries[] = []

beforeAll(async () => {
  app = await testApp({ env: { WEBHOOKS: 'off' } })
  receiver = await standIn(async (request, response) => {
    const text = await textOf(request)
    received.push({ url: request.url, headers: request.headers, body: JSON.parse(text), text })
    await beforeAnswer(request.url)
    response.writeHead(answer).end()
  })
})
afterEach(() => {
  received = []
  answer = 200
  beforeAnswer = async () => {}
})
afterAll(async () => {
  await Promise.all(parts.map((part) => part.close()))
  await receiver.close()
  await app.close()
})

/** A deliverer on the same store that may reach the receiver; the service's own one is off and could not. */
function deliverer(entries: { slug: string; canonical_name: string; defined_at: string }[] = []): Deliveries {
  const fetchSafely = createSafeFetch({
    alsoAllow: (address, to) => address === '127.0.0.1' && to === receiver.port,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const part = openDeliveries({
    store: app.store,
    fetchSafely,
    now: () => app.clock.now,
    entries: () => entries as never,
    onError: () => {},
  })
  parts.push(part)
  return part
}

async function listening(path = '/hook', host = '127.0.0.1'): Promise<{ id: string; secret: string }> {
  const { body } = await app.request('POST', '/api/agents/register', {
    agent_name: `listener-${Math.random()}`,
    webhook_url: 'https://hooks.waymark.dev/x',
  })
  const id = body.agent_identity_id
  // The service refuses addresses on this machine, so the test writes its own one into the store.
  await app.store.execute('UPDATE agents SET webhook_url = $2, webhook_disabled_at = NULL WHERE agent_identity_id = $1', [
    id,
    `http://${host}:${receiver.port}${path}`,
  ])
  return { id, secret: body.webhook_secret }
}

const finishMission = async (id: string) => {
  const claim = await app.request('POST', '/api/missions/claim', { mission_id: missions[0]!.id, agent_identity_id: id })
  const results = [{ skill_slug: 'firecrawl-mcp', outcome_status: 'success' }]
  return app.request('POST', '/api/missions/complete', { claim_id: claim.body.claim_id, results })
}
const statuses = (id: string) =>
  app.store.query<{ event: string; status: string; attempts: number }>(
    'SELECT event, status, attempts FROM webhook_deliveries WHERE agent_identity_id = $1 ORDER BY event',
    [id],
  )
const deliverAll = async (part: Deliveries) => {
  while ((await part.deliverDue()) > 0);
}

test('registration gives a secret once; unsafe addresses are refused', async () => {
  const body = { agent_name: 'hooked', webhook_url: 'https://hooks.waymark.dev/x' }
  const first = await app.request('POST', '/api/agents/register', body)
  expect(first.body.webhook_secret).toMatch(/^whsec_/)
  const again = await app.request('POST', '/api/agents/register', { ...body, webhook_url: 'https://thief.waymark.dev/x' })
  expect(again.body.webhook_secret).toBeUndefined()
  const [row] = await app.store.query('SELECT webhook_url FROM agents WHERE agent_name = $1', ['hooked'])
  expect(row).toEqual({ webhook_url: 'https://hooks.waymark.dev/x' })
  for (const webhook_url of ['http://127.0.0.1/', 'http://169.254.169.254/latest', 'http://localhost/', 'file:///etc/passwd', 'x']) {
    const refused = await app.request('POST', '/api/agents/register', { agent_name: `bad ${webhook_url}`, webhook_url })
    expect([webhook_url, refused.status]).toEqual([webhook_url, 400])
  }
  expect((await app.request('POST', '/api/agents/register', { agent_name: 'plain' })).body).not.toHaveProperty('webhook_secret')
})

test('every secret is made of the chance that the service was given', async () => {
  const given = await testApp({ randomBytes: (size) => Buffer.alloc(size, 7) })
  const secret = asWebhookSecret(Buffer.alloc(webhookSecretBytes, 7))
  const hook = { webhook_url: 'https://hooks.waymark.dev/x' }
  const { body } = await given.request('POST', '/api/agents/register', { agent_name: 'chance', ...hook })
  expect(body.webhook_secret).toBe(secret)
  const { agent_identity_id } = body
  const set = await given.request(
    'PUT',
    '/api/agents/webhook',
    { agent_identity_id, ...hook },
    { authorization: `Bearer ${agent_identity_id}` },
  )
  expect(set.body.webhook_secret).toBe(secret)
  await given.close()
})

test('a paid mission tells about the mission and the credits, signed', async () => {
  const { id, secret } = await listening()
  const { body } = await finishMission(id)
  await deliverAll(deliverer())
  const mine = received.filter(({ body: { data } }) => data.kind === 'mission' || data.mission_id)
  expect(mine.map(({ body: { type } }) => type).sort()).toEqual(['credits', 'mission'])
  const credits = mine.find(({ body: { type } }) => type === 'credits')!
  expect(credits.body.data).toMatchObject({ kind: 'mission', routing_credits: body.rewards.routing_credits })
  for (const { headers, text, body: sent } of mine) {
    const expected = signedHeaders({ delivery_id: sent.id, body: text, secret, at: app.clock.now })
    expect(headers['webhook-signature']).toBe(expected['webhook-signature'])
    expect(headers['webhook-id']).toBe(sent.id)
  }
  expect((await statuses(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  await deliverAll(deliverer())
  expect(received).toHaveLength(2)
})

test('an act of which the daily cap left nothing is no payment to tell of', async () => {
  const { id } = await listening()
  const report = () => app.request('POST', '/api/report', { skill_slug: 'stripe-mcp', outcome: 'success', agent_identity_id: id })
  await report()
  await app.store.execute('UPDATE balances SET earned_hundredths = $2 WHERE agent_identity_id = $1', [id, dailyCaps.agent_hundredths])
  expect((await report()).body.credits_earned).toBe(0)
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'pending', attempts: 0 }])
})

test('a refused delivery is tried again later, and given up after seven attempts', async () => {
  const { id } = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  const part = deliverer()
  answer = 500
  await deliverAll(part)
  await deliverAll(part)
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'pending', attempts: 1 }])
  for (let attempt = 2; attempt <= 7; attempt++) {
    app.clock.advance(6 * 3_600_000)
    await deliverAll(part)
  }
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'failed', attempts: 7 }])
})

test('an address that recovers gets what waited for it', async () => {
  const { id } = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  const part = deliverer()
  answer = 503
  await deliverAll(part)
  answer = 204
  app.clock.advance(10_000)
  await deliverAll(part)
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'delivered', attempts: 2 }])
  const [row] = await app.store.query('SELECT webhook_failures FROM agents WHERE agent_identity_id = $1', [id])
  expect(row).toEqual({ webhook_failures: 0 })
})

test('an address that keeps failing is disabled; setting it again enables it', async () => {
  const { id } = await listening()
  for (let i = 0; i < failuresBeforeDisabled; i++) {
    await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms: i, agent_identity_id: id })
  }
  answer = 500
  await deliverAll(deliverer())
  const bearer = { authorization: `Bearer ${id}` }
  const shown = await app.request('GET', `/api/agents/${id}/webhook`, undefined, bearer)
  expect(shown.body).toMatchObject({ failures_in_a_row: failuresBeforeDisabled, disabled_at: expect.any(String) })
  expect(new Set((await statuses(id)).map(({ status }) => status))).toEqual(new Set(['failed']))
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms: 99, agent_identity_id: id })
  expect(await statuses(id)).toHaveLength(failuresBeforeDisabled)
  const set = { agent_identity_id: id, webhook_url: 'https://hooks.waymark.dev/y' }
  const again = await app.request('PUT', '/api/agents/webhook', set, bearer)
  expect(again.body.webhook_secret).toMatch(/^whsec_/)
  expect((await app.request('GET', `/api/agents/${id}/webhook`, undefined, bearer)).body).toMatchObject({
    disabled_at: null,
    failures_in_a_row: 0,
  })
  expect((await app.request('PUT', '/api/agents/webhook', { agent_identity_id: id }, bearer)).body.webhook_url).toBeNull()
})

test('what waited for an address that was removed reaches no later one', async () => {
  const { id } = await listening()
  const bearer = { authorization: `Bearer ${id}` }
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  await app.request('PUT', '/api/agents/webhook', { agent_identity_id: id }, bearer)
  const { body } = await app.request('GET', `/api/agents/${id}/webhook`, undefined, bearer)
  expect(body.recent_deliveries).toMatchObject([{ event: 'credits', status: 'failed', last_problem: 'the address was removed' }])
})

test('an attempt that fails after its address was removed is not made again to a later one', async () => {
  const { id } = await listening()
  const bearer = { authorization: `Bearer ${id}` }
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  answer = 500
  beforeAnswer = async () => {
    await app.request('PUT', '/api/agents/webhook', { agent_identity_id: id }, bearer)
    await app.request('PUT', '/api/agents/webhook', { agent_identity_id: id, webhook_url: 'https://hooks.waymark.dev/later' }, bearer)
  }
  await deliverAll(deliverer())
  expect(received).toHaveLength(1)
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'failed', attempts: 1 }])
  const { body } = await app.request('GET', `/api/agents/${id}/webhook`, undefined, bearer)
  expect(body).toMatchObject({ failures_in_a_row: 0, recent_deliveries: [{ last_problem: 'the address was removed' }] })
})

test('an address is not blamed for an attempt at the one before it', async () => {
  const { id } = await listening()
  const bearer = { authorization: `Bearer ${id}` }
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  answer = 500
  beforeAnswer = async () => {
    await app.request('PUT', '/api/agents/webhook', { agent_identity_id: id, webhook_url: 'https://hooks.waymark.dev/later' }, bearer)
  }
  await deliverAll(deliverer())
  expect(await statuses(id)).toEqual([{ event: 'credits', status: 'pending', attempts: 1 }])
  const { body } = await app.request('GET', `/api/agents/${id}/webhook`, undefined, bearer)
  expect(body.failures_in_a_row).toBe(0)
})

test('a slow receiver with many events delays no other agent', async () => {
  const slow = await listening('/slow')
  for (let i = 0; i < 30; i++) {
    const report = { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms: i, agent_identity_id: slow.id }
    await app.request('POST', '/api/report', report)
  }
  app.clock.advance(1000)
  const quick = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: quick.id })
  const released = Promise.withResolvers<void>()
  beforeAnswer = (url) => (url === '/slow' ? released.promise : Promise.resolve())
  const part = deliverer()
  const first = part.deliverDue()
  await expect.poll(() => statuses(quick.id)).toMatchObject([{ status: 'delivered' }])
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'failure', agent_identity_id: quick.id })
  expect(await part.deliverDue()).toBe(1)
  expect((await statuses(quick.id)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  expect(received.filter(({ url }) => url === '/slow')).toHaveLength(4)
  released.resolve()
  expect(await first).toBe(5)
  await deliverAll(part)
  expect(new Set((await statuses(slow.id)).map(({ status }) => status))).toEqual(new Set(['delivered']))
})

/** Reports enough for more rounds than one, before anybody else does. */
async function behind(hosts: readonly string[], path: string): Promise<void> {
  for (const host of hosts) {
    const { id } = await listening(path, host)
    for (let i = 0; i < 12; i++)
      await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms: i, agent_identity_id: id })
  }
  app.clock.advance(1000)
}

async function withOneEvent(path: string, host: string): Promise<string> {
  const { id } = await listening(path, host)
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  return id
}

const hosts = (count: number) => Array.from({ length: count }, (_, i) => `host-${i}.waymark.dev`)
const sentTo = (path: string) => received.filter(({ url }) => url === path).length

test('slow receivers with much to come keep nobody else waiting for longer than a slot is held', async () => {
  await behind(hosts(6), '/slow')
  const quick = await withOneEvent('/quick', 'quick.waymark.dev')
  const released = Promise.withResolvers<void>()
  beforeAnswer = (url) => (url === '/slow' ? released.promise : Promise.resolve())
  const part = deliverer()
  part.start()
  await expect.poll(() => statuses(quick)).toMatchObject([{ status: 'delivered' }])
  expect(sentTo('/slow')).toBeLessThanOrEqual(24)
  released.resolve()
  await part.close()
  await deliverAll(deliverer())
})

test('agents take turns, so that the long backlog of some is not served first', async () => {
  await behind(hosts(5), '/busy')
  await withOneEvent('/late', 'late.waymark.dev')
  const part = deliverer()
  expect([await part.deliverDue(), await part.deliverDue()]).toEqual([20, 1])
  expect(received.at(-1)?.url).toBe('/late')
  await deliverAll(part)
  expect(received).toHaveLength(61)
})

test('one host with many agents leaves slots to the others', async () => {
  await behind(Array(30).fill('crowded.waymark.dev'), '/crowded')
  await withOneEvent('/other', 'other.waymark.dev')
  const released = Promise.withResolvers<void>()
  beforeAnswer = (url) => (url === '/crowded' ? released.promise : Promise.resolve())
  const part = deliverer()
  const first = part.deliverDue()
  expect(await part.deliverDue()).toBe(1)
  expect(sentTo('/other')).toBe(1)
  released.resolve()
  expect(await first).toBe(8)
  await deliverAll(part)
  expect(received).toHaveLength(361)
})

test('an export tells the address but never again the secret', async () => {
  const { id, secret } = await listening()
  const { text, body } = await app.request('GET', `/api/agents/${id}/export`, undefined, { authorization: `Bearer ${id}` })
  expect(body.records.agents[0].webhook_url).toContain('/hook')
  expect(text).not.toContain(secret)
})

test('401 and 403 guard the address; 400 for an unsafe one', async () => {
  const { id } = await listening()
  const set = (headers: Record<string, string>, webhook_url = 'https://hooks.waymark.dev/z') =>
    app.request('PUT', '/api/agents/webhook', { agent_identity_id: id, webhook_url }, headers)
  expect((await set({})).status).toBe(401)
  const other = await set({ authorization: 'Bearer other' })
  expect([other.status, other.body.error]).toEqual([403, expect.stringContaining('not the identity of this agent')])
  expect((await set({ authorization: `Bearer ${id}` }, 'http://10.0.0.1/')).status).toBe(400)
  expect((await app.request('GET', `/api/agents/${id}/webhook`)).status).toBe(401)
})

test('404 for the address of an agent that another process has just deleted', async () => {
  const { id } = await listening()
  await app.request('POST', '/api/route', { task: 'hello', agent_identity_id: id })
  await app.store.execute('DELETE FROM agents WHERE agent_identity_id = $1', [id])
  const set = { agent_identity_id: id, webhook_url: 'https://hooks.waymark.dev/x' }
  expect((await app.request('PUT', '/api/agents/webhook', set, { authorization: `Bearer ${id}` })).status).toBe(404)
})

test('two deliverers on one store send each event once', async () => {
  const { id } = await listening()
  for (let i = 0; i < 30; i++) {
    await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', latency_ms: i, agent_identity_id: id })
  }
  await Promise.all([deliverAll(deliverer()), deliverAll(deliverer())])
  const ids = received.map(({ body }) => body.id)
  expect([ids.length, new Set(ids).size]).toEqual([30, 30])
})

test('a changed definition is told once to agents that reported on the tool, and to no other', async () => {
  const { id } = await listening()
  const other = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'tavily-mcp', outcome: 'success', agent_identity_id: id })
  const part = deliverer()
  await deliverAll(part)
  received = []
  await part.announceChanges()
  // Retention may have removed what it reported.
  await app.store.execute('DELETE FROM outcomes WHERE agent_identity_id = $1', [id])
  app.clock.advance(60_000)
  const changed = deliverer([{ slug: 'tavily-mcp', canonical_name: 'Tavily', defined_at: app.clock.now.toISOString() }])
  app.clock.advance(10_000)
  await changed.announceChanges()
  await changed.announceChanges()
  await deliverAll(changed)
  expect(received.map(({ body }) => [body.type, body.data.skill_slug])).toEqual([['definition_changed', 'tavily-mcp']])
  expect(await statuses(other.id)).toEqual([])
})

test('what processes define under clocks that differ is announced, and a clock that is far ahead holds up nothing', async () => {
  const { id } = await listening()
  const tools = ['brave-search-mcp', 'time-mcp', 'git-mcp'] as const
  for (const skill_slug of tools) await app.request('POST', '/api/report', { skill_slug, outcome: 'success', agent_identity_id: id })
  const part = deliverer()
  await part.announceChanges()
  await deliverAll(part)
  received = []
  app.clock.advance(60_000)
  const at = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString()
  const defined = (slug: string, ms: number) => ({ slug, canonical_name: slug, defined_at: at(ms) })
  const [ahead, behind, wrong] = [defined(tools[0], 5000), defined(tools[1], -3000), defined(tools[2], 400 * 86_400_000)]
  await deliverer([ahead, wrong]).announceChanges()
  app.clock.advance(16_000)
  await deliverer([ahead, wrong, behind]).announceChanges()
  await deliverAll(part)
  expect(received.map(({ body }) => body.data.skill_slug).sort()).toEqual([tools[0], tools[1]])
  received = []
  // As an earlier Waymark may have left it.
  await app.store.execute('UPDATE webhook_marks SET at = $1', [wrong.defined_at])
  await deliverer([]).announceChanges()
  const later = defined(tools[1], 0)
  app.clock.advance(10_000)
  await deliverer([later, wrong]).announceChanges()
  await deliverAll(part)
  expect(received.map(({ body }) => body.data.skill_slug)).toEqual([tools[1]])
})

test('an agent that is deleted while a changed definition is announced leaves no event behind', async () => {
  const { id } = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'exa-mcp-server', outcome: 'success', agent_identity_id: id })
  await deliverer().announceChanges()
  app.clock.advance(60_000)
  let deleting: Promise<unknown> = Promise.resolve()
  const whileDeleting: Store = {
    ...app.store,
    transaction: (work) =>
      app.store.transaction((tx) =>
        work({
          query: (...given) => tx.query(...given),
          execute: (...given) => tx.execute(...given),
          hold: (names) => tx.hold(names),
          async insertMany(...given) {
            deleting = app.request('DELETE', `/api/agents/${id}`, undefined, { authorization: `Bearer ${id}` })
            await Promise.race([deleting, sleep(500)])
            return tx.insertMany(...given)
          },
        }),
      ),
  }
  const exa = { slug: 'exa-mcp-server', canonical_name: 'Exa', defined_at: app.clock.now.toISOString() } as CatalogEntry
  app.clock.advance(10_000)
  expect(await announceChanges({ store: whileDeleting, now: () => app.clock.now, entries: () => [exa] })).toBe(1)
  await deleting
  expect(await statuses(id)).toEqual([])
})

test('the service itself never reaches an address on this machine, even when the store holds one', async () => {
  const { id } = await listening()
  await app.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id: id })
  const strict = openDeliveries({
    store: app.store,
    fetchSafely: createSafeFetch(),
    now: () => app.clock.now,
    entries: () => [],
    onError: () => {},
  })
  parts.push(strict)
  await strict.deliverDue()
  expect(received).toEqual([])
  const [delivery] = await app.store.query<{ last_problem: string }>(
    'SELECT last_problem FROM webhook_deliveries WHERE agent_identity_id = $1',
    [id],
  )
  expect(delivery?.last_problem).toContain('public address')
})

test('a running service delivers periodically, despite a receiver that does not answer', async () => {
  const live = await testApp({ outbound: { alsoAllow: (address, to) => address === '127.0.0.1' && to === receiver.port } })
  const report = async (path: string) => {
    const agent_identity_id = await live.register()
    await live.store.execute('UPDATE agents SET webhook_url = $2, webhook_secret = $3 WHERE agent_identity_id = $1', [
      agent_identity_id,
      `${receiver.url}${path}`,
      'whsec_AAAA',
    ])
    await live.request('POST', '/api/report', { skill_slug: 'firecrawl-mcp', outcome: 'success', agent_identity_id })
  }
  const arrived = (path: string) => expect.poll(() => received.map(({ url }) => url)).toContain(path)
  const released = Promise.withResolvers<void>()
  beforeAnswer = (url) => (url === '/silent' ? released.promise : Promise.resolve())
  await report('/silent')
  await arrived('/silent')
  await report('/live')
  await arrived('/live')
  expect(received.map(({ body }) => body.type)).toEqual(['credits', 'credits'])
  released.resolve()
  await live.close()
})

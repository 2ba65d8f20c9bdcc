import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { type StandIn, standIn } from '../../test/support/stand-in.ts'
import { agentsChanged } from '../agents/directory.ts'
import { command } from '../cli/commands/verify.ts'
import { queueOn } from '../cli/review-queue.ts'

const secret = 'an-operator-secret-of-forty-characters!!'
const operator = { authorization: `Bearer ${secret}` }
let app: TestApp
let posts: StandIn
type Slow = { asked: PromiseWithResolvers<void>; answered: PromiseWithResolvers<void> }
const page: { text: string; status: number; slow: Slow | undefined } = { text: '', status: 200, slow: undefined }

beforeAll(async () => {
  posts = await standIn(async (_, response) => {
    page.slow?.asked.resolve()
    await page.slow?.answered.promise
    response.writeHead(page.status).end(page.text)
  })
  app = await testApp({
    env: { ADMIN_SECRET: secret, VERIFY_FETCH: 'on' },
    outbound: {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      alsoAllow: (address, to) => address === '127.0.0.1' && to === posts.port,
    },
  })
})
afterAll(async () => {
  await posts.close()
  await app.close()
})

let count = 0
const newAgent = async () => {
  const agent_name = `candidate-${count++}`
  return { agent_name, id: await app.register(agent_name) }
}
const verify = (body: object) => app.request('POST', '/api/verify', body)
const statusOf = async (agent_name: string) => (await app.request('GET', `/api/verify/status?agent_name=${agent_name}`)).body
const requests = async (status = 'submitted') =>
  (await app.request('GET', `/api/admin/verifications?status=${status}&limit=200`, undefined, operator)).body.verifications
const requestOf = async (agent_name: string, status = 'submitted') =>
  (await requests(status)).find((request: { agent_name: string }) => request.agent_name === agent_name)
const decide = (id: string, verdict: string, body: object = {}) =>
  app.request('POST', `/api/admin/verifications/${id}/${verdict}`, body, operator)

test('200 submitted, once per agent however often it is sent', async () => {
  const { agent_name } = await newAgent()
  const first = await verify({ agent_name, x_handle: '@first' })
  expect(first.body).toEqual({ status: 'submitted', message: expect.stringContaining('24 hours') })
  await Promise.all(Array.from({ length: 20 }, () => verify({ agent_name, x_handle: 'second' })))
  const mine = (await requests()).filter((request: { agent_name: string }) => request.agent_name === agent_name)
  expect(mine).toHaveLength(1)
  expect(mine[0]).toMatchObject({ x_handle: 'second', status: 'submitted' })
  expect(mine[0]).not.toHaveProperty('agent_identity_id')
  expect(await statusOf(agent_name)).toMatchObject({ status: 'submitted', verified: false, trust_tier: 'baseline' })
})

test('404 for an unknown name, 400 for what is no handle', async () => {
  expect((await verify({ agent_name: 'nobody-here', x_handle: 'x' })).status).toBe(404)
  expect((await app.request('GET', '/api/verify/status?agent_name=nobody-here')).status).toBe(404)
  expect((await app.request('GET', '/api/verify/status?agent_identity_id=nobody')).status).toBe(404)
  expect(await app.request('GET', '/api/verify/status')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'agent_name', message: 'is required unless agent_identity_id is given' }] },
  })
  const { agent_name } = await newAgent()
  for (const x_handle of ['', '@', 'a b', '<script>', 'x'.repeat(101), undefined]) {
    expect([x_handle, (await verify({ agent_name, x_handle })).status]).toEqual([x_handle, 400])
  }
  expect((await verify({ agent_name, x_handle: 'bot@social.town' })).status).toBe(200)
  expect((await verify({ agent_name, x_handle: 'bot', post_url: 'http://10.0.0.1/post' })).status).toBe(400)
})

test('the code stays the same until the review, and stands in the text to post', async () => {
  const { agent_name } = await newAgent()
  const first = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
  expect(first).toMatchObject({ status: 'initiated', code: expect.stringMatching(/^waymark-[0-9a-f]{10}$/) })
  expect(first.post_text).toContain(first.code)
  expect(await statusOf(agent_name)).toMatchObject({ status: 'initiated' })
  await verify({ agent_name, x_handle: 'same_code' })
  const again = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
  expect(again).toMatchObject({ status: 'submitted', code: first.code })
  expect((await requestOf(agent_name)).code).toBe(first.code)
})

test('approval raises the score to 50, shows verified, and happens once', async () => {
  const { agent_name, id } = await newAgent()
  await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)
  await verify({ agent_name, x_handle: 'approved_one' })
  const { verification_id } = await requestOf(agent_name)
  const replies = await Promise.all(Array.from({ length: 10 }, () => decide(verification_id, 'approve')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  const [row] = await app.store.query('SELECT trust_score, verified_at FROM agents WHERE agent_identity_id = $1', [id])
  expect(row).toEqual({ trust_score: 50, verified_at: app.clock.now.toISOString() })
  expect(await statusOf(agent_name)).toMatchObject({ status: 'approved', verified: true, trust_tier: 'verified' })
  const byId = await app.request('GET', `/api/verify/status?agent_identity_id=${id}`)
  expect(byId.body).toMatchObject({ agent_name, verified: true })
  expect((await app.request('GET', `/api/agent-dashboard?agent_identity_id=${id}`)).body.agent.trust_tier).toBe('verified')
  expect((await verify({ agent_name, x_handle: 'again' })).status).toBe(409)
})

test.each([
  [49.9, 50],
  [50, 50],
  [80, 80],
])('approval with a score of %d leaves %d', async (before, after) => {
  const { agent_name, id } = await newAgent()
  await app.store.execute('UPDATE agents SET trust_score = $2 WHERE agent_identity_id = $1', [id, before])
  await verify({ agent_name, x_handle: 'edge' })
  await decide((await requestOf(agent_name)).verification_id, 'approve')
  const [row] = await app.store.query('SELECT trust_score FROM agents WHERE agent_identity_id = $1', [id])
  expect(row).toEqual({ trust_score: after })
})

test('401 and 403 before a body is read, and none is needed to approve', async () => {
  const { agent_name } = await newAgent()
  await verify({ agent_name, x_handle: 'no_body' })
  const { verification_id } = await requestOf(agent_name)
  const path = `/api/admin/verifications/${verification_id}/approve`
  const json = { 'content-type': 'application/json' }
  for (const payload of [undefined, '', '{"cut', '[]']) {
    const send = async (headers: object) =>
      (
        await app.server.inject({
          method: 'POST',
          url: path,
          ...(payload === undefined ? {} : { payload }),
          headers: { ...json, ...headers },
        })
      ).statusCode
    expect([await send({}), await send({ authorization: 'Bearer wrong' })]).toEqual([401, 403])
  }
  expect((await app.request('POST', path, undefined, operator)).status).toBe(200)
})

test('a request that is sent again keeps its place in the queue and its post', async () => {
  const { agent_name } = await newAgent()
  const post_url = `http://social.waymark.dev:${posts.port}/poster/1`
  await verify({ agent_name, x_handle: '@Poster', post_url })
  const first = await requestOf(agent_name)
  app.clock.advance(60_000)
  await verify({ agent_name, x_handle: '@poster' })
  expect(await requestOf(agent_name)).toMatchObject({ post_url, submitted_at: first.submitted_at })
  const { message } = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
  expect(message).toMatch(/^The request is in already\. /)
})

test('a rejection needs a reason, shows it, and a new request may follow', async () => {
  const { agent_name, id } = await newAgent()
  await verify({ agent_name, x_handle: 'rejected_one' })
  const { verification_id, code } = await requestOf(agent_name)
  expect((await decide(verification_id, 'reject')).status).toBe(400)
  const reason = 'The post does not hold the code.'
  expect((await decide(verification_id, 'reject', { reason })).body.verification).toMatchObject({ status: 'rejected', reason })
  expect(await statusOf(agent_name)).toMatchObject({ status: 'rejected', reason, verified: false })
  const [row] = await app.store.query('SELECT trust_score, verified_at FROM agents WHERE agent_identity_id = $1', [id])
  expect(row).toEqual({ trust_score: 25, verified_at: null })
  app.clock.advance(1000)
  await verify({ agent_name, x_handle: 'rejected_one' })
  expect(await requestOf(agent_name)).toMatchObject({ code, submitted_at: expect.any(String) })
  expect(await statusOf(agent_name)).toMatchObject({ status: 'submitted', reason: null, message: expect.stringContaining(reason) })
})

test('what was said of a rejected request is told where the next one stands, and by help, not by the answer to it', async () => {
  const { agent_name, id } = await newAgent()
  const sent = { agent_name, x_handle: 'told_why' }
  const help = async () => (await app.tool('service_help', { agent_identity_id: id })).value.you.verification
  expect(await help()).toBeNull()
  expect((await verify(sent)).body.message).not.toContain('rejected')
  const reason = 'The post does not hold the code.'
  await decide((await requestOf(agent_name)).verification_id, 'reject', { reason })
  expect(await help()).toMatchObject({ status: 'rejected', reason })
  app.clock.advance(1000)
  for (let times = 0; times < 2; times++) expect((await verify(sent)).body.message).not.toContain(reason)
  expect(await help()).toMatchObject({ status: 'submitted', reason: null, message: expect.stringContaining(reason) })
  await decide((await requestOf(agent_name)).verification_id, 'approve')
  expect(await help()).toMatchObject({ status: 'approved', message: expect.not.stringContaining(reason) })
})

test('whoever submits is told the code that the review looks for, unless the post holds it', async () => {
  const { agent_name } = await newAgent()
  const { message } = (await verify({ agent_name, x_handle: 'poster' })).body
  const { code } = await requestOf(agent_name)
  expect(message).toContain(code)
  const post_url = `http://social.waymark.dev:${posts.port}/poster/1`
  Object.assign(page, { text: 'no code', status: 200 })
  expect((await verify({ agent_name, x_handle: 'poster', post_url })).body.message).toContain(code)
  page.text = `@poster says ${code}`
  expect((await verify({ agent_name, x_handle: 'poster', post_url })).body.message).not.toContain(code)
})

test('a review is told to the other processes once, from the service and from the command line', async () => {
  const heard: string[] = []
  const stop = app.store.listen(agentsChanged, (message) => heard.push(message))
  const queue = queueOn(app.store)
  const ways = {
    service: (id: string) => decide(id, 'approve'),
    'command line': (verification_id: string) => queue.review({ verification_id, verdict: 'approved', reason: null }),
  }
  for (const [way, approve] of Object.entries(ways)) {
    const { agent_name, id } = await newAgent()
    await verify({ agent_name, x_handle: 'told' })
    await approve((await requestOf(agent_name)).verification_id)
    await app.store.notify(agentsChanged, way)
    await expect.poll(() => heard).toContain(way)
    expect(heard.filter((message) => message === id)).toEqual([id])
  }
  stop()
})

test('the review tells the agent by webhook, in the same transaction', async () => {
  const { agent_name, id } = await newAgent()
  await app.store.execute('UPDATE agents SET webhook_url = $2, webhook_secret = $3 WHERE agent_identity_id = $1', [
    id,
    'https://hooks.waymark.dev/v',
    'whsec_AA==',
  ])
  await verify({ agent_name, x_handle: 'told' })
  await decide((await requestOf(agent_name)).verification_id, 'approve')
  const rows = await app.store.query<{ event: string; body: string }>(
    'SELECT event, body FROM webhook_deliveries WHERE agent_identity_id = $1',
    [id],
  )
  expect(rows.map(({ event, body }) => [event, JSON.parse(body).data.status])).toEqual([['verification', 'approved']])
})

test('the operator sees how many agents claim one handle, however they write it', async () => {
  const [a, b] = [await newAgent(), await newAgent()]
  await verify({ agent_name: a.agent_name, x_handle: 'shared_handle' })
  await verify({ agent_name: b.agent_name, x_handle: '@Shared_Handle' })
  expect((await requestOf(a.agent_name)).agents_with_handle).toBe(2)
  expect(await requestOf(b.agent_name)).toMatchObject({ x_handle: 'Shared_Handle', agents_with_handle: 2 })
})

test('the post is looked at for code and handle, and the finding decides nothing', async () => {
  const look = async (text: (code: string) => string, status = 200) => {
    const { agent_name } = await newAgent()
    const { code } = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
    Object.assign(page, { text: text(code), status })
    await verify({ agent_name, x_handle: '@Poster', post_url: `http://social.waymark.dev:${posts.port}/post/1` })
    return requestOf(agent_name)
  }
  expect(await look((code) => `<p>@poster says ${code}</p>`)).toMatchObject({ post_check: 'found', status: 'submitted' })
  expect(await look((code) => `someone else says ${code}`)).toMatchObject({ post_check: 'not_found' })
  expect(await look(() => '@poster says nothing')).toMatchObject({ post_check: 'not_found' })
  expect(await look((code) => `@poster ${code}`, 500)).toMatchObject({ post_check: 'unreachable' })
})

test('the address of a post may name the handle in its path, and never proves the code', async () => {
  const look = async (text: (code: string) => string, address: (code: string) => string) => {
    const { agent_name } = await newAgent()
    const { code } = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
    Object.assign(page, { text: text(code), status: 200 })
    await verify({ agent_name, x_handle: '@Poster', post_url: `http://social.waymark.dev:${posts.port}${address(code)}` })
    return (await requestOf(agent_name)).post_check
  }
  expect(
    await look(
      (code) => `says ${code}`,
      () => '/@poster/1',
    ),
  ).toBe('found')
  expect(
    await look(
      (code) => `says ${code}`,
      () => '/1?by=poster',
    ),
  ).toBe('not_found')
  expect(
    await look(
      () => '@poster says nothing',
      (code) => `/poster/1?code=${code}`,
    ),
  ).toBe('not_found')
})

test('a request that is sent again forgets what was found about the post before', async () => {
  const { agent_name } = await newAgent()
  const { code } = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
  Object.assign(page, { text: `@poster says ${code}`, status: 200 })
  await verify({ agent_name, x_handle: '@poster', post_url: `http://social.waymark.dev:${posts.port}/1` })
  expect((await requestOf(agent_name)).post_check).toBe('found')
  await verify({ agent_name, x_handle: '@someone_else' })
  expect(await requestOf(agent_name)).toMatchObject({ x_handle: 'someone_else', post_url: null, post_check: null })
})

test('a look at a post that ends late says nothing about another one sent meanwhile', async () => {
  const { agent_name } = await newAgent()
  const { code } = (await app.request('POST', '/api/verify/initiate', { agent_name })).body
  const slow = { asked: Promise.withResolvers<void>(), answered: Promise.withResolvers<void>() }
  Object.assign(page, { text: `@poster says ${code}`, status: 200, slow })
  const first = verify({ agent_name, x_handle: '@poster', post_url: `http://social.waymark.dev:${posts.port}/1` })
  await slow.asked.promise
  await verify({ agent_name, x_handle: '@someone_else' })
  slow.answered.resolve()
  await first
  page.slow = undefined
  expect(await requestOf(agent_name)).toMatchObject({ x_handle: 'someone_else', post_check: null })
})

test('the status shows the tier of this moment, by name and by identity', async () => {
  const id = await app.register('rising')
  const tierBy = async (query: string) => (await app.request('GET', `/api/verify/status?${query}`)).body.trust_tier
  expect(await tierBy(`agent_identity_id=${id}`)).toBe('baseline')
  await app.store.execute('UPDATE agents SET trust_score = 49.5 WHERE agent_identity_id = $1', [id])
  await app.request('POST', '/api/report/model', { model_slug: 'm', outcome_status: 'success', agent_identity_id: id })
  expect([await tierBy('agent_name=rising'), await tierBy(`agent_identity_id=${id}`)]).toEqual(['trusted', 'trusted'])
})

test('401, 403 and 404 guard the operator face', async () => {
  expect((await app.request('GET', '/api/admin/verifications')).status).toBe(401)
  expect((await app.request('GET', '/api/admin/verifications', undefined, { authorization: 'Bearer wrong' })).status).toBe(403)
  expect((await decide('nothing', 'approve')).status).toBe(404)
  expect((await app.request('GET', '/api/admin/verifications?status=odd', undefined, operator)).status).toBe(400)
  const closed = await testApp()
  expect((await closed.request('GET', '/api/admin/verifications', undefined, operator)).status).toBe(404)
  await closed.close()
})

test('the tool asks for verification as REST does', async () => {
  const { agent_name } = await newAgent()
  const { value } = await app.tool('service_verify_agent', { agent_name, x_handle: '@by_tool' })
  expect(value.status).toBe('submitted')
})

test('the command line lists, approves and rejects on a running service', async () => {
  const to = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const lines: string[] = []
  const io = {
    out: (line: string) => lines.push(line),
    err: (line: string) => lines.push(line),
    fail: () => 1,
    env: { ADMIN_SECRET: secret },
    isTerminal: false,
  }
  const run = async (positionals: string[], options: Record<string, string> = {}) => {
    lines.length = 0
    return { code: await command.run({ positionals, options: { to, ...options } }, io), text: lines.join('\n') }
  }
  const [yes, no] = [await newAgent(), await newAgent()]
  for (const { agent_name } of [yes, no]) await verify({ agent_name, x_handle: 'cli' })
  expect((await run(['list'])).text).toContain(yes.agent_name)
  expect(await run(['approve', (await requestOf(yes.agent_name)).verification_id])).toEqual({
    code: 0,
    text: `${yes.agent_name} is approved.`,
  })
  await expect(run(['reject', (await requestOf(no.agent_name)).verification_id])).rejects.toThrow('--reason is required')
  const rejected = await run(['reject', (await requestOf(no.agent_name)).verification_id], { reason: 'No post found.' })
  expect(rejected).toEqual({ code: 0, text: `${no.agent_name} is rejected.` })
  await expect(run(['approve'])).rejects.toThrow('<id> is required')
  await expect(run(['dance'])).rejects.toThrow('Say list, approve <id> or reject')
  const here = command.run({ positionals: ['list'], options: {} }, { ...io, env: { PORT: '4611', DATA_DIR: '/dev/null/x' } })
  await expect(here).rejects.toThrow('add --to http://127.0.0.1:4611 and')
})

test('a request that was rejected under a clock that was ahead does not hide the next one', async () => {
  const { agent_name } = await newAgent()
  const ahead = 400 * 86_400_000
  app.clock.advance(ahead)
  await verify({ agent_name, x_handle: 'early_one' })
  await decide((await requestOf(agent_name)).verification_id, 'reject', { reason: 'Too early.' })
  app.clock.advance(-ahead)
  await verify({ agent_name, x_handle: 'early_one' })
  expect(await statusOf(agent_name)).toMatchObject({ status: 'submitted', reason: null })
})

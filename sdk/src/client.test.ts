import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { standIn } from '../../test/support/stand-in.ts'
import { createWaymark, type Waymark, WaymarkError } from './client.ts'
import { questions } from './transport.ts'
import { withWaymark } from './wrap.ts'

let app: TestApp
let baseUrl: string
beforeAll(async () => {
  app = await testApp()
  baseUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('the loop: route, report, balance, with the identity registered on the way', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-loop' })
  const answer = await waymark.route('search the web for news about fusion power')
  expect(answer.available).toBe(true)
  const thanks = await waymark.report({
    skill_slug: 'exa-mcp-server',
    outcome: 'success',
    latency_ms: 900,
    cost_usd: 0.005,
    quality_rating: 8,
  })
  expect(thanks).toMatchObject({ available: true, accepted: true, credits_earned: 10 })
  const balance = await waymark.balance()
  expect(balance).toMatchObject({ available: true })
  expect(await waymark.identity()).toBe(await app.register('sdk-loop'))
})

test('models: route and report with the decision', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-models' })
  const answer = await waymark.routeModel('prove that the square root of 2 is irrational')
  if (!answer.available || !answer.model_details) throw new Error('no model was named')
  const thanks = await waymark.reportModel({
    model_slug: answer.model_details.slug,
    outcome_status: 'success',
    decision_id: answer.routing_metadata.decision_id ?? '',
  })
  expect(thanks).toMatchObject({ available: true, rewards: { decision_bonus: '1.5x' } })
})

test('an identity the service no longer knows is registered again, once for all pending calls', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-forgotten' })
  const before = await waymark.identity()
  await app.request('DELETE', `/api/agents/${before}`, undefined, { authorization: `Bearer ${before}` })
  const answers = await Promise.all([waymark.balance(), waymark.report({ skill_slug: 'exa-mcp-server', outcome: 'success' })])
  expect(answers).toMatchObject([{ available: true }, { available: true, accepted: true }])
  expect(await waymark.identity()).toBe(await app.register('sdk-forgotten'))
  expect(await waymark.identity()).not.toBe(before)
})

test('an identity given without a name is not replaced, nor is one for want of a tool', async () => {
  const unknown = createWaymark({ baseUrl, timeoutMs: 30_000, agentIdentityId: 'never-issued' })
  expect(await unknown.balance()).toMatchObject({ available: false, error: { status: 404 } })
  const asked: string[] = []
  const { url: there, close } = await standIn((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404, json).end('{"error":"No such tool.","code":"not_found","docs":"/docs#search_skills"}')
  })
  const named = createWaymark({ baseUrl: there, timeoutMs: 30_000, agentName: 'sdk-typo', agentIdentityId: 'a' })
  expect(await named.report({ skill_slug: 'no-such-tool', outcome: 'success' })).toMatchObject({ available: false })
  expect(asked).toEqual(['/api/report'])
  await close()
})

test('the address of the MCP endpoint will do, as on the command line', async () => {
  for (const end of ['/api/mcp', '/api/mcp/', '/']) {
    expect(await createWaymark({ baseUrl: `${baseUrl}${end}`, timeoutMs: 30_000 }).call('live', {})).toMatchObject({ status: 'ok' })
  }
})

test('every other operation is a typed call, and says what is wrong', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000 })
  const skills = await waymark.call('search_skills', { q: 'postgres', limit: 3 })
  expect(skills).toHaveLength(3)
  await expect(waymark.call('get_skill', { slug: 'no-such-tool' })).rejects.toMatchObject({ code: 'not_found', status: 404 })
})

test('a call that cannot be sent says why, as every other failure does', async () => {
  const { call, report } = createWaymark({ baseUrl: 'http://127.0.0.1:9', retries: 0 }) as unknown as Record<
    string,
    (...given: any[]) => any
  >
  const wrong: [unknown[], object][] = [
    [['no_such_operation', {}], { code: 'unknown_operation' }],
    [['constructor', {}], { code: 'unknown_operation' }],
    [['get_skill', {}], { code: 'invalid_input', message: 'Give slug: the address needs it.' }],
    [['report', { latency_ms: 5n }], { code: 'invalid_input' }],
    [['live'], { code: 'unreachable' }],
  ]
  for (const [given, problem] of wrong) {
    const refused = await call?.(...given).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(WaymarkError)
    expect(refused).toMatchObject(problem)
  }
  for (const options of [{ baseUrl: 'nonsense' }, { baseUrl: 'http://me:hush@127.0.0.1:9' }, { baseUrl, agentIdentityId: '\u20ac' }]) {
    const refused = { available: false, error: { code: 'invalid_input', message: expect.stringContaining('This cannot be sent: ') } }
    expect(await createWaymark(options).route('anything')).toMatchObject(refused)
  }
  expect(JSON.parse(JSON.stringify(await report?.({})))).toMatchObject({
    error: { message: 'Waymark cannot be reached at http://127.0.0.1:9. Is it running there?', code: 'unreachable' },
  })
})

test('registering again takes no more than what is left of the time', async () => {
  const { url: there, close } = await standIn((request, response) => {
    if (request.url === '/api/agents/register') return
    setTimeout(() => response.writeHead(404, json).end('{"error":"Unknown.","code":"not_found","docs":"/docs#register_agent"}'), 4000)
  })
  const started = Date.now()
  const answer = await createWaymark({ baseUrl: there, agentName: 'slow', agentIdentityId: 'a', timeoutMs: 5000, retries: 0 }).balance()
  expect(answer).toMatchObject({ available: false, error: { code: 'timeout' } })
  expect(Date.now() - started).toBeLessThan(8500)
  await close()
})

test('a service that is away gives a fallback, or throws when asked to', async () => {
  const away = { baseUrl: 'http://127.0.0.1:9', retries: 0 }
  const answer = await createWaymark(away).route('anything')
  expect(answer).toMatchObject({ available: false, approach: 'direct_llm', recommended_skill: null, error: { code: 'unreachable' } })
  // An agent that passes on what an answer holds needs no case of its own for one that did not come.
  const { decision_id } = answer.routing_metadata
  expect(await createWaymark({ baseUrl }).report({ skill_slug: 'stripe-mcp', outcome: 'success', decision_id })).toMatchObject({
    available: true,
  })
  await expect(createWaymark({ ...away, throws: true }).route('anything')).rejects.toBeInstanceOf(WaymarkError)
})

test('a report or a balance that failed holds the reason and no recommendation', async () => {
  const away = createWaymark({ baseUrl: 'http://127.0.0.1:9', retries: 0, agentName: 'sdk-away' })
  const report = await away.report({ skill_slug: 'exa-mcp-server', outcome: 'success' })
  const balance = await away.balance()
  expect([Object.keys(report), Object.keys(balance)]).toEqual([
    ['available', 'error'],
    ['available', 'error'],
  ])
  expect([report, balance]).toMatchObject([{ error: { code: 'unreachable' } }, { error: { code: 'unreachable' } }])
})

test('without a name, what is about an agent says which option to set', async () => {
  const nameless = createWaymark({ baseUrl, timeoutMs: 30_000 })
  const said = { available: false, error: { message: expect.stringContaining('Set agentName') } }
  expect(await nameless.balance()).toMatchObject(said)
  expect(await nameless.register()).toMatchObject(said)
  await expect(createWaymark({ baseUrl, throws: true }).balance()).rejects.toThrow('Set agentName')
})

const json = { 'content-type': 'application/json' }

test.each<[string, (response: ServerResponse) => void, string]>([
  [
    'breaks off',
    (response) => response.writeHead(200, { ...json, 'content-length': 50 }).write('{"approach"', () => response.destroy()),
    'unreachable',
  ],
  ['is cut short', (response) => response.writeHead(200, json).end('{"approach":'), 'unreachable'],
  ['stalls half way', (response) => response.writeHead(200, json).write('{"approach":'), 'timeout'],
  ['is a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'), 'unreachable'],
  ['is nothing', (response) => response.writeHead(200, json).end('null'), 'unreachable'],
])('an answer that %s counts as no answer', async (_, answer, code) => {
  const { url: there, close } = await standIn((_request, response) => answer(response))
  const timeoutMs = code === 'timeout' ? 500 : 30_000
  for (const agentName of [undefined, 'my-agent']) {
    const got = await createWaymark({ baseUrl: there, retries: 0, timeoutMs, ...(agentName ? { agentName } : {}) }).route('anything')
    expect(got).toMatchObject({ available: false, error: { code } })
  }
  await close()
})

test('the time a call may take holds for the registration on its way too', async () => {
  const { url: there, close } = await standIn((request, response) => {
    const wait = request.url?.endsWith('register') ? 700 : 600
    setTimeout(() => response.writeHead(200, json).end('{"agent_identity_id":"a"}'), wait)
  })
  const waymark = createWaymark({ baseUrl: there, retries: 0, timeoutMs: 1000, agentName: 'slow' })
  expect(await waymark.route('anything')).toMatchObject({ error: { code: 'timeout' } })
  await close()
})

test('a name that is refused throws when asked to, and else costs only the identity', async () => {
  const refused = { baseUrl, timeoutMs: 30_000, agentName: 'x'.repeat(200) }
  await expect(createWaymark({ ...refused, throws: true }).route('write a poem')).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await createWaymark(refused).route('write a poem')).toMatchObject({ available: true })
})

test('an agent that cannot be registered now is not asked for without its preferences', async () => {
  const asked: (string | undefined)[] = []
  const { url: there, close } = await standIn((request, response) => {
    asked.push(request.url)
    const isAway = request.url?.endsWith('register')
    response.writeHead(isAway ? 503 : 200, json).end(isAway ? '{"error":"The store is away.","code":"unavailable"}' : '{}')
  })
  const waymark = createWaymark({ baseUrl: there, timeoutMs: 30_000, retries: 0, agentName: 'sdk-unknown' })
  const away = { available: false, error: { code: 'unavailable', status: 503 } }
  expect(await waymark.route('write a poem')).toMatchObject({ ...away, recommended_model: null })
  expect(await waymark.reportModel({ model_slug: 'x', outcome_status: 'success' })).toMatchObject(away)
  expect(asked).toEqual(['/api/agents/register', '/api/agents/register'])
  await close()
})

test('pictures and YAML come as text', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000 })
  const picture: string = await waymark.call('badge', { slug: 'stripe-mcp' })
  expect(picture).toContain('<svg')
  expect(await waymark.call('export_litellm', {})).toContain('model_list:')
  expect(await waymark.call('export_litellm', { format: 'json' })).toHaveProperty('model_list')
})

test('a transient failure is sent again with the same key, within the budget', async () => {
  const keys: unknown[] = []
  const flaky = await standIn((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(keys.length < 3 ? 503 : 200, json).end('{"accepted":true}')
  })
  const waymark = createWaymark({ baseUrl: flaky.url, timeoutMs: 30_000 })
  expect(await waymark.report({ skill_slug: 'a', outcome: 'success' })).toMatchObject({ available: true })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  await flaky.close()
})

test('questions carry no key, which would need the store of the service, and every act that is a POST does', async () => {
  const posts = app.table.filter(({ http }) => [http].flat().some((line) => line.startsWith('POST ')))
  expect(new Set(posts.flatMap(({ name, effect }) => (effect === 'read' ? name : [])))).toEqual(questions)
  const keys: unknown[] = []
  const { url: there, close } = await standIn((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(200, json).end('{}')
  })
  const waymark = createWaymark({ baseUrl: there, timeoutMs: 30_000 })
  await waymark.route('anything')
  await waymark.routeModel('anything')
  await waymark.report({ skill_slug: 'a', outcome: 'success' })
  expect(keys).toEqual([undefined, undefined, expect.any(String)])
  await close()
})

test('only what passes is sent again: no answer, 429, 502, 503 and 504', async () => {
  let status = 0
  let asked = 0
  const refusing = await standIn((_, response) => {
    asked++
    if (status === 0) response.destroy()
    else response.writeHead(status, json).end('{"error":"No.","code":"x"}')
  })
  const waymark = createWaymark({ baseUrl: refusing.url, timeoutMs: 30_000, retries: 1 })
  const sent: Record<number, number> = {}
  for (status of [0, 400, 404, 408, 409, 429, 500, 501, 502, 503, 504, 505, 507, 520]) {
    asked = 0
    expect(await waymark.route('anything')).toMatchObject({ available: false, error: { status } })
    sent[status] = asked
  }
  const again = Object.keys(sent).filter((one) => sent[Number(one)] === 2)
  expect(again).toEqual(['0', '429', '502', '503', '504'])
  await refusing.close()
})

test('withWaymark reports success and failure, and lets the work fail as it would', async () => {
  const waymark: Waymark = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-wrapped' })
  const run = withWaymark(waymark)
  const value = await run('open the pricing page in a browser and read it', async (_, tell) => {
    tell({ skill_slug: 'playwright-mcp', quality_rating: 9 })
    return 42
  })
  expect(value).toBe(42)
  await expect(
    run('open the pricing page in a browser and read it', async (_, tell) => {
      tell({ skill_slug: 'playwright-mcp' })
      throw new Error('the page is gone')
    }),
  ).rejects.toThrow('the page is gone')
  const rows = await app.store.query<{ outcome: string }>("SELECT outcome FROM outcomes WHERE subject = 'playwright-mcp' ORDER BY outcome")
  expect(rows.map(({ outcome }) => outcome)).toEqual(['error', 'success'])
})

const plan = 'get the open issues from GitHub, then post a summary to the #eng channel in Slack'
const outcomesOf = async (waymark: Waymark) =>
  app.store.query<{ subject: string; outcome: string; latency_ms: number | null; output_tokens: number | null; is_linked: number }>(
    `SELECT subject, outcome, latency_ms, output_tokens, CASE WHEN decision_id IS NULL THEN 0 ELSE 1 END AS is_linked
     FROM outcomes WHERE agent_identity_id = $1 ORDER BY subject`,
    [(await waymark.identity()) ?? null],
  )

test('withWaymark reports each step of a plan, as far as it is known how it went', async () => {
  const done = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-plan-done' })
  await withWaymark(done)(plan, async (_, tell) =>
    tell({ step: 2, skill_slug: 'slack-bot-mcp', outcome: 'partial_success', latency_ms: 300 }),
  )
  expect(await outcomesOf(done)).toMatchObject([
    { subject: 'github-mcp-server', outcome: 'success', latency_ms: null, is_linked: 1 },
    { subject: 'slack-bot-mcp', outcome: 'partial_success', latency_ms: 300, is_linked: 0 },
  ])
  const broken = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-plan-broken' })
  const work = withWaymark(broken)(plan, async (_, tell) => {
    tell({ step: 1, latency_ms: 200 })
    tell({ step: 1, outcome: 'success' })
    throw new Error('the channel is gone')
  })
  await expect(work).rejects.toThrow('the channel is gone')
  expect(await outcomesOf(broken)).toMatchObject([{ subject: 'github-mcp-server', outcome: 'success', latency_ms: 200 }])
})

test('withWaymark reports the model where it works alone, or the one that is told', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000, agentName: 'sdk-model-alone' })
  const run = withWaymark(waymark)
  const recommended = await run('write a haiku about rain', async ({ recommended_model }, tell) => {
    tell({ output_tokens: 20 })
    return recommended_model?.slug
  })
  const failed = run('write a haiku about snow', async (_, tell) => {
    tell({ model_slug: 'my-own-model' })
    throw new Error('the model is away')
  })
  await expect(failed).rejects.toThrow('the model is away')
  const reported = (await outcomesOf(waymark)).map((row) => [row.subject, row.outcome, row.output_tokens, row.is_linked])
  expect(reported).toHaveLength(2)
  expect(reported).toContainEqual([recommended, 'success', 20, 1])
  expect(reported).toContainEqual(['my-own-model', 'failure', null, 1])
})

test('a report that fails is not taken for work that failed, and does not take its result away', async () => {
  const outcomes: string[] = []
  const { url: there, close } = await standIn(async (request, response) => {
    const text = (await request.toArray()).join('')
    if (!request.url?.endsWith('report')) return response.writeHead(200, json).end('{}')
    outcomes.push(JSON.parse(text).outcome)
    return response.writeHead(400, json).end('{"error":"No.","code":"invalid_input"}')
  })
  const run = withWaymark(createWaymark({ baseUrl: there, timeoutMs: 30_000, throws: true }))
  const used = { skill_slug: 'a' }
  const done = run('anything', async (_, tell) => {
    tell(used)
    return 42
  })
  expect(await done).toBe(42)
  const gone = run('anything', async (_, tell) => {
    tell(used)
    throw new Error('the page is gone')
  })
  await expect(gone).rejects.toThrow('the page is gone')
  expect(outcomes).toEqual(['success', 'error'])
  await close()
})

test.each(['{"orchestration":5}', '{"approach":"direct_llm","recommended_model":"a"}', '{"routing_metadata":7}'])(
  'the work keeps its result whoever answers: %s',
  async (body) => {
    const { url: there, close } = await standIn((_, response) => response.writeHead(200, json).end(body))
    expect(await withWaymark(createWaymark({ baseUrl: there, timeoutMs: 30_000 }))('anything', async () => 42)).toBe(42)
    await close()
  },
)

test.each([false, true])('the work runs while Waymark is away (throws: %s)', async (throws) => {
  const run = withWaymark(createWaymark({ baseUrl: 'http://127.0.0.1:9', retries: 0, throws, agentName: 'sdk-away' }))
  const seen = await run('anything', async (answer, tell) => {
    tell({ skill_slug: 'a' })
    return answer
  })
  expect(seen).toMatchObject({ available: false, recommended_skill: null, error: { code: 'unreachable' } })
})

test('register asks once, and the identity it gives is used from then on', async () => {
  const asked: string[] = []
  const { url: there, close } = await standIn((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, json).end('{"agent_identity_id":"a"}')
  })
  const waymark = createWaymark({ baseUrl: there, timeoutMs: 30_000, agentName: 'sdk-registers' })
  expect(await waymark.register()).toMatchObject({ available: true, agent_identity_id: 'a' })
  expect(await waymark.identity()).toBe('a')
  expect(asked).toEqual(['/api/agents/register'])
  await close()
})

test('options that are not set are as if they were not there', async () => {
  const given = { baseUrl: `${baseUrl}//`, timeoutMs: undefined, retries: undefined, telemetry: undefined, fetch: undefined }
  const answer = await createWaymark(given as object).routeModel('say hello')
  expect(answer.available && answer.routing_metadata.decision_id).toEqual(expect.any(String))
})

test.each([30_000.5, 1e10, Number.POSITIVE_INFINITY])('a time budget of %d ms is one', async (timeoutMs) => {
  expect(await createWaymark({ baseUrl, timeoutMs }).routeModel('say hello')).toMatchObject({ available: true })
})

test('a null in a query is left out as it is in a body', async () => {
  const waymark = createWaymark({ baseUrl, timeoutMs: 30_000 })
  const all = await waymark.call('search_skills', { limit: 3 })
  expect(await waymark.call('search_skills', { limit: 3, q: null as unknown as string })).toEqual(all)
})

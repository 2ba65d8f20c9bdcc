import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestDetails } from '../src/calls/operation.ts'
import { mostRunsAtOnce } from '../src/telemetry/rules.ts'
import { type TestApp, testApp } from './support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }
const raw = (body: string | Buffer, headers: Record<string, string> = json, url = '/api/agents/register') =>
  app.server.inject({ method: 'POST', url, payload: body, headers })

describe('bad input gets a clear 4xx', () => {
  test.each([
    ['cut-off JSON', '{"agent_name":', 400, 'malformed_json'],
    ['no body', '', 400, 'invalid_input'],
    ['a list', '[]', 400, 'invalid_input'],
    ['a number', '7', 400, 'invalid_input'],
    ['null', 'null', 400, 'invalid_input'],
    ['a NUL character', '{"agent_name":"a\\u0000b"}', 400, 'invalid_input'],
    ['half a surrogate pair', '{"agent_name":"a\\ud800b"}', 400, 'invalid_input'],
    ['a prototype key', '{"agent_name":"a","__proto__":{"x":1}}', 400, 'invalid_input'],
    ['a constructor key', '{"agent_name":"a","constructor":{"prototype":{}}}', 400, 'invalid_input'],
    ['deep nesting', `{"agent_name":"a","x":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400, 'invalid_input'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'malformed_json'],
    ['more than 256 KiB', JSON.stringify({ agent_name: 'a', padding: 'x'.repeat(262_144) }), 413, 'too_large'],
  ])('%s', async (_, body, status, code) => {
    const answer = await raw(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, error: expect.stringMatching(/\w/) })
  })

  test('all that is wrong is named together, what no store can hold included', async () => {
    const { body } = await app.request('POST', '/api/report', { outcome: 'good', latency_ms: 'soon', agent_name: 'a\0', constructor: {} })
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'agent_name',
      'constructor',
      'latency_ms',
      'outcome',
      'skill_slug',
    ])
  })

  test('every wrong field of the longest list is named', async () => {
    const wrong = {
      outcome: 'aborted',
      latency_ms: 'soon',
      cost_usd: [],
      estimated_cost_usd: 'x',
      output_quality_rating: {},
      quality_rating: 'good',
      task_fingerprint: 7,
    }
    const runs = Array.from({ length: mostRunsAtOnce }, () => wrong)
    const { body } = await app.request('POST', '/api/contributions', { contribution_type: 'run_telemetry', skill_slug: 'a', runs })
    const paths = runs.flatMap((run, at) => Object.keys(run).map((field) => `runs.${at}.${field}`))
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(paths.sort())
  })

  test('what is named of a body that is wrong throughout has a bound, over MCP too', async () => {
    const nowhere = Object.fromEntries(Array.from({ length: 14_000 }, (_, at) => [at, '\0']))
    const { body, text } = await app.request('POST', '/api/report', nowhere)
    const told = body.details.length - 1
    expect(text.length).toBeLessThan(longestDetails + 1000)
    expect(told).toBeGreaterThan(5000)
    expect(body.details[told]).toEqual({ path: '', message: `and ${14_002 - told} more like these` })
    expect((await app.tool('service_report', nowhere)).value.details).toEqual(body.details)
  })

  test.each(['%ff', '%zz', '%'])('400 for the query value %s, which is no UTF-8', async (value) => {
    const { status, body } = await app.request('GET', `/api/skills?limit=2&q=${value}`)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.error).toContain('not valid UTF-8')
    expect(body.details).toEqual([{ path: 'q', message: expect.any(String) }])
  })

  test.each([
    ['slug', '/api/skills/~'],
    ['slug', '/api/badge/~'],
    ['agent_name', '/api/badge/agent/~'],
    ['agent_name', '/api/badge/challenge/source-check/~'],
    ['name', '/v0/servers/~/versions'],
    ['model', '/v1/models/~'],
    ['agent_identity_id', '/api/agents/~/memory'],
  ])('400 names %s in %s where it is far too long', async (path, url) => {
    const answer = await app.server.inject({ url: url.replace('~', 'a'.repeat(12_000)), headers: { authorization: 'Bearer a' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ details: [{ path, message: expect.stringMatching(/^must have at most \d+ characters$/) }] })
  })

  test('400 names what a query gives more than once, unless it is a list', async () => {
    const { status, body } = await app.request('GET', '/api/skills?limit=2&limit=3&q=a&q=b&foo=1&foo=2&sort=best')
    expect([status, body.details]).toEqual([
      400,
      [
        { path: 'q', message: 'is given more than once; send it once' },
        { path: 'limit', message: 'is given more than once; send it once' },
        { path: 'sort', message: 'must be one of score, stars' },
      ],
    ])
    expect((await app.request('GET', '/api/skills/compare?slugs=stripe-mcp&slugs=gmail-mcp')).status).toBe(200)
  })

  test('200 for empty query values, which count as left out', async () => {
    const { status, body } = await app.request('GET', '/api/skills?q=&limit=&offset=&sort=&vertical=&workflow=')
    expect([status, body.length]).toEqual([200, 10])
    const report = { skill_slug: 'stripe-mcp', outcome: 'success' }
    expect((await app.request('POST', '/api/report?agent_identity_id=', report)).body.credits_earned).toBe(3)
  })

  test.each<[string, object, string]>([
    ['service_search', { q: 'github', vertical: '', workflow: '', sort: '' }, '/api/skills?q=github'],
    ['service_missions', { event: '', agent_identity_id: '' }, '/api/missions/available'],
    ['service_challenges', { category: '', difficulty: '' }, '/api/challenges'],
    ['service_help', { agent_identity_id: '' }, '/api/help'],
  ])('%s takes an empty text for something left out, as a query does', async (tool, given, path) => {
    const { isError, value } = await app.tool(tool, { ...given })
    const { body } = await app.request('GET', path)
    expect([isError, value]).toEqual([false, expect.objectContaining(Array.isArray(body) ? { skills: body } : body)])
  })

  test('200 for a task with empty texts beside it', async () => {
    const constraints = { priority: '', latency_preference: '', preferred_provider: ' ' }
    const asked = { task: 'explain how tides work', workflow_slug: '', vertical_slug: '', constraints }
    const { status, body } = await app.request('POST', '/api/route', asked)
    expect([status, body.routing_metadata.constraints_applied]).toEqual([200, []])
    expect((await app.request('POST', '/api/route', { task: 'x', agent_identity_id: '' })).status).toBe(400)
  })

  test('200 for an id in capitals, in the body, the path and the bearer', async () => {
    const agent_identity_id = (await app.register()).toUpperCase()
    const report = { skill_slug: 'stripe-mcp', outcome: 'success', agent_identity_id }
    expect((await app.request('POST', '/api/report', report)).body.credit_balance.total_routing_credits).toBe(6)
    const bearer = { authorization: `Bearer ${agent_identity_id}` }
    expect((await app.request('GET', `/api/agents/${agent_identity_id}/memory`, undefined, bearer)).status).toBe(200)
  })

  test('200 for a body that begins with a byte order mark', async () => {
    expect((await raw('\ufeff{"agent_name":"marked"}')).statusCode).toBe(200)
  })

  test('415 for anything but JSON', async () => {
    expect((await raw('agent_name=a', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
    expect((await raw('{"agent_name":"a"}', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await raw('{"agent_name":"charset"}', { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200)
  })

  test('404 for unknown paths, 405 with Allow for the wrong method', async () => {
    expect((await app.request('GET', '/api/nothing')).body).toMatchObject({ code: 'not_found' })
    for (const method of ['DELETE', 'TRACE']) {
      const answer = await app.request(method, '/api/agents/register')
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })

  test('405 for a misspelt path that could be an agent does not ask to delete one', async () => {
    const { status, body } = await app.request('POST', '/api/agents/regster', { agent_name: 'a' })
    const sentence = 'This path takes only DELETE. Did you mean /api/agents/register? See /docs for every path.'
    expect([status, body]).toEqual([405, { error: sentence, code: 'method_not_allowed', did_you_mean: ['/api/agents/register'] }])
  })

  test.each([
    ['GET', '/api/skils?q=mail', 404, '/api/skills'],
    ['POST', '/api/mission/claim', 404, '/api/missions/claim'],
    ['GET', '/api/agent/dashboard', 404, '/api/agent-dashboard'],
    ['POST', '/api/mpc', 404, '/api/mcp'],
    ['POST', '/mcp', 404, '/api/mcp'],
    ['GET', '/mcp', 404, '/api/mcp'],
    ['GET', '/sse', 404, '/api/mcp'],
    ['GET', '/mcp/sse?x=1', 404, '/api/mcp'],
    ['POST', '/route', 404, '/api/route'],
    ['GET', '/api/agents/status', 405, '/api/agent/status'],
  ])('a mistyped path, %s %s, names the one that was meant', async (method, path, status, meant) => {
    const answer = await app.request(method, path, method === 'POST' ? {} : undefined)
    expect([answer.status, answer.body.did_you_mean[0]]).toEqual([status, meant])
    expect(answer.body.error).toContain(`Did you mean ${meant}?`)
  })

  test('a path that takes another method, or is near none, names nothing', async () => {
    for (const [method, path] of [
      ['POST', '/api/skils'],
      ['POST', '/api/skills/slack-mcp'],
      ['GET', '/wp-login.php'],
      ['GET', '/%'],
    ] as const)
      expect((await app.request(method, path)).body.did_you_mean, path).toBeUndefined()
  })

  test.each(['/docs', '/docs/', '/api/openapi.json', '/metrics', '/', '/tools', '/tools/stripe-mcp', '/favicon.svg'])(
    '405 with Allow for a post to %s',
    async (path) => {
      const answer = await app.request('POST', path, {})
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect((await app.request('GET', path)).status).toBe(200)
    },
  )

  test('404 for a post to an address nobody has', async () => {
    expect((await app.request('POST', '/nowhere', {})).status).toBe(404)
    for (const body of ['{', 'x'.repeat(300_000)]) expect((await raw(body, json, '/nowhere')).statusCode).toBe(404)
  })
})

describe('headers', () => {
  test('a page that a client holds is not sent again, and comes compressed only where that is taken', async () => {
    const { headers } = await app.request('GET', '/favicon.svg', undefined, { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    for (const held of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      expect((await app.request('GET', '/favicon.svg', undefined, { 'if-none-match': String(held) })).status).toBe(304)
    }
    expect((await app.request('GET', '/favicon.svg', undefined, { 'if-none-match': '"other"' })).status).toBe(200)
    const zipped = await app.request('GET', '/favicon.svg', undefined, { 'accept-encoding': 'br;q=0, gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const plain = await app.request('GET', '/favicon.svg', undefined, { 'accept-encoding': 'br;q=0, gzip;q=0, *' })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test.each([
    ['GET', '/api/skills?limit=40'],
    ['GET', '/api/models'],
    ['GET', '/api/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/sitemap.xml'],
    ['POST', '/api/mcp'],
  ])('a long answer to %s %s comes compressed where that is taken, and says the same', async (method, path) => {
    const body = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'tools/list' } : undefined
    const get = (encoding: string) => {
      const headers = { 'accept-encoding': encoding, ...(body && { 'content-type': 'application/json' }) }
      return app.server.inject({ method: method as 'GET', url: path, headers, ...(body && { payload: JSON.stringify(body) }) })
    }
    const plain = await get('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, decompress] of [['gzip', gunzipSync] as const, ['br', brotliDecompressSync] as const]) {
      const compressed = await get(`deflate, ${encoding}`)
      expect(compressed.headers['content-encoding']).toBe(encoding)
      expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(decompress(compressed.rawPayload).toString()).toBe(plain.body)
    }
    expect(plain.headers.vary).toBe('accept-encoding')
    expect((await get('br;q=0, gzip;q=0')).headers['content-encoding']).toBeUndefined()
  })

  test('a short answer, an error and the head of an answer are not compressed', async () => {
    const accepting = { 'accept-encoding': 'gzip, br' }
    for (const [method, path] of [
      ['GET', '/api/live'],
      ['GET', '/api/skills?limit=x'],
      ['HEAD', '/api/skills?limit=40'],
    ] as const) {
      const { headers } = await app.request(method, path, undefined, accepting)
      expect(headers['content-encoding'], path).toBeUndefined()
    }
  })

  test('the description and the reference are not sent again to whoever holds them', async () => {
    for (const path of ['/api/openapi.json', '/docs']) {
      const { headers } = await app.request('GET', path)
      expect((await app.request('GET', path, undefined, { 'if-none-match': String(headers.etag) })).status, path).toBe(304)
    }
  })

  test('every answer carries a request id, timing and protection', async () => {
    const { headers } = await app.request('GET', '/api/live')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'server-timing': expect.stringContaining('total;dur='),
    })
  })

  test('400 for a path that is no UTF-8 carries them too, for every origin', async () => {
    const { status, headers } = await app.request('GET', '/api/skills/%E0%A4', undefined, { origin: 'https://app.example' })
    expect([status, headers['access-control-allow-origin']]).toEqual([400, '*'])
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  })

  test('204 with Allow for OPTIONS, 404 where there is nothing', async () => {
    const asked = async (path: string) => {
      const { status, headers } = await app.request('OPTIONS', path)
      return [status, headers.allow]
    }
    expect(await asked('/api/route')).toEqual([204, 'POST, OPTIONS'])
    expect(await asked('/api/skills/stripe-mcp/')).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(await asked('/api/mcp')).toEqual([204, 'GET, POST, OPTIONS'])
    expect(await asked('/tools')).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(await asked('/api/nothing')).toEqual([404, undefined])
  })

  test('a browser client on another origin may read the API', async () => {
    const preflight = await app.request('OPTIONS', '/api/route', undefined, {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key')
  })

  test.each([
    ['localhost:8787', 200],
    ['127.0.0.1:8787', 200],
    ['[::1]:8787', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:8787', 403],
  ])('Host %s answers %d', async (host, status) => {
    expect((await app.request('GET', '/api/skills', undefined, { host })).status).toBe(status)
  })
})

test('an agent may name itself in the query of a POST, and the body has the last word', async () => {
  const [asked, named] = [await app.register('in-query'), await app.register('in-body')]
  const report = (body: object) =>
    app.request('POST', `/api/report?agent_identity_id=${asked}`, { skill_slug: 'github-mcp-server', outcome: 'success', ...body })
  expect((await report({})).body.credits_earned).toBe(6)
  expect((await report({ agent_identity_id: null })).body.credits_earned).toBe(6)
  expect((await report({ agent_identity_id: named })).body.credit_balance.total_routing_credits).toBe(6)
})

describe('Idempotency-Key', () => {
  const send = (key: string, body: object) => app.request('POST', '/api/agents/register', body, { 'idempotency-key': key })

  test('one key and body: one row and equal answers, also in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('same', { agent_name: 'keyed' })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('the order of fields is no part of a body', async () => {
    const body = { agent_name: 'ordered', agent_kind: 'copilot' }
    const [first, again] = [await send('order', body), await send('order', { agent_kind: 'copilot', agent_name: 'ordered' })]
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test('409 when the key comes with another body, until a day has passed', async () => {
    await send('day', { agent_name: 'keyed-a' })
    expect((await send('day', { agent_name: 'keyed-b' })).status).toBe(409)
    app.clock.advance(24 * 3_600_000 + 1)
    expect((await send('day', { agent_name: 'keyed-b' })).status).toBe(200)
  })

  test('a retry gets its answer while another body tries the same key', async () => {
    const first = await send('two', { agent_name: 'keyed-first' })
    const [wrong, retry] = await Promise.all([send('two', { agent_name: 'keyed-wrong' }), send('two', { agent_name: 'keyed-first' })])
    expect([wrong.status, retry.status, retry.text]).toEqual([409, 200, first.text])
  })

  test('a failure is not kept: the same key may try again', async () => {
    expect((await send('retry', { agent_name: '' })).status).toBe(400)
    expect((await send('retry', { agent_name: 'keyed-c' })).status).toBe(200)
  })
})

describe('caches', () => {
  const varies = async (limited: TestApp, path: string, headers: Record<string, string> = {}) =>
    (await limited.request('GET', path, undefined, headers)).headers.vary

  test('are told that answers differ by Origin where origins are restricted, whether or not one was sent', async () => {
    const limited = await testApp({ env: { ALLOWED_ORIGINS: 'https://app.example' } })
    for (const headers of [{}, { origin: 'https://app.example' }, { origin: 'https://other.example' }]) {
      expect(await varies(limited, '/api/skills?limit=1', headers)).toBe('origin')
      expect(await varies(limited, '/api/nothing', headers)).toBe('origin')
      expect(await varies(limited, '/tools', headers)).toBe('accept-encoding, origin')
    }
    await limited.close()
  })

  test('need not tell origins apart where all may read', async () => {
    expect(await varies(app, '/api/skills?limit=1', { origin: 'https://app.example' })).toBeUndefined()
    expect(await varies(app, '/tools', { origin: 'https://app.example' })).toBe('accept-encoding')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const rpc = (method: string, params?: object, id: string | number = 1) => ({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) })
const post = (body: unknown, headers: Record<string, string> = {}) => app.request('POST', '/api/mcp', body, headers)
const raw = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.server.inject({ method: 'POST', url: '/api/mcp', payload, headers })
const register = (agent_name: string) => rpc('tools/call', { name: 'service_register', arguments: { agent_name } })

describe('a plain POST with nothing but JSON', () => {
  test('initialize answers one JSON object with the revision that was asked for', async () => {
    const answer = await post(
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.body.result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'waymark', version: '1.5.0' },
      capabilities: { tools: {}, prompts: {}, resources: {} },
    })
    expect((await post(rpc('initialize'))).body.result.protocolVersion).toBe('2025-11-25')
  })

  test('tools/list needs no handshake, and legacy answers hold nothing of later revisions', async () => {
    const { result } = (await post(rpc('tools/list'))).body
    expect(result.tools[0].name).toBe('service_register')
    expect(Object.keys(result)).toEqual(['tools'])
  })

  test.each([{}, { accept: 'application/json' }, { accept: '*/*' }, { accept: 'application/json, text/event-stream' }])(
    'tools/call gives JSON text, with headers %j',
    async (headers) => {
      const answer = await post(register('plain-agent'), headers)
      expect(answer.headers['content-type']).toContain('application/json')
      const [content] = answer.body.result.content
      expect(content.type).toBe('text')
      expect(JSON.parse(content.text)).toMatchObject({ agent_name: 'plain-agent', next_step: { tool: expect.any(String) } })
      expect(answer.body.result.structuredContent).toEqual(JSON.parse(content.text))
    },
  )

  test('the id comes back with its type', async () => {
    expect((await post(rpc('ping', undefined, 'seven'))).body.id).toBe('seven')
    expect((await post(rpc('ping', undefined, 0))).body.id).toBe(0)
    expect((await post(rpc('ping', undefined, Number.MAX_SAFE_INTEGER))).body.id).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('a charset is fine, another type is 415, too much is 413', async () => {
    const body = JSON.stringify(rpc('ping'))
    expect((await raw(body, { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200)
    expect((await raw(body, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await raw(JSON.stringify({ ...rpc('ping'), padding: 'x'.repeat(262_144) }))).statusCode).toBe(413)
  })
})

describe('what is no message', () => {
  test.each(['{"jsonrpc":', '', 'nonsense'])('400 -32700 for %j', async (body) => {
    const answer = await raw(body)
    expect([answer.statusCode, answer.json().error.code, answer.json().id]).toEqual([400, -32700, null])
  })

  test.each([
    [[]],
    [1],
    [{}],
    ['text'],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 2 ** 53, method: 'ping' }],
    [{ jsonrpc: '2.0', id: {}, method: 5 }],
  ])('400 -32600 for %j', async (body) => {
    const answer = await post(body)
    expect([answer.status, answer.body.error.code, answer.body.id]).toEqual([400, -32600, null])
  })

  test.each([
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }],
    [{ id: 1, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 'one', method: 5 }],
    [{ jsonrpc: '2.0', id: 1 }],
  ])('400 -32600 with the id of %j, also in a batch and for those who name a revision', async (body) => {
    const refusal = { jsonrpc: '2.0', id: body.id, error: { code: -32600, message: expect.any(String) } }
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([400, refusal])
    expect((await post([body])).body).toEqual([refusal])
    expect((await post(body, { 'mcp-protocol-version': '2025-11-25' })).body).toEqual(refusal)
  })

  test.each([
    ['route', 'There is no tool named route. Did you mean service_route? Use tools/list.'],
    ['service-report', 'There is no tool named service-report. Did you mean service_report? Use tools/list.'],
    ['service_misions', 'There is no tool named service_misions. Did you mean service_missions? Use tools/list.'],
    ['send_email', 'There is no tool named send_email. Use tools/list.'],
    ['__proto__', 'There is no tool named __proto__. Use tools/list.'],
  ])('-32602 for a tool named %s', async (name, message) => {
    expect((await post(rpc('tools/call', { name }))).body.error).toEqual({ code: -32602, message })
  })

  test('a list of texts may come as the JSON of it', async () => {
    const { value } = await app.tool('service_compare', { slugs: '["tavily-mcp", "exa-mcp-server"]' })
    expect(value.skills.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['exa-mcp-server', 'tavily-mcp'])
  })

  test('arguments nested without end are refused as any other bad ones', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_route","arguments":{"task":${deep}}}}`
    const { result } = (await raw(call)).json()
    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0].text)).toMatchObject({ code: 'invalid_input', next_step: { tool: 'service_route' } })
  })

  test('an unreadable id is left out for those who name a revision, since their schema knows no null', async () => {
    const { body } = await post({}, { 'mcp-protocol-version': '2025-11-25' })
    expect(body).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } })
  })

  test.each([
    ['an unknown method', rpc('nothing/here'), -32601],
    ['an unknown tool', rpc('tools/call', { name: 'service_nothing' }), -32602],
    ['a tool without a name', rpc('tools/call', {}), -32602],
    ['arguments as a list', rpc('tools/call', { name: 'service_register', arguments: ['a'] }), -32602],
    ['params as a list', { ...rpc('tools/list'), params: ['a'] }, -32602],
    ['params as text', { ...rpc('tools/list'), params: 'a' }, -32602],
    ['a cursor nobody gave out', rpc('tools/list', { cursor: '' }), -32602],
    ['an unknown prompt', rpc('prompts/get', { name: 'nothing' }), -32602],
    ['a prompt without its argument', rpc('prompts/get', { name: 'route_task' }), -32602],
    ['a prompt argument that is no text', rpc('prompts/get', { name: 'route_task', arguments: { task: 7 } }), -32602],
    ['an unknown resource', rpc('resources/read', { uri: 'waymark://nothing' }), -32002],
    ['server/discover without the metadata of its revision', rpc('server/discover'), -32601],
  ])('%s is a JSON-RPC error with status 200', async (_, body, code) => {
    const answer = await post(body)
    expect([answer.status, answer.body.error.code, answer.body.id]).toEqual([200, code, 1])
  })

  test.each([
    ['a cursor', rpc('tools/list', { cursor: null })],
    ['the params', { ...rpc('ping'), params: null }],
    ['an argument of a prompt', rpc('prompts/get', { name: 'route_task', arguments: { task: 'a', priority: null } })],
    ['the arguments of a tool', rpc('tools/call', { name: 'service_help', arguments: null })],
  ])('%s that is null was left out', async (_, body) => {
    expect((await post(body)).body.result).toBeDefined()
  })

  test('a required argument that is null is missing', async () => {
    const { error } = (await post(rpc('prompts/get', { name: 'route_task', arguments: { task: null } }))).body
    expect(error).toEqual({ code: -32602, message: 'Add the argument task.' })
  })

  test('the address of a missing resource is in the error', async () => {
    expect((await post(rpc('resources/read', { uri: 'waymark://nothing' }))).body.error.data).toEqual({ uri: 'waymark://nothing' })
  })
})

describe('revisions with a handshake', () => {
  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('initialize with %s answers %s', async (asked, answered) => {
    expect((await post(rpc('initialize', { protocolVersion: asked }))).body.result.protocolVersion).toBe(answered)
  })

  test.each([
    ['notifications/initialized', {}],
    ['notifications/of/any/kind', {}],
    ['notifications/initialized', { 'mcp-protocol-version': '2026-07-28' }],
  ])('%s gets 202 and no body', async (method, headers) => {
    const answer = await post({ jsonrpc: '2.0', method }, headers)
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('ping answers an empty object', async () => {
    expect((await post(rpc('ping'))).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test('a known revision in the header works, an unknown one is 400 with what is served', async () => {
    expect((await post(rpc('tools/list'), { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200)
    const answer = await post(rpc('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    expect([answer.status, answer.body.error.code]).toEqual([400, -32022])
    expect(answer.body.error.data).toMatchObject({ requested: '1999-01-01', supported: expect.arrayContaining(['2025-11-25']) })
  })

  test('a posted response gets 202, an unknown session id is ignored', async () => {
    expect((await post({ jsonrpc: '2.0', id: 3, result: {} })).status).toBe(202)
    expect((await post(rpc('ping'), { 'mcp-session-id': 'never-issued' })).status).toBe(200)
  })

  test.each(['DELETE', 'PUT', 'PATCH', 'HEAD', 'TRACE'])('405 with Allow for %s', async (method) => {
    const answer = await app.request(method, '/api/mcp')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST'])
  })

  test('405 for GET in a revision that has no such stream', async () => {
    expect((await app.request('GET', '/api/mcp', undefined, { 'mcp-protocol-version': '2026-07-28' })).status).toBe(405)
  })
})

describe('batches', () => {
  const three = [rpc('ping', undefined, 1), { jsonrpc: '2.0', method: 'notifications/initialized' }, rpc('tools/list', undefined, 'b')]

  test('one answer for each request, none for notifications', async () => {
    const answer = await post(three)
    expect(answer.status).toBe(200)
    expect(answer.body.map(({ id }: { id: unknown }) => id)).toEqual([1, 'b'])
    expect((await post(three, { 'mcp-protocol-version': '2025-03-26' })).status).toBe(200)
    expect((await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).status).toBe(202)
  })

  test('an item that is no message fails alone', async () => {
    const { body } = await post([7, rpc('ping')])
    expect(body).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ])
  })

  test('an item whose id cannot be read is answered without one where a revision is named', async () => {
    const { body } = await post([7, { jsonrpc: '2.0', method: 'notifications/initialized' }, rpc('ping')], {
      'mcp-protocol-version': '2025-03-26',
    })
    expect(body).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ])
  })

  test('an Idempotency-Key makes each call of a batch once', async () => {
    const agent_identity_id = await app.register()
    const report = rpc('tools/call', {
      name: 'service_report',
      arguments: { skill_slug: 'stripe-mcp', outcome: 'success', agent_identity_id },
    })
    const send = (key: string) => post([report, report], { 'idempotency-key': key })
    const [first, again] = [await send('batch-once'), await send('batch-once')]
    expect(again.text).toBe(first.text)
    const { body } = await app.request('GET', `/api/agent/balance?agent_identity_id=${agent_identity_id}`)
    expect(body.total_routing_credits).toBe(12)
    const refused = (await send('k'.repeat(256))).body
    for (const { result } of refused) expect(JSON.parse(result.content[0].text).details[0].path).toBe('Idempotency-Key')
  })

  test('429 before anything is done where a network has too few requests left for all of its messages', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '30', RATE_LIMIT_LOOPBACK: 'on' } })
    const several = (length: number) =>
      limited.request(
        'POST',
        '/api/mcp',
        Array.from({ length }, () => rpc('ping')),
      )
    expect((await several(20)).headers['ratelimit-remaining']).toBe('10')
    const refused = await several(20)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect((await several(9)).status).toBe(200)
    limited.clock.advance(Number(refused.headers['retry-after']) * 1000 + 18_000)
    expect((await several(20)).status).toBe(200)
    await limited.close()
  })

  const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } }
  test.each([
    ['a later revision', three, { 'mcp-protocol-version': '2025-06-18' }],
    ['the stateless revision', three, { 'mcp-protocol-version': '2026-07-28' }],
    ['no message', [], {}],
    ['initialize inside', [rpc('initialize')], {}],
    ['a request of the stateless revision inside', [rpc('tools/list', modern)], {}],
    ['too many messages', Array.from({ length: 21 }, (_, i) => rpc('ping', undefined, i)), {}],
  ])('400 -32600 with %s', async (_, body, headers) => {
    const answer = await post(body, headers)
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600])
  })
})

describe('tools', () => {
  test('bad input is a result with isError, the REST body and what to do', async () => {
    const { result } = (await post(rpc('tools/call', { name: 'service_register', arguments: {} }))).body
    const rest = await app.request('POST', '/api/agents/register', {})
    const { next_step, ...body } = JSON.parse(result.content[0].text)
    expect(result.isError).toBe(true)
    expect(body).toEqual(rest.body)
    expect(next_step.tool).toBe('service_register')
    expect(result.content).toHaveLength(1)
    expect(result.structuredContent).toBeUndefined()
  })

  test.each([
    ['service_register', 'agent_name', {}],
    ['service_route', 'task', {}],
    ['service_model_route', 'task', {}],
    ['service_model_report', 'model_slug', { outcome_status: 'success' }],
  ])('%s takes no %s that is a place which its caller forgot to fill in', async (name, field, rest) => {
    const { result } = (await post(rpc('tools/call', { name, arguments: { ...rest, [field]: `<your ${field}>` } }))).body
    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      code: 'invalid_input',
      details: [{ path: field, message: 'is a place to fill in: put your own value there' }],
      next_step: { tool: name, arguments: { ...rest, [field]: `<your ${field}>` } },
    })
  })

  test('answers name tools where those over REST name the paths that do the same', async () => {
    const agent_identity_id = await app.register('told-in-tools')
    const [{ id: mission_id }] = (await app.tool('service_missions', { limit: 1 })).value.missions
    await app.tool('service_mission_claim', { mission_id, agent_identity_id })
    const unknown = { agent_identity_id: 'never-issued' }
    const calls: [string, object, string][] = [
      ['service_balance', unknown, 'service_register'],
      ['service_verify_agent', { agent_name: 'no one here', x_handle: 'x' }, 'service_register'],
      ['service_verify_agent', { agent_name: 'told-in-tools', x_handle: 'x' }, 'service_help'],
      ['service_mission_claim', { mission_id, agent_identity_id }, 'service_missions'],
      [
        'service_mission_complete',
        { claim_id: 'none', results: [{ skill_slug: 'exa-mcp-server', outcome_status: 'success' }] },
        'service_mission_claim',
      ],
      [
        'service_challenge_submit',
        { challenge_slug: 'qqq', agent_identity_id, completeness_score: 5, quality_score: 5 },
        'service_challenges',
      ],
      ['service_report', { skill_slug: 'qqqq wwww', outcome: 'success' }, 'service_search with {"q":"qqqq wwww"}'],
      ['service_report', { skill_slug: 'stripe-mcp', outcome: 'success' }, 'service_register'],
      ['service_report', { skill_slug: 'stripe-mcp', outcome: 'success', agent_identity_id }, 'service_model_route'],
      ['service_model_report', { model_slug: 'm', outcome_status: 'success' }, 'service_model_route'],
      ['service_check_health', { agent_identity_id }, 'service_route'],
      ['service_route', { task: 'Refund a payment in Stripe' }, '"report_tool":"service_report"'],
    ]
    for (const [tool, args, name] of calls) {
      const { next_step: __, wanted_telemetry, ...value } = (await app.tool(tool, args as Record<string, unknown>)).value
      const text = JSON.stringify([value, wanted_telemetry]).replaceAll('\\"', '"')
      expect([tool, text]).toEqual([tool, expect.stringContaining(name)])
      expect([tool, text]).toEqual([tool, expect.not.stringMatching(/(GET|POST) \/api/)])
    }
    const uri = `waymark://agents/${agent_identity_id}/status`
    const [{ text }] = (await post(rpc('resources/read', { uri }))).body.result.contents
    expect(text).toMatch(/service_model_route.*service_verify_agent|service_verify_agent.*service_model_route/)
    const gone = await post(rpc('resources/read', { uri: 'waymark://agents/never-issued/status' }))
    expect(gone.body.error.message).toContain('service_register')
  })

  test('an Idempotency-Key makes the call once', async () => {
    const call = (agent_name: string) => post(register(agent_name), { 'idempotency-key': 'mcp-once' })
    const [first, second] = [await call('keyed-tool'), await call('keyed-tool')]
    expect(second.text).toBe(first.text)
    const other = JSON.parse((await call('another-name')).body.result.content[0].text)
    expect(other.code).toBe('conflict')
  })

  test.each([
    ['a number as text', { latency_ms: '900', quality_rating: 11 }],
    ['what is no number', { latency_ms: 'fast' }],
    ['unsafe text', { skill_slug: 'a\u0000b' }],
  ])('%s is judged as over REST', async (_, odd) => {
    const report = { skill_slug: 'stripe-mcp', outcome: 'success', ...odd }
    const { result } = (await post(rpc('tools/call', { name: 'service_report', arguments: report }))).body
    const { next_step: __, message, ...value } = JSON.parse(result.content[0].text)
    const rest = await app.request('POST', '/api/report', report)
    const { message: overRest, ...body } = rest.body
    expect(value).toEqual(body)
    expect(message).toBe(overRest?.replace('POST /api/agents/register', 'service_register'))
    expect(result.isError ?? false).toBe(rest.status !== 200)
    expect(rest.body.warnings ?? rest.body.details).toBeInstanceOf(Array)
  })
})

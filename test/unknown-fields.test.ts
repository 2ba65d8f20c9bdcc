import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const task = 'Translate this letter into French'

test.each([
  [
    '/api/route',
    'service_route',
    { task, constraints: { max_cost: 0 } },
    /constraints\.max_cost .*did you mean constraints\.max_cost_usd\?/,
  ],
  ['/api/route', 'service_route', { task, max_cost_usd: 0 }, /^max_cost_usd .*did you mean constraints\.max_cost_usd\?/],
  [
    '/api/route/model',
    'service_model_route',
    { task, constraints: { preferred_providers: 'mistral' } },
    /constraints\.preferred_provider\?/,
  ],
  ['/api/report', 'service_report', { skill_slug: 'stripe-mcp', outcome: 'success', latency: 900 }, /did you mean latency_ms\?/],
])('200 at %s and from %s tells that a field was ignored', async (path, tool, sent, told) => {
  const rest = await app.request('POST', path, sent)
  const { value } = await app.tool(tool, sent)
  expect(rest.status).toBe(200)
  expect(rest.body.ignored_fields).toEqual([expect.stringMatching(told)])
  expect(value.ignored_fields).toEqual(rest.body.ignored_fields)
  expect(rest.body.warnings).toBeUndefined()
})

test('200 tells which of two spellings of a field was ignored, in each run', async () => {
  const run = { outcome: 'success', cost_usd: 0.5, estimated_cost_usd: 0.4, quality_rating: 8, output_quality_rating: '8' }
  const report = await app.request('POST', '/api/report', { skill_slug: 'stripe-mcp', ...run })
  expect(report.body.ignored_fields).toEqual(['estimated_cost_usd was ignored, because cost_usd is given too.'])
  const runs = [{ outcome: 'success', quality_rating: 8 }, run]
  const sent = { contribution_type: 'run_telemetry', skill_slug: 'stripe-mcp', runs }
  const { body } = await app.request('POST', '/api/contributions', sent)
  expect(body.ignored_fields).toEqual(['runs.1.estimated_cost_usd was ignored, because runs.1.cost_usd is given too.'])
})

test('200 without a word about an identity where none is needed', async () => {
  const agent_identity_id = await app.register()
  const search = await app.request('GET', `/api/skills?limit=1&agent_identity_id=${agent_identity_id}`)
  expect([search.status, search.headers['x-waymark-ignored-fields']]).toEqual([200, undefined])
  const { value } = await app.tool('service_challenges', { limit: 1, agent_identity_id })
  expect(value.ignored_fields).toBeUndefined()
  const { body } = await app.request('POST', '/api/route', { task, constraints: { agent_identity_id } })
  expect(body.ignored_fields).toEqual([expect.stringContaining('did you mean agent_identity_id?')])
})

test('200 with a repeated key tells it again', async () => {
  const sent = { task, constraints: { max_cost: 0 } }
  const send = () => app.request('POST', '/api/route', sent, { 'idempotency-key': 'the-same' })
  const first = await send()
  expect((await send()).body.ignored_fields).toEqual(first.body.ignored_fields)
})

test('200 where the answer is a list tells it in a header of plain characters', async () => {
  const { status, headers } = await app.request('GET', '/api/skills?limits=3&%C3%BC%0A=1')
  expect(status).toBe(200)
  expect(headers['x-waymark-ignored-fields']).toBe(
    'limits is not a field here and was ignored; did you mean limit? ?? is not a field here and was ignored; if it says what is wanted, send it as q.',
  )
})

test('200 where no field is like it lists the fields, once', async () => {
  const { value } = await app.tool('service_search', { yyy: 0, zzz: 1, limit: 1 })
  expect(value.ignored_fields).toEqual([
    'yyy is not a field here and was ignored; the fields are q, query, vertical, workflow, sort, limit, offset.',
    'zzz is not a field here and was ignored.',
  ])
})

test('200 where the answer is a list tells in a header which numbers were adjusted', async () => {
  const warned = async (limit: string) => (await app.request('GET', `/api/skills?limit=${limit}`)).headers['x-waymark-warnings']
  expect(await warned('0')).toBe('limit was out of range and was clamped to 1')
  expect(await warned('1000')).toBe('limit was out of range and was clamped to 100')
  expect(await warned('1.5')).toBe('limit must be whole and was rounded to 2')
  expect(await warned('5')).toBeUndefined()
})

test('200 without a word about it when every field is known', async () => {
  const { body, headers } = await app.request('POST', '/api/route', { task, constraints: { max_cost_usd: 1 } })
  expect([body.ignored_fields, headers['x-waymark-ignored-fields']]).toEqual([undefined, undefined])
})

test('400 for a missing field says under which name it was sent', async () => {
  const { status, body } = await app.request('POST', '/api/report', { skill: 'stripe-mcp', outcome: 'success' })
  expect(status).toBe(400)
  expect(body.details).toEqual([
    { path: 'skill_slug', message: 'is required and must be a string (you sent skill, which is not a field here)' },
  ])
})

const otherNames = ['query', 'prompt', 'q', 'question', 'input', 'text', 'goal', 'message', 'instructions', 'zzz']
const faces = [
  ['/api/route', 'service_route', 'task'],
  ['/api/route/model', 'service_model_route', 'task'],
  ['/api/agents/register', 'service_register', 'agent_name'],
  ['/api/verify/model', 'service_verify_model', 'output'],
] as const

test.each(faces)('400 at %s and from %s says that the only unknown text was probably meant', async (path, tool, field) => {
  for (const name of otherNames) {
    const { status, body } = await app.request('POST', path, { [name]: task })
    const { value } = await app.tool(tool, { [name]: task })
    const told = expect.stringContaining(`you sent ${name}, which is not a field here; if it holds what is missing, send it as ${field}`)
    expect([name, status, body.details]).toEqual([name, 400, [{ path: field, message: told }]])
    expect([value.error, value.details]).toEqual([body.error, body.details])
  }
})

test('the next step after a field under another name can be sent as it is', async () => {
  const { isError, value } = await app.tool('service_register', { name: 'under-another-name' })
  expect([isError, value.renamed, value.next_step.arguments]).toEqual([true, undefined, { agent_name: 'under-another-name' }])
  expect(await app.tool(value.next_step.tool, value.next_step.arguments)).toMatchObject({ isError: false })
})

test('400 for a missing object or list says that its fields were sent beside it', async () => {
  const flat = { agent_identity_id: await app.register(), allow_china: true }
  expect((await app.request('PUT', '/api/agents/preferences', flat)).body.details).toEqual([
    {
      path: 'preferences',
      message: 'is required unless project_context is given (you sent allow_china beside it, and it belongs inside)',
    },
  ])
  const result = { claim_id: 'any', skill_slug: 'stripe-mcp', outcome_status: 'success' }
  expect((await app.request('POST', '/api/missions/complete', result)).body.details).toEqual([
    { path: 'results', message: 'is required and must be an array (you sent skill_slug beside it, and it belongs inside)' },
  ])
})

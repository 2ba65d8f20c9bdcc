import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { openDirectory } from './directory.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const register = (body: unknown) => app.request('POST', '/api/agents/register', body)

test('200 registers with the newcomer tier and returns the same identity again', async () => {
  const first = await register({ agent_name: ' scout ' })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ agent_name: 'scout', trust_tier: 'baseline', is_active: true })
  const again = await register({ agent_name: 'scout', agent_kind: 'copilot' })
  expect(again.body.agent_identity_id).toBe(first.body.agent_identity_id)
  const otherCase = await register({ agent_name: 'Scout' })
  expect(otherCase.body.agent_identity_id).not.toBe(first.body.agent_identity_id)
})

test('200 an empty agent_kind counts as left out', async () => {
  const { status, body } = await register({ agent_name: 'of no kind', agent_kind: '' })
  expect(status).toBe(200)
  const rows = await app.store.query('SELECT agent_kind FROM agents WHERE agent_identity_id = $1', [body.agent_identity_id])
  expect(rows).toEqual([{ agent_kind: 'autonomous' }])
})

test('200 an empty host_client_slug and model_family count as left out', async () => {
  const { status, body } = await register({ agent_name: 'of no client', host_client_slug: '', model_family: ' ' })
  expect(status).toBe(200)
  const rows = await app.store.query('SELECT host_client_slug, model_family FROM agents WHERE agent_identity_id = $1', [
    body.agent_identity_id,
  ])
  expect(rows).toEqual([{ host_client_slug: null, model_family: null }])
})

test('200 the same identity for a name that is spelled in other code points but looks the same', async () => {
  const register = async (agent_name: string) => (await app.request('POST', '/api/agents/register', { agent_name })).body
  const composed = await register('Caf\u00e9')
  expect(await register(' Cafe\u0301 ')).toMatchObject({ agent_identity_id: composed.agent_identity_id, agent_name: 'Caf\u00e9' })
  expect((await register('caf\u00e9')).agent_identity_id).not.toBe(composed.agent_identity_id)
  const badge = await app.request('GET', `/api/badge/agent/${encodeURIComponent('Cafe\u0301')}`)
  const status = await app.request('GET', `/api/verify/status?agent_name=${encodeURIComponent('Cafe\u0301')}`)
  expect([badge.status, status.status]).toEqual([200, 200])
})

test('200 parallel registrations of one name give one identity', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => register({ agent_name: 'crowd' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.agent_identity_id)).size).toBe(1)
  const rows = await app.store.query('SELECT agent_identity_id FROM agents WHERE agent_name = $1', ['crowd'])
  expect(rows).toHaveLength(1)
})

test('200 a registration that died before its answer gives the same answer to the retry, the secret included', async () => {
  const key = { 'idempotency-key': 'registered-once' }
  const body = { agent_name: 'retried', webhook_url: 'https://hooks.waymark.dev/retried' }
  const first = await app.request('POST', '/api/agents/register', body, key)
  expect(first.body).toMatchObject({ message: expect.stringMatching(/^Registered/), webhook_secret: expect.stringMatching(/^whsec_/) })
  await app.store.execute("UPDATE idempotent_answers SET answer = NULL, leased_at = ''")
  const retried = await app.request('POST', '/api/agents/register', body, key)
  expect(retried.body).toEqual(first.body)
  const stranger = await register(body)
  expect(stranger.body).toMatchObject({ message: expect.stringMatching(/^Welcome back.*if it was not you.*random suffix/i) })
  expect(stranger.body).not.toHaveProperty('webhook_secret')
})

test.each([
  ['missing', {}],
  ['blank', { agent_name: '   ' }],
  ['too long', { agent_name: 'a'.repeat(129) }],
  ['not text', { agent_name: 7 }],
  ['invisible', { agent_name: 'a\u200bb' }],
  ['blank letters', { agent_name: '\u3164\u3164' }],
  ['a blank symbol', { agent_name: '\u2800' }],
  ['like another but for a selector', { agent_name: 'robot 1\ufe0f' }],
  ['like another but for a joiner', { agent_name: '\u{1f34e}\u200d\u{1f350}' }],
  ['a line break', { agent_name: 'a\nb' }],
])('400 when the name is %s', async (_, body) => {
  const answer = await register(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'agent_name' }] })
})

test.each([
  'I \u2764\ufe0f tools',
  '1\ufe0f\u20e3 bot',
  '\u{1f469}\u{1f3fd}\u200d\u{1f4bb} coder',
  '\u{1f3f3}\ufe0f\u200d\u{1f308}',
  '\u540d\u524d',
  'na\u00efve',
  '\u0b95\u0bcd\u0bb7',
])('200 for the name %s', async (agent_name) => {
  expect((await register({ agent_name })).body).toMatchObject({ agent_name })
})

test('200 preferences overwrite, keep and clear, by PUT, PATCH and POST', async () => {
  const agent_identity_id = await app.register()
  const send = async (method: string, body: object) =>
    (await app.request(method, '/api/agents/preferences', { agent_identity_id, ...body })).body
  const first = await send('PUT', { preferences: { allow_china: true, available_providers: ['OpenAI', 'google'] } })
  expect(first).toEqual({
    agent_identity_id,
    preferences: { allow_china: true, available_providers: ['openai', 'google'] },
    project_context: {},
    resolved_profile: 'unregulated',
  })
  const kept = await send('PATCH', { preferences: { regulated_industries: ['healthcare'] }, project_context: { language: 'rust' } })
  expect(kept).toMatchObject({
    preferences: { allow_china: true, available_providers: ['openai', 'google'] },
    resolved_profile: 'regulated',
  })
  const cleared = await send('POST', { preferences: { regulated_industries: [], available_providers: [] } })
  expect(cleared.preferences).toEqual({ allow_china: true, regulated_industries: [], available_providers: [] })
  expect(cleared.project_context).toEqual({ language: 'rust' })
  expect(cleared.resolved_profile).toBe('unregulated')
})

test('200 an empty text takes back a framework and a language', async () => {
  const agent_identity_id = await app.register()
  const send = (project_context: object) => app.request('PUT', '/api/agents/preferences', { agent_identity_id, project_context })
  await send({ framework: 'langgraph', language: 'python' })
  expect((await send({ framework: '' })).body.project_context).toEqual({ framework: '', language: 'python' })
})

test('400 without anything to update, and for an unknown provider', async () => {
  const agent_identity_id = await app.register()
  const nothing = { path: 'preferences', message: 'is required unless project_context is given' }
  const refused = async (body: object) => (await app.request('PUT', '/api/agents/preferences', body)).body.details
  expect(await refused({ agent_identity_id, project_context: null })).toEqual([nothing])
  expect(await refused({})).toEqual([{ path: 'agent_identity_id', message: expect.any(String) }, nothing])
  const answer = await app.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { available_providers: ['acme'] } })
  expect(answer.status).toBe(400)
  expect(answer.body.details[0].path).toBe('preferences.available_providers.0')
})

test('404 for an identity that was never issued', async () => {
  const answer = await app.request('PUT', '/api/agents/preferences', { agent_identity_id: 'nobody', preferences: {} })
  expect(answer.status).toBe(404)
  expect(answer.body.error).toContain('/api/agents/register')
})

test('the tool gives the same identity as REST', async () => {
  const id = await app.register('both-faces')
  const { isError, value } = await app.tool('service_register', { agent_name: 'both-faces' })
  expect(isError).toBe(false)
  expect(value.agent_identity_id).toBe(id)
})

test('what was read before a change is not remembered after it', async () => {
  const id = await app.register('changing')
  const read = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow: typeof app.store.query = async (text, values) => {
    const rows = await app.store.query(text, values)
    answered.resolve()
    await read.promise
    return rows as never
  }
  const directory = openDirectory({ ...app.store, query: slow }, () => app.clock.now.getTime())
  const early = directory.find(id)
  await answered.promise
  await app.request('PUT', '/api/agents/preferences', { agent_identity_id: id, preferences: { allow_china: true } })
  await directory.forget(id)
  read.resolve()
  expect((await early)?.preferences).toEqual({})
  expect((await directory.find(id))?.preferences).toEqual({ allow_china: true })
  directory.close()
})

import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

const secret = 'an-operator-secret-of-more-than-32-characters'
const bearer = { authorization: `Bearer ${secret}` }
const lines: string[] = []
const acts = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operator act')

let app: TestApp
beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  app = await testApp({ log, env: { ADMIN_SECRET: secret } })
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = bearer) =>
  app.request(method, path, body, headers)
const done = async (...sent: Parameters<typeof ask>) => {
  const answer = await ask(...sent)
  expect([sent[1], answer.status]).toEqual([sent[1], 200])
  return answer.body
}

test('every act of the operator is a line that says what it was about, and never with what secret', async () => {
  const agent_name = 'waits-for-review'
  await app.register(agent_name)
  await done('POST', '/api/verify', { agent_name, x_handle: 'waiting' }, {})
  const [{ verification_id: id }] = (await done('GET', '/api/admin/verifications')).verifications
  await done('POST', `/api/admin/verifications/${id}/approve`, {})
  await done('POST', '/api/admin/catalog/stripe-mcp/decide', { action: 'ban', note: 'not for the log' })
  await done('PUT', '/api/admin/catalog/slack-mcp', { choose_when: 'not for the log' })
  const servers = [{ name: 'com.example/weather', description: 'Forecasts.', repository: { url: 'https://github.com/example/weather' } }]
  await done('POST', '/api/admin/catalog/import', { source: 'ours', servers })
  const agent = await app.register()
  await done('DELETE', `/api/agents/${agent}`)
  const common = { level: 30, msg: 'operator act', network: '127.0.0.1', request_id: expect.any(String) }
  expect(acts()).toMatchObject([
    { ...common, operation: 'approve_verification', id },
    { ...common, operation: 'admin_decide_skill', slug: 'stripe-mcp', action: 'ban' },
    { ...common, operation: 'admin_override_skill', slug: 'slack-mcp' },
    { ...common, operation: 'admin_import_skills', source: 'ours', trusted: false, read: 1, added: 1 },
    { ...common, operation: 'delete_agent' },
  ])
  for (const kept of [secret, agent, 'not for the log']) expect(lines.join('')).not.toContain(kept)
})

test('what was only read, refused, repeated or done by an agent itself is no act of the operator', async () => {
  const unban = ['POST', '/api/admin/catalog/stripe-mcp/decide', { action: 'unban' }] as const
  await done('GET', '/api/admin/catalog')
  expect((await ask('POST', '/api/admin/catalog/no-such-tool/decide', { action: 'ban' })).status).toBe(404)
  const agent = await app.register()
  await done('DELETE', `/api/agents/${agent}`, undefined, { authorization: `Bearer ${agent}` })
  expect(acts()).toEqual([])
  for (let i = 0; i < 2; i++) await done(...unban, { ...bearer, 'idempotency-key': 'again' })
  expect(acts()).toHaveLength(1)
})

test('a wrong secret is a warning, without the secret', async () => {
  const guess = { authorization: 'Bearer a-guess-at-it' }
  expect((await ask('POST', '/api/admin/catalog/stripe-mcp/decide', { action: 'ban' }, guess)).status).toBe(403)
  expect((await ask('GET', `/api/agents/${await app.register()}/ledger`, undefined, guess)).status).toBe(403)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([1, 2].map((guesses) => ({ level: 40, network: '127.0.0.1', guesses })))
  expect(lines.join('')).not.toContain('a-guess-at-it')
  expect((await app.request('GET', '/metrics')).text).toContain('waymark_refused_secrets_total{result="wrong"} 2')
})

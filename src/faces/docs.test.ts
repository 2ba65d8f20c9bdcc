import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { statusByCode } from '../errors.ts'
import { pageLinks } from './page-links.ts'

const secret = 'a-secret-of-more-than-thirty-two-characters'
let app: TestApp
let operated: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://waymark.example/' } })
  operated = await testApp({ env: { ADMIN_SECRET: secret } })
})
afterAll(() => Promise.all([app.close(), operated.close()]))

const adminPaths = async (from: TestApp) =>
  Object.keys((await from.request('GET', '/api/openapi.json')).body.paths).filter((path) => path.startsWith('/api/admin/'))

test('the operator’s API is documented only where there is an operator', async () => {
  expect(await adminPaths(app)).toEqual([])
  expect((await app.request('GET', '/docs')).text).not.toContain('/api/admin/')
  expect(await adminPaths(operated)).toContain('/api/admin/catalog')
  expect((await operated.request('GET', '/docs')).text).toContain('/api/admin/catalog')
})

test('headers that change what a call does are described', async () => {
  const { paths, components } = (await app.request('GET', '/api/openapi.json')).body
  const headersOf = (path: string, method: string) =>
    (paths[path][method].parameters ?? [])
      .filter((one: object) => '$ref' in one)
      .map(({ $ref }: { $ref: string }) => components.parameters[$ref.split('/').at(-1) ?? ''].name)
  expect(headersOf('/api/report', 'post')).toEqual(['Idempotency-Key', 'X-Waymark-Telemetry'])
  expect(headersOf('/api/missions/claim', 'post')).toEqual(['Idempotency-Key'])
  expect(headersOf('/api/agents/preferences', 'put')).toEqual([])
  expect(headersOf('/api/skills', 'get')).toEqual([])
})

test('what an answer says in a header is described, and is there', async () => {
  const { paths } = (await app.request('GET', '/api/openapi.json')).body
  const told = Object.keys(paths['/api/skills'].get.responses[200].headers)
  expect(told).toEqual(['X-Total-Count'])
  expect((await app.request('GET', '/api/skills', undefined, { host: 'waymark.example' })).headers).toHaveProperty('x-total-count')
  expect((await app.request('GET', '/docs')).text).toContain('In the header <code>X-Total-Count</code>')
})

test('a generator sees that only some operations take a bearer', async () => {
  const { security, paths } = (await app.request('GET', '/api/openapi.json')).body
  expect(security).toEqual([])
  expect(paths['/api/route'].post.security).toBeUndefined()
  expect(paths['/api/agents/{agent_identity_id}/memory'].get.security).toEqual([{ bearer: [] }])
})

test('server address and path make one address', async () => {
  const { servers } = (await app.request('GET', '/api/openapi.json')).body
  expect(servers).toEqual([{ url: 'https://waymark.example' }])
  // Without a public address: wherever the description came from.
  expect((await operated.request('GET', '/api/openapi.json')).body.servers).toEqual([{ url: '/' }])
})

test('a browser without scripts is led to the reference', async () => {
  const [, address = ''] = /<noscript>.*href="([^"]+)"/.exec(readFileSync('web/index.html', 'utf8')) ?? []
  expect((await app.request('GET', address)).text).toContain('<h1>API reference</h1>')
})

/** `recommended_model.slug`, `runs[].outcome`: where the values of an answer stand. */
function placesIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => placesIn(one, `${place}[]`))
  if (typeof value !== 'object' || value === null) return [place]
  return Object.entries(value).flatMap(([name, one]) => placesIn(one, place ? `${place}.${name}` : name))
}

test.each([
  ['POST', '/api/route', { task: 'refund the last payment of customer 4711 in Stripe' }],
  ['POST', '/api/route', { task: 'find the latest Stripe payouts and post a summary to the Slack channel finance' }],
  ['POST', '/api/route/model', { task: 'prove that the square root of 2 is irrational' }],
  ['GET', '/v0/servers?limit=3', undefined],
] as const)('the reference names every field that %s %s answers with', async (method, path, body) => {
  const { text } = await app.request('GET', '/docs')
  const places = placesIn((await app.request(method, path, body, { host: 'waymark.example' })).body)
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter((place) => !text.includes(`<code>${place.replace(/\[\]$/, '')}</code>`))).toEqual([])
})

test('the reference, its page and the OpenAPI description say what every error means and who needs a bearer', async () => {
  const page = (await operated.request('GET', '/docs')).text
  const { info } = (await operated.request('GET', '/api/openapi.json')).body
  const written = readFileSync('docs/api.md', 'utf8')
  for (const code of Object.keys(statusByCode)) {
    expect(page).toContain(`<code>${code}</code>`)
    for (const text of [written, info.description]) expect(text).toContain(`| \`${code}\` |`)
  }
  expect(page).toMatch(/id="ledger">.*?<p>Bearer: the agent’s identity, or the operator’s secret\.<\/p>/s)
  expect(page).toMatch(/id="operator_overview">.*?<p>Bearer: the operator’s secret\.<\/p>/s)
})

test('the example of a body holds nothing that belongs in the path', async () => {
  const { paths } = (await operated.request('GET', '/api/openapi.json')).body
  const { schema, example } = paths['/api/admin/verifications/{id}/reject'].post.requestBody.content['application/json']
  expect([Object.keys(schema.properties), Object.keys(example)]).toEqual([['reason'], ['reason']])
})

test('the reference says how much a caller may send', () => {
  const written = readFileSync('docs/api.md', 'utf8')
  expect(written).toMatch(/\| `runs` \| array of object \| 1 to 500 entries \|/)
  expect(written).toMatch(/\| `agent_name` \| string \|.* up to 128 characters \|/)
})

test('the reference leads to the same pages as every other page', async () => {
  const [head = ''] = /<header>.*<\/header>/.exec((await app.request('GET', '/docs')).text) ?? []
  expect([...head.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/', ...pageLinks.map(([href]) => href)])
})

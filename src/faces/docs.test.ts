import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'

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

test('server address and path make one address', async () => {
  const { servers } = (await app.request('GET', '/api/openapi.json')).body
  expect(servers).toEqual([{ url: 'https://waymark.example' }])
})

test('a browser without scripts is led to the reference', async () => {
  const [, address = ''] = /<noscript>.*href="([^"]+)"/.exec(readFileSync('web/index.html', 'utf8')) ?? []
  expect((await app.request('GET', address)).text).toContain('<h1>API reference</h1>')
})

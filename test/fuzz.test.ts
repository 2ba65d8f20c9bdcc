import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOf } from '../src/faces/face.ts'
import { inputSchema } from '../src/faces/schemas.ts'
import { operations } from '../src/operations.ts'
import { arbitraryFor } from './support/arbitrary-input.ts'
import { type TestApp, testApp } from './support/harness.ts'

const inputs = process.env.WAYMARK_TEST_STORE === 'postgres' ? 4000 : 20_000
const secret = 'an operator secret of more than 32 characters'

let app: TestApp
let known: fc.Arbitrary<string>
beforeAll(async () => {
  app = await testApp({ env: { ADMIN_SECRET: secret } })
  const agent = await app.register('fuzzed')
  known = fc.constantFrom(agent, 'fuzzed', 'exa-mcp-server', 'github-mcp-server', 'search the web for news', 'https://example.com/a')
})
afterAll(() => app.close())

const rows = operations.flatMap((row) => routesOf(row).map((route) => ({ row, ...route })))

test(`no input of ${inputs} makes a 5xx or hangs`, { timeout: 600_000 }, async () => {
  const perRoute = Math.ceil((inputs * 0.8) / rows.length)
  for (const { row, method, path } of rows) {
    const inputOfRow = arbitraryFor(inputSchema(row), known)
    await fc.assert(
      fc.asyncProperty(inputOfRow, (value) => send(method, path, value, row.access === 'admin')),
      { numRuns: perRoute, endOnFailure: true },
    )
  }
})

test('raw garbage makes no 5xx', { timeout: 300_000 }, async () => {
  const garbage = fc.oneof(
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json(),
    fc.json().map((text) => text.slice(0, -1)),
  )
  const paths = [...new Set(rows.map(({ path }) => path)), '/api/mcp', '/api/nothing', '/%00', '/api/skills/%E0%A4%A']
  for (const payload of fc.sample(garbage, Math.ceil(inputs * 0.2))) {
    const url = paths[Math.floor(payload.length * 7.3) % paths.length]!.replace(/\{\w+\}/g, 'x')
    const answer = await app.server.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode, `${url} ${String(payload)}`).toBeLessThan(500)
  }
})

async function send(method: string, path: string, value: unknown, admin: boolean): Promise<void> {
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(fields[name] ?? 'x')) || 'x')
  const query = new URLSearchParams(Object.entries(fields).map(([name, field]) => [name, text(field)]))
  const bodyless = method === 'GET' || method === 'DELETE'
  const answer = await app.server.inject({
    method: method as 'GET',
    url: bodyless ? `${url}?${query}` : url,
    headers: { ...(admin ? { authorization: `Bearer ${secret}` } : {}), ...(bodyless ? {} : { 'content-type': 'application/json' }) },
    ...(bodyless ? {} : { payload: JSON.stringify(value) ?? '' }),
  })
  expect(answer.statusCode, `${method} ${url} ${JSON.stringify(value)} → ${answer.body}`).toBeLessThan(500)
}

const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}
function send(method: string, params: Record<string, unknown> = {}, id: string | number = 7) {
  const name = params.name ?? params.uri
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name ? { 'mcp-name': String(name) } : {}) }
  return app.request('POST', '/api/mcp', { jsonrpc: '2.0', id, method, params: { _meta: meta, ...params } }, headers)
}

test('server/discover tells everything a client needs, and who we are in the metadata alone', async () => {
  const { status, body } = await send('server/discover')
  expect(status).toBe(200)
  expect(body.result).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    capabilities: { tools: {}, prompts: {}, resources: {} },
    instructions: expect.stringContaining('service_register'),
    ttlMs: expect.any(Number),
    cacheScope: 'public',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'waymark', version: '1.5.0' } },
  })
})

test.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])('%s says how long it keeps', async (method) => {
  const { result } = (await send(method)).body
  expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
  expect(result.ttlMs).toBeGreaterThanOrEqual(0)
  expect(result).not.toHaveProperty('nextCursor')
})

test('the tools come in the same order each time', async () => {
  const texts = [await send('tools/list'), await send('tools/list'), await send('tools/list')].map(({ text }) => text)
  expect(new Set(texts).size).toBe(1)
})

test('tools/call is complete and says nothing about keeping', async () => {
  const { status, body } = await send('tools/call', { name: 'service_register', arguments: { agent_name: 'modern' } })
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ resultType: 'complete', structuredContent: { agent_name: 'modern' } })
  expect(body.result).not.toHaveProperty('ttlMs')
})

test.each([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'nothing/here',
])('404 -32601 with the id for %s', async (method) => {
  const { status, body } = await send(method)
  expect([status, body.error.code, body.id]).toEqual([404, -32601, 7])
  expect(body.error.message).toContain('Use one of tools/list, ')
})

describe('failures after the checks of the headers', () => {
  test.each([
    ['an unknown tool', 'tools/call', { name: 'service_nothing' }],
    ['an unknown prompt', 'prompts/get', { name: 'nothing' }],
    ['an unknown resource', 'resources/read', { uri: 'waymark://nothing' }],
    ['a bad cursor', 'tools/list', { cursor: 'x' }],
    ['a log level that is none', 'tools/list', { _meta: { ...meta, 'io.modelcontextprotocol/logLevel': 'loud' } }],
  ])('%s is -32602 with status 200', async (_, method, params) => {
    const { status, body } = await send(method, params)
    expect([status, body.error.code, body.id]).toEqual([200, -32602, 7])
  })

  test('bad arguments of a tool are a result with isError', async () => {
    const { body } = await send('tools/call', { name: 'service_register', arguments: {} })
    expect(body.result).toMatchObject({ resultType: 'complete', isError: true })
  })
})

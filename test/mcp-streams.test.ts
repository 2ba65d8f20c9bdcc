import { afterEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestAppOptions, testApp } from './support/harness.ts'

const running: TestApp[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

async function listening(options: TestAppOptions = {}): Promise<{ app: TestApp; url: string }> {
  const app = await testApp(options)
  running.push(app)
  return { app, url: `${await app.server.listen({ port: 0, host: '127.0.0.1' })}/api/mcp` }
}

/** Opens an event stream and reads it block by block. */
async function openStream(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: stop.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return block
      }
      const { done, value } = await reader.read()
      if (done) return ''
      text += value
    }
  }
  const message = async () => JSON.parse((await next()).replace(/^event: message\ndata: /, ''))
  return { response, next, message, stop: () => stop.abort() }
}

const postTo = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
const endpointOf = (base: string, block: string) => new URL(block.replace(/^event: endpoint\ndata: /, ''), base).href

const openCount = async (app: TestApp) => (await app.metrics.streams.get()).values[0]?.value

describe('the stream of 2024-11-05', () => {
  test('begins with a relative endpoint and is not to be kept or held back', async () => {
    const { url } = await listening()
    const stream = await openStream(url)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    expect(await stream.next()).toMatch(/^event: endpoint\ndata: \/api\/mcp\?sessionId=[0-9a-f-]{36}$/)
    stream.stop()
  })

  test('its endpoint is found behind a proxy that puts the service below a path', async () => {
    const { url } = await listening({ env: { PUBLIC_URL: 'https://waymark.example/at' } })
    const stream = await openStream(url)
    const block = await stream.next()
    expect(endpointOf('https://waymark.example/at/api/mcp', block)).toMatch(
      /^https:\/\/waymark\.example\/at\/api\/mcp\?sessionId=[0-9a-f-]{36}$/,
    )
    expect((await postTo(endpointOf(url, block), ping(1))).status).toBe(202)
    expect(await stream.message()).toMatchObject({ id: 1, result: {} })
    stream.stop()
  })

  test('answers come on the stream whose endpoint was posted to, and on no other', async () => {
    const { url } = await listening()
    const [one, two] = [await openStream(url), await openStream(url)]
    const [first, second] = [endpointOf(url, await one.next()), endpointOf(url, await two.next())]
    const taken = await postTo(second, ping(2))
    expect([taken.status, await taken.text()]).toEqual([202, ''])
    await postTo(first, ping(1))
    expect(await one.message()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(await two.message()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
    one.stop()
    two.stop()
  })

  test('a tool answers there, a method of a later revision is unknown there, and a body that is not a message is refused immediately', async () => {
    const { url } = await listening()
    const stream = await openStream(url)
    const endpoint = endpointOf(url, await stream.next())
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    await postTo(endpoint, { jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta: meta } })
    expect(await stream.message()).toMatchObject({ id: 'd', error: { code: -32601 } })
    const params = { name: 'service_register', arguments: { agent_name: 'on-a-stream' } }
    await postTo(endpoint, { jsonrpc: '2.0', id: 't', method: 'tools/call', params })
    expect(await stream.message()).toMatchObject({ id: 't', result: { structuredContent: { agent_name: 'on-a-stream' } } })
    expect((await postTo(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    const refused = { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } }
    const plain = await postTo(endpoint, { hello: 1 })
    expect([plain.status, await plain.json()]).toEqual([400, { ...refused, id: null }])
    const named = await postTo(endpoint, { hello: 1 }, { 'mcp-protocol-version': '2025-11-25' })
    expect([named.status, await named.json()]).toEqual([400, refused])
    stream.stop()
  })

  test('400 for a revision that is not served, to open it as to post to it', async () => {
    const { app, url } = await listening()
    const unknown = { 'mcp-protocol-version': '1999-01-01' }
    const refused = { jsonrpc: '2.0', error: { code: -32022, data: { requested: '1999-01-01' } } }
    const opened = await fetch(url, { headers: { accept: 'text/event-stream', ...unknown } })
    expect([opened.status, await opened.json(), await openCount(app)]).toMatchObject([400, refused, 0])
    const stream = await openStream(url, { 'mcp-protocol-version': '2025-11-25' })
    const endpoint = endpointOf(url, await stream.next())
    const posted = await postTo(endpoint, ping(1), unknown)
    expect([posted.status, await posted.json()]).toMatchObject([400, refused])
    expect((await postTo(endpoint, ping(2), { 'mcp-protocol-version': '2025-11-25' })).status).toBe(202)
    expect(await stream.message()).toMatchObject({ id: 2 })
    stream.stop()
  })

  test('pings keep it alive', async () => {
    const { url } = await listening({ mcp: { streams: { pingMs: 20 } } })
    const stream = await openStream(url)
    await stream.next()
    expect([await stream.next(), await stream.next()]).toEqual([': ping', ': ping'])
    stream.stop()
  })

  test('404 once it is closed, and the server forgets it', async () => {
    const { app, url } = await listening()
    const stream = await openStream(url)
    const endpoint = endpointOf(url, await stream.next())
    expect(await openCount(app)).toBe(1)
    stream.stop()
    await expect.poll(() => openCount(app)).toBe(0)
    expect((await postTo(endpoint, ping(1))).status).toBe(404)
    expect((await postTo(`${url}?sessionId=made-up`, ping(1))).status).toBe(404)
  })
})

describe('limits', () => {
  test('429 beyond the streams of one network, 503 beyond those of all, and a closed one makes room', async () => {
    const { app, url } = await listening({
      env: { RATE_LIMIT_LOOPBACK: 'on', TRUSTED_PROXIES: '127.0.0.1' },
      mcp: { streams: { perNetwork: 2, inAll: 3 } },
    })
    const from = (address: string) => openStream(url, { 'x-forwarded-for': address })
    const held = [await from('203.0.113.1'), await from('203.0.113.1')]
    expect((await from('203.0.113.1')).response.status).toBe(429)
    held.push(await from('203.0.113.2'))
    const full = await from('203.0.113.3')
    expect([full.response.status, full.response.headers.get('retry-after')]).toEqual([503, '30'])
    held.pop()?.stop()
    await expect.poll(() => openCount(app)).toBe(2)
    expect((await from('203.0.113.3')).response.status).toBe(200)
  })

  test('clients on the same machine share no limit of networks', async () => {
    const { url } = await listening({ mcp: { streams: { perNetwork: 1 } } })
    expect([(await openStream(url)).response.status, (await openStream(url)).response.status]).toEqual([200, 200])
  })

  test('a stream from which nothing is heard for long ends', async () => {
    const { app, url } = await listening({ mcp: { streams: { pingMs: 20, quietMs: 1 } } })
    const stream = await openStream(url)
    await stream.next()
    expect(await stream.next()).toBe('')
    await expect.poll(() => openCount(app)).toBe(0)
  })

  test('three hundred streams each get their pings and answers while REST answers', async () => {
    const { app, url } = await listening({ mcp: { streams: { pingMs: 100 } } })
    const streams = await Promise.all(Array.from({ length: 300 }, () => openStream(url)))
    const endpoints = await Promise.all(streams.map(async ({ next }) => endpointOf(url, await next())))
    expect(new Set(endpoints).size).toBe(300)
    expect(await openCount(app)).toBe(300)
    expect(await Promise.all(streams.map(({ next }) => next()))).toEqual(Array(300).fill(': ping'))
    expect((await app.request('POST', '/api/agents/register', { agent_name: 'beside-streams' })).status).toBe(200)
    for (const stream of streams) stream.stop()
    await expect.poll(() => openCount(app)).toBe(0)
  })

  test('stopping the service ends every stream', async () => {
    const { app, url } = await listening()
    const stream = await openStream(url)
    await stream.next()
    running.pop()
    await app.close()
    expect(await stream.next()).toBe('')
  })
})

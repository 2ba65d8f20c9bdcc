import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/harness.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await testApp()
  port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends bytes that no HTTP client would send, and reads until the service hangs up. */
function exchange(port: number, ...parts: (string | Buffer)[]): Promise<{ status: number; head: string; body: any }> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(received).toString().split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.startsWith('{') ? JSON.parse(body) : body })
    })
    for (const part of parts) socket.write(part)
  })
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const json = ['Content-Type: application/json', 'Connection: close']
const refusal = (code: string) => ({ error: expect.stringMatching(/\w/), code })

test('413 reaches a client that is still sending, which can then ask again', async () => {
  const send = async (size: number) => {
    const body = JSON.stringify({ task: 'x'.repeat(size) })
    return (await fetch(`http://127.0.0.1:${port}/api/route`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      .status
  }
  for (let at = 0; at < 10; at++) expect([await send(4_000_000), await send(10)]).toEqual([413, 200])
})

test.each([
  [413, '/api/route', 'too_large', []],
  [404, '/api/nothing', 'not_found', []],
  [405, '/api/skills', 'method_not_allowed', []],
  [415, '/api/route', 'unsupported_media_type', ['Content-Type: text/plain']],
])('%i reaches a client that is still sending, and wants the connection closed', async (expected, path, code, headers) => {
  const head = lines(`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 8000000', ...headers, ...json)
  for (let at = 0; at < 5; at++) {
    const { status, body } = await exchange(port, head, Buffer.alloc(8_000_000, 'x'))
    expect([status, body]).toEqual([expected, refusal(code)])
  }
})

describe('what no usual client sends is refused in the one error form', () => {
  test.each(['/api/skills', '/api/health', '/llms.txt'])('400 for HTTP/1.1 without a Host to %s', async (path) => {
    const { status, body } = await exchange(port, lines(`GET ${path} HTTP/1.1`, 'Connection: close'))
    expect([status, body]).toEqual([400, refusal('invalid_input')])
  })

  test('HTTP/1.0 has no need of a Host where every name is answered, and is told the address of the listener', async () => {
    expect((await exchange(port, lines('GET /api/live HTTP/1.0'))).status).toBe(200)
    const anywhere = await testApp({ env: { HOST: '::' } })
    const { port: open } = new URL(await anywhere.server.listen({ port: 0, host: '127.0.0.1' }))
    const { body } = await exchange(Number(open), lines('GET /robots.txt HTTP/1.0'))
    await anywhere.close()
    expect(body).toContain('Sitemap: http://[::1]:8787/sitemap.xml')
  })

  test.each(['a"><x>&b.localhost', "a'b.localhost", 'a b.localhost', 'a/b.localhost', 'localhost:80x', 'user@localhost'])(
    '400 for the Host %s, which is no name',
    async (host) => {
      const { status, body } = await exchange(port, lines('GET /llms.txt HTTP/1.1', `Host: ${host}`, 'Connection: close'))
      expect([status, body]).toEqual([400, refusal('invalid_input')])
    },
  )

  test.each(['my_service.localhost:8787', 'localhost', '[::1]:8787', '127.0.0.1'])(
    '200 for the Host %s, repeated as it is',
    async (host) => {
      const { status, body } = await exchange(port, lines('GET /robots.txt HTTP/1.1', `Host: ${host}`, 'Connection: close'))
      expect([status, body]).toEqual([200, expect.stringContaining(`http://${host}/sitemap.xml`)])
    },
  )

  test('417 for an expectation that is not known', async () => {
    const request = lines('POST /api/agents/register HTTP/1.1', 'Host: localhost', 'Expect: wonders', 'Content-Length: 2', ...json)
    const { status, body } = await exchange(port, request, '{}')
    expect([status, body]).toEqual([417, refusal('invalid_input')])
  })

  test.each(['/api/agents/register', '/api/mcp'])('415 for a compressed body to %s', async (path) => {
    const zipped = gzipSync('{"agent_name":"zipped"}')
    const { status, body } = await exchange(
      port,
      lines(`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Encoding: gzip', `Content-Length: ${zipped.length}`, ...json),
      zipped,
    )
    expect([status, body]).toEqual([415, refusal('unsupported_media_type')])
  })

  test('a body whose encoding is said to be none is read', async () => {
    const request = lines(
      'POST /api/agents/register HTTP/1.1',
      'Host: localhost',
      'Content-Encoding: identity',
      'Content-Length: 21',
      ...json,
    )
    expect((await exchange(port, request, '{"agent_name":"none"}')).status).toBe(200)
  })

  test.each([
    ['PROPFIND', '/api/route', 'post'],
    ['QUERY', '/api/skills', 'get, head'],
    ['LOCK', '/api/mcp', 'get, post'],
    ['M-SEARCH', '/tools/stripe-mcp', 'get, head'],
  ])('405 with Allow for %s %s', async (method, path, allow) => {
    const { status, head, body } = await exchange(port, lines(`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'))
    expect([status, body]).toEqual([405, refusal('method_not_allowed')])
    expect(head.split('\r\n')).toContain(`allow: ${allow}`)
  })

  test('404 for any method where there is nothing', async () => {
    const { status, body } = await exchange(port, lines('PROPFIND /api/nothing HTTP/1.1', 'Host: localhost', 'Connection: close'))
    expect([status, body]).toEqual([404, refusal('not_found')])
  })
})

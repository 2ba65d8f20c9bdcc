import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

type Judged = [host: string, origin: string | undefined, status: number]

const local: Judged[] = [
  ['localhost:8787', undefined, 200],
  ['127.0.0.1:8787', undefined, 200],
  ['[::1]:8787', undefined, 200],
  ['localhost', undefined, 200],
  ['LocalHost:8787', undefined, 200],
  ['127.0.0.2:8787', undefined, 200],
  ['app.localhost:8787', undefined, 200],
  ['localhost:8787', 'http://localhost:8787', 200],
  ['localhost:8787', 'http://localhost:3000', 200],
  ['localhost:8787', 'https://localhost', 200],
  ['127.0.0.1:8787', 'http://127.0.0.1:6274', 200],
  ['[::1]:8787', 'http://[::1]:8787', 200],
  ['app.localhost:8787', 'http://app.localhost:8787', 200],
  ['evil.example', undefined, 403],
  ['evil.example:8787', undefined, 403],
  ['localhost.evil.example:8787', undefined, 403],
  ['127.0.0.1.evil.example', undefined, 403],
  ['evil-localhost:8787', undefined, 403],
  ['0.0.0.0:8787', undefined, 403],
  ['192.168.1.10:8787', undefined, 403],
  ['evil.example', 'http://evil.example', 403],
  ['evil.example', 'http://localhost:8787', 403],
  ['localhost:8787', 'http://evil.example', 403],
  ['localhost:8787', 'https://evil.example:8787', 403],
  ['localhost:8787', 'null', 403],
  ['localhost:8787', '', 403],
  ['localhost:8787', 'file://', 403],
  ['localhost:8787', 'chrome-extension://abcdefgh', 403],
  ['localhost:8787', 'http://localhost.evil.example', 403],
  ['localhost:8787', 'http://127.0.0.1.evil.example', 403],
  ['localhost:8787', 'http://localhost@evil.example', 403],
  ['localhost:8787', 'http://evil.example/localhost', 403],
]

const named: Judged[] = [
  ['waymark.example', undefined, 200],
  ['WAYMARK.example', undefined, 200],
  ['waymark.example:443', undefined, 200],
  ['waymark.example', 'https://waymark.example', 200],
  ['waymark.example', 'https://app.example', 200],
  ['localhost:8787', 'https://app.example', 200],
  ['waymark.example', 'https://other.example', 403],
  ['waymark.example', 'https://waymark.example.evil.example', 403],
  ['waymark.example', 'https://app.example.evil.example', 403],
  ['other.example', undefined, 403],
  ['evil.waymark.example', undefined, 403],
  ['app.example', 'https://app.example', 403],
]

const numbered: Judged[] = [
  ['[2001:db8::1]:8787', undefined, 200],
  ['[2001:DB8::1]:8787', 'http://[2001:db8::1]:8787', 200],
  ['[2001:db8::2]:8787', undefined, 403],
]

type Sent = { method: 'GET' | 'POST'; host: string; origin?: string | undefined; path?: string }

function statusOf(address: string, { method, host, origin, path = '/api/mcp' }: Sent): Promise<number> {
  const headers = {
    host,
    ...(origin === undefined ? {} : { origin }),
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  }
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined)
  })
}

describe.each([
  ['on the default address', {}, local],
  ['under a public IPv6 address', { PUBLIC_URL: 'http://[2001:db8::1]:8787' }, numbered],
  ['under a public name', { PUBLIC_URL: 'https://waymark.example', ALLOWED_ORIGINS: 'https://app.example' }, named],
])('%s', (_, env: Record<string, string>, pairs) => {
  let app: TestApp
  let address: string
  beforeAll(async () => {
    app = await testApp({ env })
    address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  test.each(pairs)('Host %s with Origin %s answers %d', async (host, origin, status) => {
    const found = [await statusOf(address, { method: 'POST', host, origin }), await statusOf(address, { method: 'GET', host, origin })]
    expect(found).toEqual([status, status])
  })

  test.each(['/api/mcp/', '/api/%6dcp', '/%61pi/mcp?x=1', 'http://localhost:8787/api/mcp'])(
    'a foreign Origin is refused under the spelling %s too',
    async (path) => {
      const sent = { method: 'POST', host: 'localhost:8787', path } as const
      const found = [await statusOf(address, { ...sent, origin: 'http://evil.example' }), await statusOf(address, sent)]
      expect(found).toEqual([403, 200])
    },
  )
})

test('a probe under the address of its pod is answered behind a public name, and opens nothing else for its connection', async () => {
  const app = await testApp({ env: { HOST: '0.0.0.0', PUBLIC_URL: 'https://waymark.example' } })
  const { port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const status = (path: string) =>
    new Promise<[number | undefined, number | undefined]>((resolve, reject) => {
      const sent = request({ hostname: '127.0.0.1', port, path, agent, headers: { host: '10.0.0.7:8787' } }, (response) => {
        const { localPort } = response.socket
        response.resume().on('end', () => resolve([response.statusCode, localPort]))
      })
      sent.on('error', reject).end()
    })
  const answers = []
  for (const path of ['/api/live', '/api/health', '/metrics', '/api/skills', '/api/live/', '/']) answers.push(await status(path))
  agent.destroy()
  await app.close()
  expect(answers.map(([code]) => code)).toEqual([200, 200, 200, 403, 200, 403])
  expect(new Set(answers.map(([, localPort]) => localPort)).size).toBe(1)
})

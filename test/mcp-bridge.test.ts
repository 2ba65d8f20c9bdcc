import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridge } from '../sdk/src/stdio.ts'
import { configFolder, openIdentity } from '../sdk/src/stdio-identity.ts'
import { type TestApp, testApp } from './support/harness.ts'
import { standIn } from './support/stand-in.ts'

let app: TestApp
let url: string
const folder = mkdtempSync(join(tmpdir(), 'waymark-bridge-'))
beforeAll(async () => {
  app = await testApp()
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.server.closeAllConnections()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

let runs = 0
/** Sends lines through a bridge of its own and gives the lines that came out, as soon as the input has ended. */
async function carried(lines: (object | string)[], options: { to?: string; config?: string } = {}): Promise<any[]> {
  const input = new PassThrough()
  const out: string[] = []
  const to = options.to ?? url
  const identity = openIdentity(options.config ?? join(folder, `run-${runs++}`), to)
  const done = bridge({ url: to, input, write: (line) => out.push(line), identity })
  input.end(`${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`)
  await done
  return out.map((line) => JSON.parse(line))
}

const rpc = (id: string | number, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) })
const call = (id: number, name: string, args: object = {}) => rpc(id, 'tools/call', { name, arguments: args })
const toolValue = (answer: any) => JSON.parse(answer.result.content[0].text)

describe('lines in, lines out', () => {
  test('requests are answered, notifications are not', async () => {
    const answers = await carried([
      rpc(1, 'initialize', { protocolVersion: '2025-06-18' }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      '',
      rpc('b', 'ping'),
    ])
    expect(answers).toMatchObject([
      { id: 1, result: { protocolVersion: '2025-06-18' } },
      { id: 'b', result: {} },
    ])
  })

  test('a line that is no JSON is answered and the next one is served', async () => {
    expect(await carried(['{"half":', rpc(2, 'ping')])).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 2, result: {} },
    ])
  })

  test('text with separators of lines and paragraphs in it is one line, whatever pieces it comes in', async () => {
    const text = 'first\u2028second\u2029third\u0085ü'
    const input = new PassThrough()
    const out: string[] = []
    const done = bridge({ url, input, write: (line) => out.push(line), identity: openIdentity(join(folder, 'pieces'), url) })
    const bytes = Buffer.from(`${JSON.stringify(rpc(text, 'ping'))}\r\n${JSON.stringify(rpc(2, 'ping'))}`)
    for (const byte of bytes) input.write(Buffer.of(byte))
    input.end()
    await done
    expect(out.map((line) => JSON.parse(line).id).sort()).toEqual([2, text])
  })

  test('a batch comes back as a batch', async () => {
    expect(await carried([JSON.stringify([rpc(1, 'ping'), rpc(2, 'ping')])])).toMatchObject([[{ id: 1 }, { id: 2 }]])
  })

  test('a batch that is refused is answered for each of its requests', async () => {
    const handshake = rpc(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } })
    const batch = JSON.stringify([rpc(2, 'ping'), { jsonrpc: '2.0', method: 'notifications/cancelled' }, rpc('three', 'ping')])
    const [, answers] = await carried([handshake, batch])
    const noBatches = { code: -32600, message: 'Revision 2025-06-18 has no batches. Send one message.' }
    expect(answers).toMatchObject([
      { id: 2, error: noBatches },
      { id: 'three', error: noBatches },
    ])
    const long = JSON.stringify([rpc(4, 'ping', { pad: 'x'.repeat(300_000) }), rpc(5, 'ping')])
    const [refused] = await carried([long])
    expect(refused).toMatchObject([
      { id: 4, error: { data: { code: 'too_large' } } },
      { id: 5, error: { data: { code: 'too_large' } } },
    ])
  })

  test('a request of 2026-07-28 gets the headers it needs, also for a name no header can carry', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const answers = await carried([rpc(1, 'server/discover', { _meta }), rpc(2, 'resources/read', { _meta, uri: 'waymark://skills/café' })])
    expect(answers.find(({ id }) => id === 1).result.resultType).toBe('complete')
    expect(answers.find(({ id }) => id === 2).error).toMatchObject({ code: -32602, data: { uri: 'waymark://skills/café' } })
  })

  test('what HTTP refuses comes as a JSON-RPC error with the reason', async () => {
    const [answer] = await carried([rpc(1, 'ping', { padding: 'x'.repeat(262_144) })])
    expect(answer).toMatchObject({ id: 1, error: { code: -32603, data: { code: 'too_large' } } })
  })

  test('a service that is away is said so, for each request of a batch too', async () => {
    const lines = [
      rpc(1, 'ping'),
      JSON.stringify([rpc(2, 'ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, rpc(3, 'ping')]),
    ]
    const away = { error: { code: -32603, message: expect.stringContaining('http://127.0.0.1:9') } }
    const answers = await carried(lines, { to: 'http://127.0.0.1:9' })
    expect(answers.find(({ id }) => id === 1)).toMatchObject(away)
    const batch = answers.find(Array.isArray)
    expect(batch).toMatchObject([away, away])
    expect(batch?.map(({ id }: { id: number }) => id)).toEqual([2, 3])
  })

  test('what is no message is answered, as over HTTP', async () => {
    for (const line of ['5', '{}', '[]']) expect(await carried([line])).toMatchObject([{ error: { code: -32600 } }])
  })

  test('a request to which a proxy answers nothing is answered', async () => {
    const proxy = await standIn((_, response) => response.writeHead(502).end())
    const answers = await carried([{ jsonrpc: '2.0', method: 'notifications/initialized' }, rpc(1, 'ping')], { to: proxy.url })
    await proxy.close()
    expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }])
  })

  test('a service is found under a path of its own, and by the address of its endpoint', async () => {
    const asked: (string | undefined)[] = []
    const proxy = await standIn((request, response) => {
      asked.push(request.url)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }))
    })
    const paths = ['', '/', '/waymark', '/waymark/', '/waymark/api/mcp']
    for (const path of paths) await carried([rpc(1, 'ping')], { to: `${proxy.url}${path}` })
    await proxy.close()
    expect(asked).toEqual(['/api/mcp', '/api/mcp', '/waymark/api/mcp', '/waymark/api/mcp', '/waymark/api/mcp'])
  })
})

describe('the identity', () => {
  test('is remembered from registering, added to calls without an identity, and never overrides a given one', async () => {
    const config = join(folder, 'kept')
    const [registered] = await carried([call(1, 'service_register', { agent_name: 'bridged' })], { config })
    const { agent_identity_id } = toolValue(registered)
    const other = await app.register()
    const answers = await carried(
      [undefined, null, other].map((named, id) => call(id, 'service_balance', { agent_identity_id: named })),
      { config },
    )
    const used = answers.sort((a, b) => a.id - b.id).map((answer) => toolValue(answer).agent_identity_id)
    expect(used).toEqual([agent_identity_id, agent_identity_id, other])
    if (process.platform !== 'win32') expect(statSync(join(config, 'identities.json')).mode & 0o777).toBe(0o600)
  })

  test('that the service does not know any more is forgotten, and the call goes out without it', async () => {
    const config = join(folder, 'stale')
    openIdentity(config, url).set('never-issued-here')
    const [answer] = await carried([call(1, 'service_route', { task: 'explain how TCP works' })], { config })
    expect(toolValue(answer).approach).toBeDefined()
    expect(openIdentity(config, url).get()).toBeUndefined()
  })

  test('stays when a tool is asked about an agent of another name that is not registered', async () => {
    const config = join(folder, 'verifying')
    await carried([call(1, 'service_register', { agent_name: 'bridged-verifier' })], { config })
    const known = openIdentity(config, url).get()
    const [refused] = await carried([call(2, 'service_verify_agent', { agent_name: 'never-registered', x_handle: '@never' })], { config })
    expect(toolValue(refused)).toMatchObject({ code: 'not_found' })
    expect(openIdentity(config, url).get()).toBe(known)
  })

  test('lasts as long as the process where it cannot be written', async () => {
    const config = join(folder, 'a-file', 'waymark')
    writeFileSync(join(folder, 'a-file'), '')
    const [registered] = await carried([call(1, 'service_register', { agent_name: 'unwritten' })], { config })
    expect(toolValue(registered).agent_name).toBe('unwritten')
    const identity = openIdentity(config, url)
    identity.set('mine')
    expect(identity.get()).toBe('mine')
    identity.forget()
    expect(identity.get()).toBeUndefined()
  })

  test('is one for each service, and a broken file counts as empty', () => {
    const config = join(folder, 'several')
    openIdentity(config, 'https://one.example/').set('one')
    openIdentity(config, 'https://two.example').set('two')
    expect(openIdentity(config, 'https://one.example').get()).toBe('one')
    writeFileSync(join(config, 'identities.json'), 'nonsense')
    expect(openIdentity(config, 'https://one.example').get()).toBeUndefined()
  })

  test.each([
    [{ XDG_CONFIG_HOME: '/etc/me' }, 'linux', join('/etc/me', 'waymark')],
    [{}, 'darwin', join('/home/me', '.config', 'waymark')],
    [{ XDG_CONFIG_HOME: '' }, 'linux', join('/home/me', '.config', 'waymark')],
    [{ APPDATA: '/data' }, 'win32', join('/data', 'waymark')],
  ])('lies in the user’s config folder: %j on %s', (env, platform, expected) => {
    expect(configFolder(env, platform, '/home/me')).toBe(expected)
  })
})

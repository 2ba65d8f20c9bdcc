import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
  SSEClientTransport as ModernSse,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/harness.ts'

let app: TestApp
let address: string
let url: URL
const config = mkdtempSync(join(tmpdir(), 'waymark-config-'))
const clients: { close: () => Promise<void> }[] = []

beforeAll(async () => {
  app = await testApp({ random: () => 0.5 })
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  url = new URL('/api/mcp', address)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  // A client may have opened a connection it never used; closing would wait until that one times out.
  app.server.server.closeAllConnections()
  await app.close()
  rmSync(config, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('../bin/waymark.mjs', import.meta.url))
const bridge = () => ({
  command: process.execPath,
  args: [program, 'mcp', '--url', address],
  env: { ...(process.env as Record<string, string>), XDG_CONFIG_HOME: config, APPDATA: config },
})
const info = { name: 'waymark-test', version: '1.0.0' }

type Called = { content: unknown; structuredContent?: unknown; isError?: unknown }
type AnyClient = {
  call: (name: string, args?: Record<string, unknown>) => Promise<any>
  tools: () => Promise<string[]>
  prompt: (name: string, args: Record<string, string>) => Promise<any>
  templates: () => Promise<string[]>
  read: (uri: string) => Promise<any>
  errors: Error[]
  version: string | undefined
}

async function legacyClient(transport: StreamableHTTPClientTransport | SSEClientTransport | StdioClientTransport): Promise<AnyClient> {
  const client = new Client(info)
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  // The transports' own types are not written for exact optional properties.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  clients.push(client)
  return { ...face(client), errors, version: client.getServerVersion()?.version }
}

async function modernClient(transport: ModernHttp | ModernSse | ModernStdio, mode: 'auto' | { pin: string }) {
  const client = new ModernClient(info, { versionNegotiation: { mode } })
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  await client.connect(transport)
  clients.push(client)
  return { ...face(client), errors, version: client.getServerVersion()?.version, revision: client.getNegotiatedProtocolVersion() }
}

function face(client: Client | ModernClient): Omit<AnyClient, 'errors' | 'version'> {
  return {
    async call(name, args = {}) {
      const result = (await client.callTool({ name, arguments: args })) as Called
      const [{ text }] = result.content as [{ text: string }]
      if (result.isError) throw new Error(text)
      expect(result.structuredContent).toEqual(JSON.parse(text))
      return result.structuredContent
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => JSON.parse(((await client.readResource({ uri })).contents as { text: string }[])[0]?.text ?? ''),
  }
}

const transports: [string, () => Promise<AnyClient>][] = [
  ['the v1 client over Streamable HTTP', () => legacyClient(new StreamableHTTPClientTransport(url))],
  ['the v1 client over SSE', () => legacyClient(new SSEClientTransport(url))],
  ['the v1 client over stdio', () => legacyClient(new StdioClientTransport(bridge()))],
  ['the v2 client that finds out', () => modernClient(new ModernHttp(url), 'auto')],
  ['the v2 client pinned to 2026-07-28', () => modernClient(new ModernHttp(url), { pin: '2026-07-28' })],
  ['the v2 client over SSE', () => modernClient(new ModernSse(url), 'auto')],
  ['the v2 client over stdio', () => modernClient(new ModernStdio(bridge()), 'auto')],
]

describe.each(transports)('%s', (title, connect) => {
  test('lists, calls, reads and prompts without a complaint', async () => {
    const client = await connect()
    expect(client.version).toBe('1.5.0')
    expect((await client.tools()).slice(0, 2)).toEqual(['service_register', 'service_help'])
    const { agent_identity_id } = await client.call('service_register', { agent_name: title })
    expect((await client.prompt('get_started', { agent_name: 'me' })).messages).toHaveLength(1)
    expect(await client.templates()).toEqual(['waymark://skills/{slug}', 'waymark://agents/{agent_identity_id}/status'])
    expect(await client.read('waymark://models')).toMatchObject({ notice: expect.stringContaining('data'), data: expect.anything() })
    expect((await client.read(`waymark://agents/${agent_identity_id}/status`)).data).toMatchObject({ agent_identity_id })
    await expect(client.read('waymark://skills/no-such-skill')).rejects.toThrow()
    await expect(client.call('service_mission_claim', {})).rejects.toThrow('invalid_input')
    expect(client.errors).toEqual([])
  })

  test('goes through the onboarding order by following next_step', async () => {
    const client = await connect()
    // The official clients check answers against the output schemas of the tools they have listed.
    await client.tools()
    const registered = await client.call('service_register', { agent_name: `${title}, onboarding` })
    const identity = { agent_identity_id: registered.agent_identity_id }
    expect(registered.next_step).toMatchObject({ tool: 'service_help', arguments: identity })
    const help = await client.call('service_help', registered.next_step.arguments)
    expect(help.next_step).toMatchObject({ tool: 'service_missions' })
    const list = await client.call('service_missions', help.next_step.arguments)
    expect(list.next_step).toMatchObject({ tool: 'service_mission_claim' })
    const claim = await client.call('service_mission_claim', { ...list.next_step.arguments, ...identity })
    expect(claim.next_step).toMatchObject({ tool: 'service_mission_complete', arguments: { claim_id: claim.claim_id } })
    const mission = list.missions.find(({ id }: { id: string }) => id === claim.mission_id)
    const results = mission.candidates.slice(0, 2).map((skill_slug: string, i: number) => ({
      skill_slug,
      outcome_status: 'success',
      latency_ms: 900 + i,
      output_quality_rating: 8 - i,
    }))
    const done = await client.call('service_mission_complete', { claim_id: claim.claim_id, ...identity, results })
    expect(done.next_step).toMatchObject({ tool: 'service_balance', arguments: identity })
    const earned = await client.call('service_balance', done.next_step.arguments)
    expect(earned.total_routing_credits).toBe(done.rewards.routing_credits)
    const routed = await client.call('service_route', { task: 'create an issue in our GitHub repository', ...identity })
    const { decision_id } = routed.routing_metadata
    expect(routed.next_step).toMatchObject({
      tool: 'service_report',
      arguments: { skill_slug: routed.recommended_skill, outcome: '<your outcome>', decision_id },
    })
    const report = await client.call('service_report', { ...routed.next_step.arguments, outcome: 'success', ...identity })
    expect(report).toMatchObject({ accepted: true, next_step: { tool: expect.any(String) } })
  })
})

test('v2 speaks the newest revision over HTTP and stdio, and an earlier one over SSE', async () => {
  const revisions = [
    (await modernClient(new ModernHttp(url), 'auto')).revision,
    (await modernClient(new ModernStdio(bridge()), 'auto')).revision,
    (await modernClient(new ModernSse(url), 'auto')).revision,
  ]
  expect(revisions).toEqual(['2026-07-28', '2026-07-28', '2025-11-25'])
})

test('the same task gets the same answer over REST and every transport', async () => {
  const bare = ({ routing_metadata, next_step: _, ...answer }: any) => {
    const { decision_id: __, ...metadata } = routing_metadata
    return { ...answer, routing_metadata: metadata }
  }
  const connected = await Promise.all(transports.map(([, connect]) => connect()))
  for (const task of [
    'refund a payment in Stripe',
    'explain how TCP works',
    'search the web for prices, then put them in a Google sheet',
  ]) {
    const rest = bare((await app.request('POST', '/api/route', { task })).body)
    for (const client of connected.filter((_, i) => !/stdio/.test(transports[i]?.[0] ?? ''))) {
      expect(bare(await client.call('service_route', { task }))).toEqual(rest)
    }
  }
})

test('every tool that only reads gives over MCP what REST gives, and its example fits its output schema', async () => {
  const client = await legacyClient(new StreamableHTTPClientTransport(url))
  await client.tools()
  const agent_identity_id = await app.register()
  const bare = ({ next_step: _, routing_metadata, ...answer }: any) => ({
    ...answer,
    ...(routing_metadata ? { routing_metadata: { ...routing_metadata, decision_id: '' } } : {}),
  })
  const readers = app.table.filter((row) => row.tool && row.effect === 'read')
  expect(readers.length).toBeGreaterThan(6)
  for (const row of readers) {
    const example = row.example as Record<string, unknown>
    const args = { ...example, ...('agent_identity_id' in example ? { agent_identity_id } : {}) }
    const [method = '', path = ''] = row.http.split(' ')
    const query = new URLSearchParams(Object.entries(args).map(([key, value]) => [key, String(value)]))
    const rest = method === 'GET' ? await app.request('GET', `${path}?${query}`) : await app.request(method, path, args)
    const answer = bare(await client.call(row.tool ?? '', args))
    expect([row.tool, row.rest ? row.rest(answer).body : answer]).toEqual([row.tool, row.rest ? rest.body : bare(rest.body)])
  }
})

test('the SSE client works on after its stream was cut, without a new handshake', async () => {
  const cut = await testApp()
  const where = new URL('/api/mcp', await cut.server.listen({ port: 0, host: '127.0.0.1' }))
  const client = new Client(info)
  await client.connect(new SSEClientTransport(where) as Parameters<typeof client.connect>[0])
  await client.listTools()
  cut.server.server.closeAllConnections()
  const listed = () =>
    client.listTools().then(
      ({ tools }) => tools.length,
      () => 0,
    )
  await expect.poll(listed).toBe(17)
  await client.close()
  await cut.close()
})

test('the bridge keeps the identity in the user’s folder and adds it to later calls', async () => {
  const first = await legacyClient(new StdioClientTransport(bridge()))
  const { agent_identity_id } = await first.call('service_register', { agent_name: 'kept-by-the-bridge' })
  const file = join(config, 'waymark', 'identities.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [new URL(address).origin]: agent_identity_id })
  const second = await legacyClient(new StdioClientTransport(bridge()))
  expect(await second.call('service_balance')).toMatchObject({ agent_identity_id })
})

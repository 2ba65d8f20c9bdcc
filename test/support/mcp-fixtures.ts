import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import pino from 'pino'
import { createMetrics } from '../../src/calls/metrics.ts'
import { watchSecretGuesses } from '../../src/calls/secret-guesses.ts'
import { readConfig } from '../../src/config.ts'
import { createHttpFace } from '../../src/faces/http/server.ts'
import { capabilitiesKey, logLevelKey, metaOf } from '../../src/faces/mcp/modern.ts'
import { mountMcp } from '../../src/faces/mcp/mount.ts'
import type { Exchange, Offer, OfferedPrompt, OfferedResource, OfferedTool } from '../../src/faces/mcp/offer.ts'
import { RpcError, rpcCodes } from '../../src/faces/mcp/rpc.ts'
import { isRecord } from '../../src/input/record.ts'

/** What the official conformance suite wants to find on a server, offered through the very dispatcher the service uses. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
const embedded = (uri: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: `The text of ${uri}` },
})

function tool(name: string, description: string, answer: (exchange: Exchange) => CallToolResult): OfferedTool {
  return {
    listing: { name, description, inputSchema: { type: 'object', properties: {} } },
    call: async (_, exchange) => answer(exchange),
  }
}

function log(exchange: Exchange, data: string): void {
  const wanted = !exchange.isModern || metaOf(exchange.params)?.[logLevelKey] !== undefined
  if (wanted) exchange.notify('notifications/message', { level: 'info', data })
}

function progress(exchange: Exchange): CallToolResult {
  const progressToken = metaOf(exchange.params)?.progressToken
  if (progressToken !== undefined) {
    for (const done of [0, 50, 100]) exchange.notify('notifications/progress', { progressToken, progress: done, total: 100 })
  }
  return { content: [text('Done in three steps.')] }
}

function needsSampling(exchange: Exchange): CallToolResult {
  const capabilities = metaOf(exchange.params)?.[capabilitiesKey]
  if (isRecord(capabilities) && capabilities.sampling) return { content: [text('The client can sample.')] }
  throw new RpcError(rpcCodes.missingCapability, 'This tool needs a client that can sample.', { requiredCapabilities: { sampling: {} } })
}

const tools: OfferedTool[] = [
  tool('test_simple_text', 'Answers text', () => ({ content: [text('This is a simple text response for testing.')] })),
  tool('test_image_content', 'Answers an image', () => ({ content: [image] })),
  tool('test_audio_content', 'Answers sound', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] })),
  tool('test_embedded_resource', 'Answers a resource', () => ({ content: [embedded('test://embedded-resource')] })),
  tool('test_multiple_content_types', 'Answers text, an image and a resource', () => ({
    content: [text('Several kinds'), image, embedded('test://mixed-content-resource')],
  })),
  tool('test_error_handling', 'Fails', () => ({ content: [text('This tool fails so that failing can be seen.')], isError: true })),
  tool('test_tool_with_progress', 'Reports progress', progress),
  tool('test_tool_with_logging', 'Writes log lines', (exchange) => {
    for (const line of ['Started', 'Working', 'Finished']) log(exchange, line)
    return { content: [text('Logged.')] }
  }),
  tool('test_logging_tool', 'Writes a log line where the request asks for it', (exchange) => {
    log(exchange, 'Ran')
    return { content: [text('Ran.')] }
  }),
  tool('test_missing_capability', 'Needs sampling', needsSampling),
  tool('test_streaming_elicitation', 'Answers on a stream and asks nothing', progress),
]

const prompt = (name: string, names: string[], content: (args: Record<string, string>) => ContentBlock): OfferedPrompt => ({
  listing: {
    name,
    description: `The prompt ${name}`,
    arguments: names.map((argument) => ({ name: argument, description: `The ${argument}`, required: true })),
  },
  get: (args) => ({ messages: [{ role: 'user', content: content(args) }] }),
})

const prompts: OfferedPrompt[] = [
  prompt('test_simple_prompt', [], () => text('This is a simple prompt for testing.')),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => text(`With arg1 ${arg1} and arg2 ${arg2}`)),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => embedded(resourceUri)),
  prompt('test_prompt_with_image', [], () => image),
]

const cache = { ttlMs: 60_000, cacheScope: 'public' } as const
const fixed = (uri: string, mimeType: string, body: { text: string } | { blob: string }): OfferedResource => ({
  listing: { uri, name: uri, description: `The resource ${uri}`, mimeType },
  cache,
  read: (asked) => (asked === uri ? Promise.resolve({ contents: [{ uri, mimeType, ...body }] }) : undefined),
})

const resources: OfferedResource[] = [
  fixed('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' }),
  fixed('test://static-binary', 'image/png', { blob: png }),
  fixed('test://watched-resource', 'text/plain', { text: 'Watched' }),
  {
    listing: { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data by id', mimeType: 'application/json' },
    cache,
    read: (uri) => {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return id ? Promise.resolve({ contents: [{ uri, mimeType: 'application/json', text: body }] }) : undefined
    },
  },
]

const onlyLegacy = async ({ isModern }: Exchange) => {
  if (isModern) throw new RpcError(rpcCodes.unknownMethod, 'Gone in this revision.')
  return {}
}

const conformanceOffer: Offer = {
  serverInfo: { name: 'conformance-fixtures', version: '1.0.0' },
  instructions: 'Fixtures for the conformance suite.',
  capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
  tools,
  prompts,
  resources,
  methods: {
    'completion/complete': async () => ({ completion: { values: [], total: 0, hasMore: false } }),
    'logging/setLevel': onlyLegacy,
    'resources/subscribe': onlyLegacy,
    'resources/unsubscribe': onlyLegacy,
  },
}

/** The service's own HTTP and MCP faces over the fixtures, on a port of their own. */
export async function serveFixtures(): Promise<{ url: string; close: () => Promise<void> }> {
  const invoke = () => Promise.reject(new Error('The fixtures have no operations.'))
  const watched = { config: readConfig({}), log: pino({ level: 'silent' }), metrics: createMetrics() }
  const parts = {
    ...watched,
    now: () => new Date(),
    table: [],
    invoke,
    nextStep: () => undefined,
    tools: { slugs: () => [], version: () => 0 },
    secretGuesses: watchSecretGuesses(watched),
  }
  const server = createHttpFace(parts)
  mountMcp(server, parts, { offer: conformanceOffer })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${address}/api/mcp`, close: () => server.close() }
}

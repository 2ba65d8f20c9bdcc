import { linesIn } from './lines.ts'
import { type Identity, serviceAddress } from './stdio-identity.ts'

type BridgeOptions = {
  /** Where Waymark runs, without the path. */
  url: string
  input: NodeJS.ReadableStream
  write: (line: string) => void
  identity: Identity
  timeoutMs?: number
}

type Json = Record<string, unknown>
type Message = Json & { id?: string | number; method?: string; params?: Json }

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** Tools that go by the name of an agent, which need not be the one that is remembered here. */
const byName: ReadonlySet<unknown> = new Set(['service_register', 'service_verify_agent'])
const named: Record<string, 'name' | 'uri'> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/**
 * Carries MCP messages between a client that speaks lines on stdin and stdout and a Waymark that speaks HTTP. It remembers the
 * identity the agent registered and adds it to calls that name none. Ends when the input does and everything is answered.
 */
export async function bridge({ url, input, write, identity, timeoutMs = 60_000 }: BridgeOptions): Promise<void> {
  const endpoint = `${serviceAddress(url)}/api/mcp`
  const waiting = new Map<string | number, AbortController>()
  const open = new Set<Promise<void>>()
  let negotiated: string | undefined

  async function post(message: unknown, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...protocolHeaders(message, negotiated) },
      body: JSON.stringify(message),
      signal,
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }

  async function ask(message: Message, signal: AbortSignal): Promise<unknown> {
    const known = identity.get()
    const filled = known === undefined ? message : withIdentity(message, known)
    const answer = await post(filled, signal)
    if (filled === message || !identityUnknown(answer)) return answer
    identity.forget()
    return post(message, signal)
  }

  function learn(message: Message, answer: unknown): void {
    const result = record(record(answer)?.result)
    if (message.method === 'initialize' && typeof result?.protocolVersion === 'string') negotiated = result.protocolVersion
    const id = record(result?.structuredContent)?.agent_identity_id
    if (message.params?.name === 'service_register' && typeof id === 'string') identity.set(id)
  }

  async function carry(line: string): Promise<void> {
    const message = parsed(line)
    if (message === undefined) return write(JSON.stringify(failure(null, -32700, 'This line is not valid JSON.')))
    const single: Message | undefined = record(message)
    const id = single?.id
    const awaited = requestsIn(message)
    const stop = new AbortController()
    if (id !== undefined) waiting.set(id, stop)
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
      const answer = single ? await ask(single, signal) : await post(message, signal)
      // A proxy without its service may answer with nothing at all.
      if (answer === undefined && awaited.length > 0) throw new Error('empty answer')
      if (stop.signal.aborted || answer === undefined) return
      if (single) learn(single, answer)
      if (!isNotification(single)) write(JSON.stringify(single ? asRpc(answer, id) : answersToBatch(answer, awaited)))
    } catch (error) {
      if (stop.signal.aborted || awaited.length === 0) return
      const failures = awaited.map((request) =>
        failure(request.id, -32603, `${unreachable(error)} Start it at ${url}, or set WAYMARK_URL to where it runs.`),
      )
      write(JSON.stringify(single ? failures[0] : failures))
    } finally {
      if (id !== undefined) waiting.delete(id)
    }
  }

  for await (const line of linesIn(input)) {
    if (line.trim() === '') continue
    const cancelled = cancelledId(line)
    if (cancelled !== undefined) waiting.get(cancelled)?.abort()
    const work = carry(line).finally(() => open.delete(work))
    open.add(work)
    // The handshake settles which revision every later message is sent under.
    if (line.includes('"initialize"')) await work
  }
  await Promise.all(open)
}

function record(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** What the client waits for an answer to: one request, or those of a batch. */
function requestsIn(message: unknown): Message[] {
  const messages: (Message | undefined)[] = Array.isArray(message) ? message.map(record) : [record(message)]
  return messages.filter((one): one is Message => one?.id !== undefined && typeof one.method === 'string')
}

const isNotification = (message: Message | undefined) => message?.id === undefined && typeof message?.method === 'string'

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function cancelledId(line: string): string | number | undefined {
  if (!line.includes('notifications/cancelled')) return undefined
  const message: Message | undefined = record(parsed(line))
  const id = message?.method === 'notifications/cancelled' ? message.params?.requestId : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function protocolHeaders(message: unknown, negotiated: string | undefined): Record<string, string> {
  const { method, params }: Message = record(message) ?? {}
  const version = record(params?._meta)?.[versionKey]
  if (typeof version !== 'string') return negotiated && method !== 'initialize' ? { 'mcp-protocol-version': negotiated } : {}
  const name = params?.[named[method ?? ''] ?? '']
  return {
    'mcp-protocol-version': version,
    'mcp-method': method ?? '',
    ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  }
}

function headerText(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function withIdentity(message: Message, agent_identity_id: string): Message {
  const { method, params } = message
  const args = record(params?.arguments ?? {})
  if (method !== 'tools/call' || byName.has(params?.name) || !args) return message
  // As for the service, a null is a field that was left out.
  if (args.agent_identity_id !== undefined && args.agent_identity_id !== null) return message
  return { ...message, params: { ...params, arguments: { ...args, agent_identity_id } } }
}

/** The service does not know the identity any more: its answer sends the agent to register. */
function identityUnknown(answer: unknown): boolean {
  const result = record(record(answer)?.result)
  const [content] = Array.isArray(result?.content) ? result.content : []
  const body = result?.isError ? record(parsed(String(record(content)?.text))) : undefined
  return body?.code === 'not_found' && record(body.next_step)?.tool === 'service_register'
}

/** What HTTP refused before MCP saw it comes as a plain error body; the client gets it as a JSON-RPC error. */
function asRpc(answer: unknown, id: string | number | undefined): unknown {
  const body = record(answer)
  if (!body || body.jsonrpc === '2.0') return body && id !== undefined ? { ...body, id } : answer
  return { jsonrpc: '2.0', id, error: { code: -32603, message: String(body.error ?? 'Waymark refused the request.'), data: body } }
}

/** A batch that was refused as a whole was refused for each of its requests: a client waits for their ids. */
function answersToBatch(answer: unknown, awaited: readonly Message[]): unknown {
  return Array.isArray(answer) || awaited.length === 0 ? asRpc(answer, undefined) : awaited.map(({ id }) => asRpc(answer, id))
}

function failure(id: string | number | null | undefined, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function unreachable(error: unknown): string {
  const { name } = error as Error
  return name === 'TimeoutError' ? 'Waymark did not answer in time.' : 'Waymark cannot be reached.'
}

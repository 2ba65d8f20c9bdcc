import { type Operations, routes } from './types.gen.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['input']
export type Output<N extends OperationName> = Operations[N]['output']

export type TransportOptions = {
  /** Where Waymark runs. */
  baseUrl: string
  /** The whole time a call may take, retries included. */
  timeoutMs: number
  /** How often a call is sent again after a transient failure: no answer, or 429, 502, 503 or 504. */
  retries: number
  /** False sends X-Waymark-Telemetry: off, so that nothing about the calls is stored. */
  telemetry: boolean
  bearer?: string | undefined
  fetch: typeof fetch
}

/** What the service answered when it said no, or why no answer came. */
export class WaymarkError extends Error {
  readonly code: string
  readonly status: number
  readonly details: { path: string; message: string }[]
  /** Where the service's documentation says more. */
  readonly docs: string | undefined

  constructor(message: string, code: string, status = 0, details: { path: string; message: string }[] = [], docs?: string) {
    super(message)
    this.name = 'WaymarkError'
    this.code = code
    this.status = status
    this.details = details
    this.docs = docs
  }

  /** An error's message is otherwise left out of JSON, and it is what says what to do. */
  toJSON() {
    const { name, message, code, status, details, docs } = this
    return { name, message, code, status, details, docs }
  }
}

type ErrorBody = { error?: string; code?: string; details?: { path: string; message: string }[]; docs?: string }

/**
 * Questions that are POSTs because of their length. They change nothing that a second try could change twice, and without a key the
 * service answers them from memory while its store is away. The Python client has the same list.
 */
export const questions: ReadonlySet<OperationName> = new Set<OperationName>(['route', 'route_model', 'verify_model_output'])

/** Sends one operation of the table. Acts carry an Idempotency-Key, so sending them again is safe. */
export async function send<N extends OperationName>(name: N, input: Input<N>, options: TransportOptions): Promise<Output<N>> {
  const deadline = Date.now() + options.timeoutMs
  const request = requestOf(name, (input ?? {}) as Record<string, unknown>, options)
  for (let attempt = 0; ; attempt++) {
    const result = await attemptOnce<Output<N>>(request, options, deadline)
    if ('value' in result) return result.value
    const pause = result.waitMs ?? Math.min(2000, 100 * 2 ** attempt)
    const again = result.isTransient && attempt < options.retries && Date.now() + pause < deadline
    if (!again) throw result.reason
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Passing states: the same request may well succeed a moment later. The Python client has the same list. */
const transient: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Timers take whole milliseconds, and no more of them than this. */
const longestWaitMs = 2 ** 31 - 1

type Attempt<T> = { value: T } | { reason: WaymarkError; isTransient: boolean; waitMs?: number }

const tooLate = () => new WaymarkError('Waymark did not answer within the time budget.', 'timeout')

const unreachable = (baseUrl: string) => new WaymarkError(`Waymark cannot be reached at ${baseUrl}. Is it running there?`, 'unreachable')

async function attemptOnce<T>({ url, init }: BuiltRequest, options: TransportOptions, deadline: number): Promise<Attempt<T>> {
  const left = deadline - Date.now()
  if (left <= 0) return { reason: tooLate(), isTransient: false }
  let response: Response
  let body: unknown
  try {
    response = await options.fetch(url, { ...init, signal: AbortSignal.timeout(Math.min(longestWaitMs, Math.ceil(left))) })
    body = await bodyOf(response)
  } catch (cause) {
    if ((cause as Error).name === 'TimeoutError') return { reason: tooLate(), isTransient: false }
    return { reason: unreachable(options.baseUrl), isTransient: true }
  }
  if (response.ok) return { value: body as T }
  const { error, code, details, docs } = (body ?? {}) as ErrorBody
  const wait = Number(response.headers.get('retry-after'))
  return {
    reason: new WaymarkError(error ?? `Waymark answered ${response.status}.`, code ?? 'unknown', response.status, details, docs),
    isTransient: transient.has(response.status),
    ...(wait > 0 ? { waitMs: wait * 1000 } : {}),
  }
}

/** A truncated answer does not count as one; a refusal may lack its text. */
async function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!isJson) return response.text()
  return response.ok ? response.json() : response.json().catch(() => undefined)
}

type BuiltRequest = { url: string; init: RequestInit }

function requestOf(name: OperationName, input: Record<string, unknown>, options: TransportOptions): BuiltRequest {
  if (!Object.hasOwn(routes, name)) throw new WaymarkError(`There is no operation "${name}". See docs/api.md.`, 'unknown_operation')
  const [method = 'GET', path = '/'] = routes[name].split(' ')
  const inPath = new Set<string>()
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    if (input[key] === undefined || input[key] === null) throw new WaymarkError(`Give ${key}: the address needs it.`, 'invalid_input')
    inPath.add(key)
    return encodeURIComponent(String(input[key]))
  })
  const hasBody = method !== 'GET' && method !== 'DELETE'
  // In a body the service reads null as left out; in a query it would be the text "null".
  const isSent = (value: unknown) => value !== undefined && (hasBody || value !== null)
  const rest = Object.entries(input).filter(([key, value]) => !inPath.has(key) && isSent(value))
  const query = hasBody || rest.length === 0 ? '' : `?${new URLSearchParams(rest.map(([key, value]) => [key, String(value)]))}`
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(method === 'POST' && !questions.has(name) ? { 'idempotency-key': newKey() } : {}),
    ...(options.telemetry ? {} : { 'x-waymark-telemetry': 'off' }),
    ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
  }
  const body = hasBody ? { body: asJson(Object.fromEntries(rest)) } : {}
  // The address of the MCP endpoint means the same service, as on the command line.
  const service = options.baseUrl.replace(/\/+$/, '').replace(/\/api\/mcp$/, '')
  return sendable({ url: `${service}${filled}${query}`, init: { method, headers, ...body } })
}

/** What fetch itself would refuse, such as an invalid address, does not mean that the service is away. */
function sendable(request: BuiltRequest): BuiltRequest {
  try {
    new Request(request.url, request.init)
    return request
  } catch (cause) {
    throw new WaymarkError(`This cannot be sent: ${(cause as Error).message}`, 'invalid_input')
  }
}

function asJson(values: object): string {
  try {
    return JSON.stringify(values)
  } catch (cause) {
    throw new WaymarkError(`The input cannot be sent as JSON: ${(cause as Error).message}`, 'invalid_input')
  }
}

/** Node 18 and pages outside a secure context have no randomUUID; a key need only differ from the caller's other keys. */
function newKey(): string {
  const random = () => Math.random().toString(36).slice(2)
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${random()}-${random()}`
}

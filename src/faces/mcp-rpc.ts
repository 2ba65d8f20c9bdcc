export type RpcId = string | number
export type RpcRequest = { id: RpcId; method: string; params: unknown }
export type RpcFailure = { code: number; message: string; data?: unknown }

export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  legacyNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

/** A failure of the protocol itself; failures of a tool are results. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

export function failureOf({ code, message, data }: RpcError): RpcFailure {
  return { code, message, ...(data === undefined ? {} : { data }) }
}

/** The envelope of an answer. An unreadable id is null for plain callers and left out for those that name a revision. */
export function rpcError(id: RpcId | null | undefined, error: RpcFailure) {
  return { jsonrpc: '2.0' as const, ...(id === undefined ? {} : { id }), error }
}

export function rpcResult(id: RpcId, result: object) {
  return { jsonrpc: '2.0' as const, id, result }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Incoming = { kind: 'request'; request: RpcRequest } | { kind: 'silent' } | { kind: 'invalid'; message: string }

/** What a JSON value is to JSON-RPC: a request, something that wants no answer, or nothing we know. */
export function readMessage(value: unknown): Incoming {
  if (!isRecord(value) || value.jsonrpc !== '2.0')
    return { kind: 'invalid', message: 'Send one JSON-RPC 2.0 message: an object with jsonrpc "2.0".' }
  const { id, method, params } = value
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'silent' }
  if (typeof method !== 'string') return { kind: 'invalid', message: 'Name the method as text.' }
  if (id === undefined) return { kind: 'silent' }
  if (typeof id !== 'string' && !Number.isInteger(id)) return { kind: 'invalid', message: 'The id must be text or a whole number.' }
  return { kind: 'request', request: { id: id as RpcId, method, params } }
}

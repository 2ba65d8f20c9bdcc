import { isRecord } from '../../input/record.ts'

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

type Incoming = { kind: 'request'; request: RpcRequest } | { kind: 'silent' } | { kind: 'invalid'; id: RpcId | undefined; message: string }

/** What a JSON value is to JSON-RPC: a request, something that wants no answer, or nothing we know. */
export function readMessage(value: unknown): Incoming {
  const { jsonrpc, id, method, params } = isRecord(value) ? value : {}
  const invalid = (message: string): Incoming => ({ kind: 'invalid', id: isId(id) ? id : undefined, message })
  if (!isRecord(value) || jsonrpc !== '2.0') return invalid('Send one JSON-RPC 2.0 message: an object with jsonrpc "2.0".')
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'silent' }
  if (typeof method !== 'string') return invalid('Name the method as text.')
  if (id === undefined) return { kind: 'silent' }
  if (!isId(id)) return invalid('The id must be text or a whole number of at most 2^53 - 1.')
  return { kind: 'request', request: { id, method, params } }
}

/** A larger number is no longer the one that was sent, so an answer to it would reach nobody. */
const isId = (value: unknown): value is RpcId => typeof value === 'string' || Number.isSafeInteger(value)

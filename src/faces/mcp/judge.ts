import { excerpt } from '../../excerpt.ts'
import { isRecord } from '../../input/record.ts'
import {
  metaOf,
  modernFailure,
  type ProtocolHeaders,
  protocolVersionKey,
  type Refusal,
  refusal,
  unreadId,
  unsupported,
  validMeta,
} from './modern.ts'
import { type RpcId, type RpcRequest, readMessage, rpcCodes } from './rpc.ts'
import { isModern, legacyVersions, newestLegacy, supportedVersions } from './versions.ts'

type Judged =
  | { kind: 'request'; request: RpcRequest; isModern: boolean; version: string }
  | { kind: 'batch'; items: readonly unknown[]; version: string }
  | { kind: 'silent' }
  | ({ kind: 'refused'; id: RpcId | null | undefined } & Refusal)

const batchVersion = '2025-03-26'
const longestBatch = 20

/** Which revision of the protocol a posted body belongs to, and whether it may pass. The body decides before the headers do. */
export function judge(body: unknown, headers: ProtocolHeaders): Judged {
  const unreadable = unreadId(headers)
  if (Array.isArray(body)) return judgeBatch(body, headers, unreadable)
  const incoming = readMessage(body)
  if (incoming.kind === 'invalid') return refused(incoming.id ?? unreadable, rpcCodes.invalidRequest, incoming.message)
  if (incoming.kind === 'silent') {
    const unknown = unknownVersion(headers)
    return unknown ? { kind: 'refused', id: undefined, ...unknown } : incoming
  }
  const { request } = incoming
  const meta = metaOf(request.params)
  if (request.method === 'initialize' && !validMeta(meta)) return judgeInitialize(request, headers)
  if (meta && protocolVersionKey in meta) return judgeModern(request, headers)
  if (headers.version === undefined) return { kind: 'request', request, isModern: false, version: batchVersion }
  if (isModern(headers.version)) return judgeModern(request, headers)
  const problem = unknownLegacy(headers.version)
  return problem ? { kind: 'refused', id: request.id, ...problem } : { kind: 'request', request, isModern: false, version: headers.version }
}

function judgeModern(request: RpcRequest, headers: ProtocolHeaders): Judged {
  const failure = modernFailure(request, headers)
  if (failure) return { kind: 'refused', id: request.id, ...failure }
  return { kind: 'request', request, isModern: true, version: headers.version ?? '' }
}

function judgeInitialize(request: RpcRequest, { version }: ProtocolHeaders): Judged {
  if (version !== undefined && isModern(version)) {
    const message = `There is no initialize in ${version}. Send server/discover, or initialize without the MCP-Protocol-Version header.`
    return refused(request.id, rpcCodes.headerMismatch, message)
  }
  return { kind: 'request', request, isModern: false, version: newestLegacy }
}

function judgeBatch(items: readonly unknown[], { version }: ProtocolHeaders, unreadable: null | undefined): Judged {
  const refuse = (message: string) => refused(unreadable, rpcCodes.invalidRequest, message)
  const problem = version === undefined || isModern(version) ? undefined : unknownLegacy(version)
  if (problem) return { kind: 'refused', id: unreadable, ...problem }
  if (version !== undefined && version > batchVersion) return refuse(`Revision ${excerpt(version, 40)} has no batches. Send one message.`)
  if (items.length === 0) return refuse('The batch is empty. Send at least one message.')
  if (items.length > longestBatch) return refuse(`Send at most ${longestBatch} messages in one batch.`)
  if (items.some((item) => isRecord(item) && item.method === 'initialize')) return refuse('Send initialize alone, not in a batch.')
  const hasModern = items.some((item) => isRecord(item) && protocolVersionKey in (metaOf(item.params) ?? {}))
  if (hasModern) return refuse('Requests of 2026-07-28 come one by one, not in a batch.')
  return { kind: 'batch', items, version: version ?? batchVersion }
}

/** What is wrong with the header of a message or stream that only has this to be judged by. */
export function unknownVersion({ version }: ProtocolHeaders): Refusal | undefined {
  return version === undefined || supportedVersions.includes(version) ? undefined : unsupported(version)
}

function unknownLegacy(version: string): Refusal | undefined {
  return legacyVersions.some((known) => known === version) ? undefined : unsupported(version)
}

function refused(id: RpcId | null | undefined, code: number, message: string): Judged {
  return { kind: 'refused', id, ...refusal(code, message) }
}

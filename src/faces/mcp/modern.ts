import { excerpt } from '../../excerpt.ts'
import { isRecord } from '../../input/record.ts'
import { type RpcFailure, type RpcRequest, rpcCodes } from './rpc.ts'
import { modernVersion, supportedVersions } from './versions.ts'

const prefix = 'io.modelcontextprotocol/'
export const protocolVersionKey = `${prefix}protocolVersion`
export const capabilitiesKey = `${prefix}clientCapabilities`
export const logLevelKey = `${prefix}logLevel`
export const serverInfoKey = `${prefix}serverInfo`

/** The headers that say something about the protocol, as they came. */
export type ProtocolHeaders = { version: string | undefined; method: string | undefined; name: string | undefined }
/** What stands for an id that could not be read: null for plain callers, nothing for those that name a revision, whose schema knows no null. */
export const unreadId = ({ version }: Pick<ProtocolHeaders, 'version'>): null | undefined => (version === undefined ? null : undefined)

export type Refusal = { status: number; error: RpcFailure }

const logLevels = new Set(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
const namedBy = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

export function metaOf(params: unknown): Record<string, unknown> | undefined {
  return isRecord(params) && isRecord(params._meta) ? params._meta : undefined
}

export function validMeta(meta: Record<string, unknown> | undefined): boolean {
  return meta !== undefined && missingKeys(meta).length === 0
}

function missingKeys(meta: Record<string, unknown>): string[] {
  return [
    ...(typeof meta[protocolVersionKey] === 'string' ? [] : [protocolVersionKey]),
    ...(isRecord(meta[capabilitiesKey]) ? [] : [capabilitiesKey]),
  ]
}

/** The checks of 2026-07-28 that come before the method is looked up, in the order the revision's suite expects. */
export function modernFailure({ method, params }: RpcRequest, headers: ProtocolHeaders): Refusal | undefined {
  const meta = metaOf(params) ?? {}
  const missing = missingKeys(meta)
  if (missing.length > 0) return refusal(rpcCodes.invalidParams, `Put ${missing.join(' and ')} into params._meta.`)
  const version = String(meta[protocolVersionKey])
  if (headers.version !== version) return mismatch('MCP-Protocol-Version', headers.version, version)
  if (version !== modernVersion) {
    const instead = `Leave it out and begin with initialize, or use ${modernVersion}.`
    const isLegacy = supportedVersions.includes(version)
    return unsupported(version, isLegacy ? `Revision ${version} has no ${protocolVersionKey} in _meta. ${instead}` : undefined)
  }
  if (headers.method !== method) return mismatch('Mcp-Method', headers.method, method)
  return nameMismatch(method, params, headers.name)
}

/** Checked once the method is known, because an unknown method is answered as such whatever else is wrong with it. */
export function logLevelFailure(params: unknown): Refusal | undefined {
  const level = metaOf(params)?.[logLevelKey]
  if (level === undefined || logLevels.has(String(level))) return undefined
  return { status: 200, error: { code: rpcCodes.invalidParams, message: `The log level must be one of ${[...logLevels].join(', ')}.` } }
}

function nameMismatch(method: string, params: unknown, header: string | undefined): Refusal | undefined {
  const key = namedBy.get(method)
  if (!key) return undefined
  const wanted = isRecord(params) ? params[key] : undefined
  const given = header === undefined ? undefined : decodeName(header.trim())
  return given === undefined || given !== wanted ? mismatch('Mcp-Name', header, typeof wanted === 'string' ? wanted : '') : undefined
}

const encoded = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Text that a header cannot carry comes as base64 between marks; broken base64 gives undefined. */
export function decodeName(header: string): string | undefined {
  if (!/^=\?base64\?.*\?=$/.test(header)) return header
  const code = encoded.exec(header)?.[1]
  if (code === undefined) return undefined
  try {
    return utf8.decode(Buffer.from(code, 'base64'))
  } catch {
    return undefined
  }
}

function mismatch(header: string, given: string | undefined, wanted: string): Refusal {
  const shown = given === undefined ? 'is missing' : `is "${excerpt(given, 80)}"`
  return refusal(
    rpcCodes.headerMismatch,
    `The header ${header} ${shown}, but the body says "${excerpt(wanted, 80)}". Send the same in both.`,
  )
}

const notServed = (version: string) => `Revision ${version} is not served. Use one of ${supportedVersions.join(', ')}.`

export function unsupported(version: string, message?: string): Refusal {
  const requested = excerpt(version, 40)
  return refusal(rpcCodes.unsupportedVersion, message ?? notServed(requested), { supported: supportedVersions, requested })
}

export function refusal(code: number, message: string, data?: unknown): Refusal {
  return { status: 400, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** The status that goes with a failure found after those checks. */
export function modernStatus(code: number): number {
  if (code === rpcCodes.unknownMethod) return 404
  return code === rpcCodes.missingCapability ? 400 : 200
}

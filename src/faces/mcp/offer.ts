import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../calls/operation.ts'

/** One request on its way through: who asks, in which revision of the protocol, and how to tell them something before the answer. */
export type Exchange = {
  caller: Caller
  idempotencyKey: string | undefined
  isModern: boolean
  params: Record<string, unknown>
  /** Reaches the client only where it can: on its event stream, or when it accepts one as the answer. */
  notify: (method: string, params: object) => void
}

export type OfferedTool = { listing: Tool; call: (args: Record<string, unknown>, exchange: Exchange) => Promise<CallToolResult> }
export type OfferedPrompt = { listing: Prompt; get: (args: Record<string, string>) => GetPromptResult }
export type OfferedResource = {
  listing: Resource | ResourceTemplate
  /** How long and by whom the text may be kept. */
  cache: Cache
  /** Undefined when the address is not one of this resource's. */
  read: (uri: string, exchange: Exchange) => Promise<ReadResourceResult> | undefined
}
export type Cache = { ttlMs: number; cacheScope: 'public' | 'private' }
type OfferedMethod = (exchange: Exchange) => Promise<object>

/** All that one MCP server shows. The dispatcher serves any offer; ours is made from the operation table. */
export type Offer = {
  serverInfo: { name: string; version: string }
  instructions: string
  capabilities: ServerCapabilities
  tools: readonly OfferedTool[]
  prompts: readonly OfferedPrompt[]
  resources: readonly OfferedResource[]
  /** Further methods, by name. */
  methods?: Readonly<Record<string, OfferedMethod>>
}

import type { FastifyInstance } from 'fastify'
import { errorBody, ServiceError } from '../errors.ts'
import type { Caller, Operation } from '../operation.ts'
import type { FaceParts } from './face.ts'
import { refuseOtherMethods, sendJson } from './http.ts'
import { inputSchema, outputSchema } from './schemas.ts'

type RpcRequest = { jsonrpc?: unknown; id?: string | number; method?: unknown; params?: Record<string, unknown> }

/** JSON-RPC over POST: a loop over the rows that name a tool. */
export function mountMcp(server: FastifyInstance, parts: FaceParts): void {
  const tools = new Map(parts.table.flatMap((row): [string, Operation][] => (row.tool ? [[row.tool, row]] : [])))
  const list = [...tools].map(([name, row]) => ({
    name,
    title: row.summary,
    description: row.tool_description ?? row.summary,
    inputSchema: inputSchema(row),
    outputSchema: outputSchema(row),
    annotations: {
      readOnlyHint: row.effect === 'read',
      destructiveHint: row.effect === 'destructive',
      idempotentHint: row.effect !== 'write',
      openWorldHint: row.open_world ?? false,
    },
  }))

  async function callTool(params: Record<string, unknown>, caller: Caller) {
    const row = tools.get(String(params.name))
    if (!row) throw new RpcError(-32602, `There is no tool named ${String(params.name).slice(0, 100)}. Use tools/list.`)
    try {
      const { output, warnings } = await parts.invoke(row, params.arguments ?? {}, { caller: { ...caller, face: 'mcp' } })
      const value = warnings.length > 0 ? { ...(output as object), warnings } : output
      return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { content: [{ type: 'text', text: JSON.stringify(errorBody(error)) }], isError: true }
    }
  }

  async function dispatch({ method, params = {} }: RpcRequest, caller: Caller): Promise<unknown> {
    if (method === 'initialize') {
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'waymark', version: '1.5.0' } }
    }
    if (method === 'ping') return {}
    if (method === 'tools/list') return { tools: list }
    if (method === 'tools/call') return callTool(params, caller)
    throw new RpcError(-32601, `There is no method ${String(method).slice(0, 100)}.`)
  }

  server.post('/api/mcp', async (request, reply) => {
    const message = request.body as RpcRequest
    if (typeof message !== 'object' || message === null || message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
      return sendJson(reply.code(400), { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one JSON-RPC 2.0 request.' } })
    }
    if (message.id === undefined) return reply.code(202).send()
    try {
      return sendJson(reply, { jsonrpc: '2.0', id: message.id, result: await dispatch(message, request.caller) })
    } catch (error) {
      const { code, message: text } = error instanceof RpcError ? error : new RpcError(-32603, 'Something broke on our side.')
      return sendJson(reply, { jsonrpc: '2.0', id: message.id, error: { code, message: text } })
    }
  })
  refuseOtherMethods(server, '/api/mcp', new Set(['POST']))
}

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

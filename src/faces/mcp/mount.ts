import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLimited } from '../../calls/rate-limit.ts'
import { ServiceError } from '../../errors.ts'
import { hourMs } from '../../storage/days.ts'
import type { FaceParts } from '../face.ts'
import { sendJson } from '../http/answer.ts'
import { answerError } from '../http/errors.ts'
import { allMethods, mountOptions } from '../http/server.ts'
import { createAnswers, type Sender } from './answers.ts'
import { createDispatch } from './dispatch.ts'
import { judge, unknownVersion } from './judge.ts'
import { type ProtocolHeaders, unreadId } from './modern.ts'
import type { Offer } from './offer.ts'
import { createReach, type Relay, streamIds } from './relay.ts'
import { rpcCodes, rpcError } from './rpc.ts'
import { createEventAnswer, createStreams, type StreamLimits } from './streams.ts'
import { isModern } from './versions.ts'
import { waymarkOffer } from './waymark-offer.ts'

export type McpOptions = { offer?: Offer; streams?: Partial<StreamLimits>; relay?: Relay }

const path = '/api/mcp'
const allow = 'GET, POST'
const usualLimits: StreamLimits = { inAll: 5000, perNetwork: 100, pingMs: 12_000, quietMs: 4 * hourMs }

/** Every revision of MCP on one path, over the rows of the table that name a tool. */
export function mountMcp(server: FastifyInstance, parts: FaceParts, options: McpOptions = {}): void {
  const answers = createAnswers(createDispatch(options.offer ?? waymarkOffer(parts)), parts.log)
  const streams = createStreams(parts.metrics, { ...usualLimits, ...options.streams }, streamIds(options.relay))
  const endpoint = hasPath(parts.config.PUBLIC_URL) ? '' : path
  const reach = createReach(streams, options.relay)

  function openStream(request: FastifyRequest, reply: FastifyReply): void {
    const headers = headersOf(request)
    if (isModern(headers.version ?? '')) throw notOffered(reply)
    const unknown = unknownVersion(headers)
    if (unknown) {
      sendJson(reply.code(unknown.status), rpcError(undefined, unknown.error))
      return
    }
    const limited = isLimited(request.caller, parts.config)
    streams.open(reply, { network: request.caller.network, limited }, (id) => `${endpoint}?sessionId=${id}`)
  }

  async function post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.body === undefined) throw new ServiceError('malformed_json', 'The body is empty. Send one JSON-RPC 2.0 message.')
    const { sessionId } = request.query as { sessionId?: string }
    if (sessionId !== undefined) return postToStream(String(sessionId), request, reply)
    const judged = judge(request.body, headersOf(request))
    if (judged.kind === 'silent') return reply.code(202).send()
    if (judged.kind === 'refused') return sendJson(reply.code(judged.status), rpcError(judged.id, judged.error))
    const events = createEventAnswer(reply, request.headers.accept?.includes('text/event-stream') ?? false)
    const sender = senderOf(request, events.notify)
    if (judged.kind === 'batch') {
      server.limitBatch(request, judged.items.length)
      const several = await answers.batch(judged.items, sender)
      return several.length === 0 ? reply.code(202).send() : sendJson(reply, several)
    }
    const { status, body } = await answers.single(judged.request, judged.isModern, sender)
    return events.finish(body) ? reply : sendJson(reply.code(status), body)
  }

  /** The transport of 2024-11-05: accepted immediately, answered on the stream that the client holds open. */
  async function postToStream(sessionId: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const unknown = unknownVersion(headersOf(request))
    if (unknown) return sendJson(reply.code(unknown.status), rpcError(undefined, unknown.error))
    const send = await reach(sessionId)
    if (!send) throw new ServiceError('not_found', `This stream is closed. Open a new one with GET ${path}.`)
    const sender = senderOf(request, (method, params) => send({ jsonrpc: '2.0', method, params }))
    const refusal = answers.later(request.body, sender, send)
    return refusal ? sendJson(reply.code(400), refusal) : reply.code(202).send()
  }

  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof ServiceError) || error.code !== 'malformed_json') return answerError(parts.log, error, request, reply)
    sendJson(reply.code(400), rpcError(unreadId(headersOf(request)), { code: rpcCodes.parse, message: error.message }))
  }

  server.addHook('preClose', async () => streams.closeAll())
  server.route({ method: 'GET', url: path, exposeHeadRoute: false, handler: openStream })
  server.route({ method: 'POST', url: path, errorHandler, handler: post })
  server.route({
    method: ['HEAD', ...allMethods.filter((method) => method !== 'GET' && method !== 'POST')],
    url: path,
    onRequest: async (_, reply) => {
      throw notOffered(reply)
    },
    handler: () => {},
  })
  mountOptions(server, path, allow)
}

/** A proxy that serves this below a path of its own removes that path; only the address that the client asked for still has it. */
const hasPath = (url: string | undefined) => url !== undefined && new URL(url).pathname !== '/'

function notOffered(reply: FastifyReply): ServiceError {
  reply.header('allow', allow)
  return new ServiceError('method_not_allowed', `This method is not offered here in this form. Use ${allow}.`)
}

function senderOf(request: FastifyRequest, notify: Sender['notify']): Sender {
  const { caller, headers } = request
  const key = headers['idempotency-key']
  const idempotencyKey = key === undefined ? undefined : String(key)
  return { caller: { ...caller, face: 'mcp' }, idempotencyKey, notify, unreadId: unreadId(headersOf(request)) }
}

function headersOf({ headers }: FastifyRequest): ProtocolHeaders {
  const one = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  return { version: one('mcp-protocol-version'), method: one('mcp-method'), name: one('mcp-name') }
}

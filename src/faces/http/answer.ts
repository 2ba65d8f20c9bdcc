import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, shownAnswer } from '../../calls/operation.ts'
import { ServiceError } from '../../errors.ts'
import { prefers } from '../accept.ts'
import type { FaceParts } from '../face.ts'
import { compressQuickly, encodingFor, isLong, varyingBy } from './encoding.ts'
import { rawInput } from './input.ts'

/** Answers a request with a row of the table. A page that shows a picture cannot display a JSON error, and gets a picture for it. */
export async function answer(parts: FaceParts, row: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const missing = row.rest_missing?.()
  if (!missing) return handle(parts, row, request, reply)
  try {
    return await handle(parts, row, request, reply)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    reply.header('vary', 'accept')
    if (!prefers(request.headers.accept, missing.type, 'application/json')) throw error
    Object.assign(request.answerHeaders, missing.headers)
    return reply.code(404).type(missing.type).send(missing.body)
  }
}

async function handle(parts: FaceParts, row: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isQuery = request.method === 'GET' || request.method === 'DELETE' || request.method === 'HEAD'
  const raw = rawInput(request, isQuery)
  const key = request.headers['idempotency-key']
  const result = await parts.invoke(row, raw, {
    caller: request.caller,
    stringNumbers: isQuery,
    idempotencyKey: request.method === 'POST' && key !== undefined ? String(key) : undefined,
  })
  const { answerHeaders } = request
  answerHeaders['server-timing'] = `total;dur=${(performance.now() - request.started).toFixed(1)}`
  if (parts.isStoreAway?.()) answerHeaders.warning = '110 - "store away"'
  if (row.rest) {
    const { body, headers = {}, type } = row.rest(result.output)
    Object.assign(answerHeaders, headers)
    if (result.warnings.length > 0) answerHeaders['x-waymark-warnings'] = headerText(result.warnings)
    if (result.ignored_fields.length > 0) answerHeaders['x-waymark-ignored-fields'] = headerText(result.ignored_fields)
    if (sameEtag(request.headers['if-none-match'], headers.etag)) return reply.code(304).send()
    if (type) return reply.type(type).send(body)
    return sendJson(reply, body)
  }
  return sendJson(reply, shownAnswer(result))
}

/** Names of fields come from the caller, and a header holds plain characters alone. */
const headerText = (lines: readonly string[]) => lines.join(' ').replace(/[^\x20-\x7e]/g, '?')

/** Proxies that compress an answer mark its ETag as weak; it still identifies the same text. */
export function sameEtag(held: string | undefined, etag: string | undefined): boolean {
  if (held === undefined || etag === undefined) return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return held.trim() === '*' || held.split(',').map(plain).includes(plain(etag))
}

/** Written to the socket directly: nothing hooks into an answer once it is made, and this is the path of nearly all of them. */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  const { answerHeaders: headers } = reply.request
  const bytes = Buffer.byteLength(text)
  headers['content-type'] = 'application/json; charset=utf-8'
  // A connection that was busy when the others were closed would stay open, and the next request on it be refused.
  if (reply.server.isClosing) headers.connection = 'close'
  reply.hijack()
  if (isLong(bytes)) headers.vary = varyingBy(headers.vary)
  const encoding = isLong(bytes) && reply.request.method !== 'HEAD' ? encodingFor(reply.request) : undefined
  if (encoding) compressQuickly(text, encoding, (error, compressed) => (error ? writePlain() : writeCompressed(compressed)))
  else writePlain()
  return reply

  function writePlain(): void {
    headers['content-length'] = bytes
    reply.raw.writeHead(reply.statusCode, headers)
    // Text of plain ASCII is the same bytes either way, and is copied instead of encoded.
    reply.raw.end(text, bytes === text.length ? 'latin1' : 'utf8')
  }

  function writeCompressed(compressed: Buffer): void {
    reply.raw.writeHead(reply.statusCode, { ...headers, 'content-encoding': encoding, 'content-length': compressed.length }).end(compressed)
  }
}

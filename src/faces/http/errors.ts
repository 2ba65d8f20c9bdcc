import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { asServiceError, type ErrorCode, errorBody, ServiceError, statusByCode } from '../../errors.ts'

const codeByStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
}
export const mostBodyBytes = 256 * 1024
/** All headers and the request line together. */
export const mostHeaderBytes = 16 * 1024
const sentences: Record<string, string> = {
  too_large: `The body is larger than ${mostBodyBytes / 1024} KiB. Send less, or split it.`,
  unsupported_media_type: 'Send JSON with the header Content-Type: application/json.',
  invalid_input: 'The request could not be read. Check the address and the headers.',
  not_found: 'There is nothing here. See /docs for every path.',
  method_not_allowed: 'This method is not offered here. See /docs for every path.',
}

/** The one place where a failure becomes an HTTP answer. */
export function answerError(log: Logger, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = fromFramework(thrown) ?? asServiceError(thrown)
  if (error.code === 'internal_error' && !(thrown instanceof ServiceError))
    log.error({ err: thrown, request_id: request.id }, 'request failed')
  const { retry_after_seconds: wait, rate_limit: limit } = error.extras
  if (wait !== undefined) reply.header('retry-after', String(wait))
  if (limit !== undefined) {
    Object.assign(request.answerHeaders, { 'ratelimit-limit': limit, 'ratelimit-remaining': 0, 'ratelimit-reset': wait })
  }
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  // The framework closes the connection with this one.
  if (error.code === 'too_large') reply.removeHeader('connection')
  reply.code(statusByCode[error.code]).header('content-type', 'application/json; charset=utf-8')
  onceItMayBeRead(request, reply, () => void reply.send(JSON.stringify(errorBody(error))))
}

/**
 * Many clients read no answer before they have sent everything, and a connection that is closed meanwhile loses it. What is left of the
 * body is passed over; an answer that closes its connection, as the client wants it, waits for the end of it.
 */
function onceItMayBeRead({ raw }: FastifyRequest, { raw: { shouldKeepAlive } }: FastifyReply, send: () => void): void {
  raw.resume()
  if (shouldKeepAlive || raw.readableEnded) send()
  else finished(raw, send)
}

function fromFramework(thrown: unknown): ServiceError | undefined {
  if (thrown instanceof ServiceError) return undefined
  const { statusCode } = thrown as { statusCode?: number }
  const code = statusCode === undefined ? undefined : (codeByStatus[statusCode] ?? (statusCode < 500 ? 'invalid_input' : undefined))
  return code && new ServiceError(code, sentences[code] ?? 'The request could not be read.')
}

/** Node calls this for every Expect header that it does not know itself. */
export function answerExpectation(_: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'Leave out the Expect header, or send Expect: 100-continue.', code: 'invalid_input' })
  response
    .writeHead(417, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' })
    .end(body)
}

type Unread = { status: string; sentence: string }
const unreadBecause: Record<string, Unread> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', sentence: 'The request took too long to arrive. Send it again, faster.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: `The headers and the address are too large. Send less than ${mostHeaderBytes / 1024} KiB of them.`,
  },
}
const notHttp: Unread = {
  status: '400 Bad Request',
  sentence: 'This is not valid HTTP. Send HTTP/1.1; TLS is for a proxy in front of the service.',
}

export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, sentence } = unreadBecause[error.code ?? ''] ?? notHttp
  const body = JSON.stringify({ error: sentence, code: 'invalid_input' })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { clientAddress, isLoopback, networkOf, proxyList } from '../network.ts'
import { RateLimiter } from '../rate-limit.ts'
import type { FaceParts } from './face.ts'
import { createHostCheck } from './http-hosts.ts'

const corsAllowHeaders =
  'content-type, accept, authorization, idempotency-key, x-waymark-telemetry, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id'
const corsExposeHeaders =
  'x-total-count, x-waymark-ignored-fields, x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, server-timing, etag, link'

/** For answers that a browser shows as a page; JSON needs none of them. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
}

type Origin = { network: string; loopback: boolean; host: string | undefined; address: string }

/** What watches over the service asks often, and under the address of the machine it found: a probe of Kubernetes, a scraping Prometheus. */
const watching = new Set(['/api/health', '/api/live', '/metrics'])

/** Runs before every request: who calls, may they, and the headers every answer carries. */
export function createGuard(parts: FaceParts) {
  const { config, now } = parts
  const proxies = proxyList(config.TRUSTED_PROXIES)
  const hosts = createHostCheck(config)
  const limiter = new RateLimiter(config.RATE_LIMIT_PER_MINUTE)
  const limited = (loopback: boolean, path: string) =>
    config.RATE_LIMIT_PER_MINUTE > 0 && (!loopback || config.RATE_LIMIT_LOOPBACK) && !watching.has(path)

  // A connection keeps its address and nearly always its Host, so both are judged once for it.
  const origins = new WeakMap<Socket, Origin>()
  function originOf({ socket, headers }: FastifyRequest, path: string): Origin {
    const forwardedFor = header(headers['x-forwarded-for'])
    const known = forwardedFor === undefined ? origins.get(socket) : undefined
    if (known && known.host === headers.host) return known
    const anyHost = watching.has(path)
    if (!anyHost) hosts.requireHost(headers.host)
    const client = clientAddress(socket.remoteAddress ?? '', forwardedFor, proxies)
    const { host } = headers
    const origin = { network: networkOf(client), loopback: isLoopback(client), host, address: hosts.addressUnder(host) }
    if (forwardedFor === undefined && !anyHost) origins.set(socket, origin)
    return origin
  }

  function check(request: FastifyRequest, reply: FastifyReply): boolean {
    request.started = performance.now()
    const { headers } = request
    request.answerHeaders = {
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'x-request-id': request.id,
    }
    addCors(request, config.ALLOWED_ORIGINS)
    const path = pathOf(request)
    const { network, loopback, address } = originOf(request, path)
    request.caller = {
      network,
      loopback,
      bearer: bearerOf(headers.authorization),
      telemetry: header(headers['x-waymark-telemetry'])?.toLowerCase() !== 'off',
      face: 'http',
      request_id: request.id,
      address,
    }
    if (path === '/api/mcp') hosts.requireOrigin(headers.origin, headers.host)
    if (request.method === 'OPTIONS') {
      reply.code(204).send()
      return false
    }
    if (!limited(loopback, path)) return true
    const { allowed, limit, remaining, reset_seconds } = limiter.take(network, now().getTime())
    Object.assign(request.answerHeaders, { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset_seconds })
    if (!allowed) {
      throw new ServiceError('rate_limited', `At most ${limit} requests a minute from one network. Wait ${reset_seconds} seconds.`, {
        retry_after_seconds: reset_seconds,
      })
    }
    return true
  }

  // With a callback instead of a promise, which every request would wait for once more.
  return function guard(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    try {
      if (check(request, reply)) done()
    } catch (error) {
      done(error as Error)
    }
  }
}

function addCors(request: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = request.headers
  const { answerHeaders } = request
  const open = allowed.length === 0 || allowed.includes('*')
  // Also where no Origin was sent: a cache would else give that answer, which names none, to an origin that is allowed.
  if (!open) answerHeaders.vary = 'origin'
  if (!origin || (!open && !allowed.includes(origin))) return
  answerHeaders['access-control-allow-origin'] = open ? '*' : origin
  answerHeaders['access-control-expose-headers'] = corsExposeHeaders
  if (request.method !== 'OPTIONS') return
  answerHeaders['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE'
  answerHeaders['access-control-allow-headers'] = corsAllowHeaders
  answerHeaders['access-control-max-age'] = '86400'
}

/** The path as the table names it: what is spelled otherwise, whole, with escapes or a last slash, must not pass for another place. */
function pathOf(request: FastifyRequest): string {
  const { url } = request
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return /^[^/]|[%#]|.\/$/.test(path) ? (request.routeOptions.url ?? path) : path
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^bearer\s+(\S.*)$/i.exec(authorization)?.[1]?.trim()
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Caller } from '../../calls/operation.ts'
import { isLimited, RateLimiter } from '../../calls/rate-limit.ts'
import type { Config } from '../../config.ts'
import { ServiceError, secondsInWords } from '../../errors.ts'
import type { FaceParts } from '../face.ts'
import { createHostCheck } from './hosts.ts'
import { createSources, header, probePaths } from './sources.ts'

const corsAllowHeaders =
  'content-type, accept, authorization, idempotency-key, x-waymark-telemetry, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id'
const corsExposeHeaders =
  'x-total-count, x-waymark-warnings, x-waymark-ignored-fields, x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, server-timing, etag, link'
// Callers write these, too, when they mean off.
const wordsForOff = new Set(['off', 'false', '0', 'no', 'none', 'disabled', 'deny'])

/** For answers that a browser shows as a page; JSON needs none of them. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts each message of a batch as the request that it would be alone. */
    limitBatch: (request: FastifyRequest, messages: number) => void
  }
}

/** Runs before every request: who calls, may they, and the headers every answer carries. */
export function mountGuard(server: FastifyInstance, parts: FaceParts): void {
  const { config, now } = parts
  const hosts = createHostCheck(config)
  const sourceOf = createSources(parts, hosts)
  const limiter = new RateLimiter(config.RATE_LIMIT_PER_MINUTE)
  const isCounted = (caller: Caller) => config.RATE_LIMIT_PER_MINUTE > 0 && isLimited(caller, config)

  function limitNetwork({ caller, answerHeaders }: FastifyRequest, count: number): Allowance {
    const allowance = limiter.take(caller.network, now().getTime(), { count })
    Object.assign(answerHeaders, rateHeaders(allowance))
    return allowance
  }

  server.decorate('limitBatch', (request, messages) => {
    if (messages === 1 || !isCounted(request.caller)) return
    const { allowed, limit, reset_seconds } = limitNetwork(request, messages - 1)
    if (allowed) return
    // The retry itself spends one request before the rest of its messages are counted.
    const wait = reset_seconds + Math.ceil(60 / limit)
    const sentence = `At most ${limit} requests a minute from one network, and each message of a batch is one.`
    throw new ServiceError('rate_limited', `${sentence} Wait ${secondsInWords(wait)}, or send fewer together.`, {
      retry_after_seconds: wait,
    })
  })

  function check(request: FastifyRequest, reply: FastifyReply): boolean {
    request.started = performance.now()
    const { headers } = request
    addCommonHeaders(request, config)
    const path = pathOf(request)
    const { network, loopback, address } = sourceOf(request, probePaths.has(path))
    request.caller = {
      network,
      loopback,
      bearer: bearerOf(headers.authorization),
      telemetry: !saysOff(header(headers['x-waymark-telemetry'])),
      face: 'http',
      request_id: request.id,
      address,
    }
    if (isLimited(request.caller, config)) request.caller.onAllowance = (allowance) => showScarcer(request, allowance)
    if (path === '/api/mcp') hosts.requireOrigin(headers.origin, headers.host)
    if (request.method === 'OPTIONS' && answerOptions(request, reply)) return false
    if (!isCounted(request.caller) || probePaths.has(path)) return true
    const { allowed, limit, reset_seconds } = limitNetwork(request, 1)
    if (!allowed) {
      const error = `At most ${limit} requests a minute from one network. Wait ${secondsInWords(reset_seconds)}.`
      throw new ServiceError('rate_limited', error, { retry_after_seconds: reset_seconds })
    }
    return true
  }

  // A callback: a promise would cost every request another turn of the event loop.
  server.addHook('onRequest', (request, reply, done) => {
    try {
      if (check(request, reply)) done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** False where there is nothing to ask about. A browser's preflight is always answered, so that the call itself can say what is wrong. */
function answerOptions({ headers, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const { allow } = routeOptions.config
  if (allow === undefined && headers['access-control-request-method'] === undefined) return false
  if (allow !== undefined) reply.header('allow', allow)
  reply.code(204).send()
  return true
}

const rateHeaders = ({ limit, remaining, reset_seconds }: Allowance) => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': remaining,
  'ratelimit-reset': reset_seconds,
})

/** Of the limits of a network and of an agent, a caller has to know the one that it will meet first. */
function showScarcer({ answerHeaders }: FastifyRequest, ofAgent: Allowance): void {
  const ofNetwork = answerHeaders['ratelimit-remaining']
  if (ofNetwork === undefined || ofAgent.remaining < Number(ofNetwork)) Object.assign(answerHeaders, rateHeaders(ofAgent))
}

/** What every answer carries, also one to an address that cannot be read and so never comes to the guard. */
export function addCommonHeaders(request: FastifyRequest, { ALLOWED_ORIGINS }: Pick<Config, 'ALLOWED_ORIGINS'>): void {
  request.answerHeaders = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'x-request-id': request.id,
  }
  addCors(request, ALLOWED_ORIGINS)
}

function addCors(request: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = request.headers
  const { answerHeaders } = request
  const isOpen = allowed.length === 0 || allowed.includes('*')
  // Also without an Origin: otherwise a cache would serve that answer, which allows none, to an origin that is allowed.
  if (!isOpen) answerHeaders.vary = 'origin'
  if (!origin || (!isOpen && !allowed.includes(origin))) return
  answerHeaders['access-control-allow-origin'] = isOpen ? '*' : origin
  answerHeaders['access-control-expose-headers'] = corsExposeHeaders
  if (request.method !== 'OPTIONS') return
  answerHeaders['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE'
  answerHeaders['access-control-allow-headers'] = corsAllowHeaders
  answerHeaders['access-control-max-age'] = '86400'
}

/** The path as the table spells it: a full URL, escapes or a trailing slash must not make it pass for another one. */
function pathOf(request: FastifyRequest): string {
  const { url } = request
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return /^[^/]|[%#]|.\/$/.test(path) ? (request.routeOptions.url ?? path) : path
}

/** A header that is sent twice, such as by a client and by its proxy, arrives as one list of values; one that says off is enough. */
function saysOff(values: string | undefined): boolean {
  return values?.split(',').some((value) => wordsForOff.has(value.trim().toLowerCase())) ?? false
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^bearer\s+(\S.*)$/i.exec(authorization)?.[1]?.trim()
}

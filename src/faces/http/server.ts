import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { type FastifyInstance, type FastifyRequest, fastify, type RouteHandlerMethod } from 'fastify'
import { requireAdmin } from '../../calls/access.ts'
import type { Operation } from '../../calls/operation.ts'
import { asServiceError, ServiceError } from '../../errors.ts'
import { parseJson } from '../../input/raw-input.ts'
import { type FaceParts, offeredRows, routesOf } from '../face.ts'
import { answer } from './answer.ts'
import { compressPayload } from './encoding.ts'
import { answerClientError, answerError, answerExpectation, mostBodyBytes, mostHeaderBytes } from './errors.ts'
import { addCommonHeaders, mountGuard } from './guard.ts'
import { askedBack, createMeantPaths } from './meant-paths.ts'

export const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const
const routedMethods: ReadonlySet<string> = new Set([...allMethods, 'HEAD', 'OPTIONS'])
const onlyRead: ReadonlySet<string> = new Set(['GET'])

declare module 'fastify' {
  interface FastifyInstance {
    isClosing: boolean
    meantPaths: (request: FastifyRequest) => string[]
  }
  interface FastifyContextConfig {
    allow?: string
  }
  interface FastifyRequest {
    caller: import('../../calls/operation.ts').Caller
    started: number
    /** What every answer to this request carries, however it is sent. */
    answerHeaders: OutgoingHttpHeaders
  }
}

export function createHttpFace(parts: FaceParts): FastifyInstance {
  const server = fastify({
    bodyLimit: mostBodyBytes,
    genReqId: requestIds(),
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Without a Host, Node would answer in a form of its own; the guard does it in ours.
    http: { headersTimeout: 10_000, maxHeaderSize: mostHeaderBytes, requireHostHeader: false },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    // How long a part of a path may be is for its operation to say, which names the field.
    routerOptions: { maxParamLength: mostHeaderBytes, ignoreTrailingSlash: true },
    rewriteUrl: withRoutedMethod,
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, parts.config)
      // No hook runs for it either.
      answerError(parts.log, error, request, reply.headers(request.answerHeaders))
    },
  })
  server.server.maxConnections = parts.config.MAX_CONNECTIONS
  server.server.on('checkExpectation', answerExpectation)
  server.decorate('isClosing', false)
  server.addHook('preClose', async () => {
    server.isClosing = true
  })
  server.decorateRequest('started', 0)
  // Filled in for every request by the guard, before anything can read them.
  server.decorateRequest('caller', null as never)
  server.decorateRequest('answerHeaders', null as never)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    try {
      requirePlainBody(headers['content-encoding'])
      done(null, (body as Buffer).length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  server.decorate('meantPaths', createMeantPaths(server))
  mountGuard(server, parts)
  // Before the body is read: what is wrong with it does not matter where there is nothing.
  server.addHook('onRequest', (request, _, done) => {
    done(request.is404 ? nothingAt(request, server) : undefined)
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const vary = reply.getHeader('vary')
    reply.headers(request.answerHeaders ?? {})
    if (server.isClosing) reply.header('connection', 'close')
    if (vary !== undefined && request.answerHeaders?.vary !== undefined) reply.header('vary', `${vary}, ${request.answerHeaders.vary}`)
    done(null, payload)
  })
  server.addHook('onSend', compressPayload)
  server.setErrorHandler((error, request, reply) => answerError(parts.log, error, request, reply))
  server.setNotFoundHandler((request, reply) => answerError(parts.log, nothingAt(request, server), request, reply))
  const { registry } = parts.metrics
  mountRead(server, '/metrics', async (_, reply) => {
    const text = (await parts.sharedMetrics?.()) ?? (await registry.metrics())
    return reply.type(registry.contentType).send(text)
  })
  mountTable(server, parts)
  return server
}

function nothingAt(request: FastifyRequest, { meantPaths }: FastifyInstance): ServiceError {
  const did_you_mean = meantPaths(request)
  const sentence = `There is nothing at ${request.url.split('?')[0]?.slice(0, 200)}.${askedBack(did_you_mean)} See /docs for every path.`
  return new ServiceError('not_found', sentence, { did_you_mean })
}

/** A method that is offered nowhere is refused as TRACE is: routes for each of Node's thirty would hold up the start and fill memory. */
function withRoutedMethod(request: IncomingMessage): string {
  if (!routedMethods.has(request.method ?? '')) request.method = 'TRACE'
  return request.url ?? '/'
}

function requirePlainBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return
  throw new ServiceError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}

/** Unique among processes by a random part, and among requests by a count: a whole UUID for each would cost more than its routing. */
function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}

function mountTable(server: FastifyInstance, parts: FaceParts): void {
  const methodsByPath = new Map<string, Set<string>>()
  for (const row of offeredRows(parts)) {
    for (const { method, path } of routesOf(row)) {
      const methods = methodsByPath.get(path) ?? new Set()
      methodsByPath.set(path, methods.add(method))
      server.route({
        method,
        url: routePath(path),
        ...guardOf(parts, row),
        handler: (request, reply) => answer(parts, row, request, reply),
      })
    }
  }
  for (const [path, methods] of methodsByPath) refuseOtherMethods(server, path, methods)
}

/** A path of the table as the framework writes it. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** A read-only path that is not in the table. */
export function mountRead(server: FastifyInstance, path: string, handler: RouteHandlerMethod): void {
  server.get(path, handler)
  refuseOtherMethods(server, path, onlyRead)
}

function refuseOtherMethods(server: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  const others = allMethods.filter((method) => !methods.has(method))
  const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ')
  server.route({
    method: others,
    url: routePath(path),
    onRequest: async (request, reply) => {
      reply.header('allow', allow)
      // "/api/agents/status" is read as the address of an agent.
      const did_you_mean = path.includes('{') ? server.meantPaths(request) : []
      const sentence = `This path takes only ${allow}.${askedBack(did_you_mean)} See /docs for every path.`
      throw new ServiceError('method_not_allowed', sentence, { did_you_mean })
    },
    handler: () => {},
  })
  mountOptions(server, routePath(path), allow)
}

/** The guard answers OPTIONS; only the route knows what is allowed there. */
export function mountOptions(server: FastifyInstance, url: string, allow: string): void {
  server.route({ method: 'OPTIONS', url, config: { allow: `${allow}, OPTIONS` }, handler: () => {} })
}

/** A caller that may not use an operation is told so before its body is read. */
function guardOf({ config, now, secretGuesses, metrics }: FaceParts, { access, name }: Operation) {
  if (access !== 'admin') return {}
  const onRequest = async ({ caller, started }: FastifyRequest) => {
    try {
      requireAdmin({ config, now, secretGuesses, caller })
    } catch (error) {
      metrics.meter({ operation: name, face: 'http', status: asServiceError(error).code, ms: performance.now() - started })
      throw error
    }
  }
  return { onRequest }
}

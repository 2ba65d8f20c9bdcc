import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Span } from '../span.ts'

/** One span for each request, as a child of the caller's own if it sent one. It contains neither addresses nor anything from a body. */
export function mountTraces(server: FastifyInstance, add: (span: Span) => void): void {
  server.addHook('onResponse', async (request, reply) => {
    const parent = parentOf(request.headers.traceparent)
    if (parent && !parent.sampled) return
    const ended_ms = performance.timeOrigin + performance.now()
    const route = request.routeOptions.url
    add({
      trace_id: parent?.trace_id ?? randomBytes(16).toString('hex'),
      span_id: randomBytes(8).toString('hex'),
      parent_id: parent?.span_id,
      name: route ? `${request.method} ${route}` : request.method,
      started_ms: ended_ms - reply.elapsedTime,
      ended_ms,
      failed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.response.status_code': reply.statusCode,
        ...(route ? { 'http.route': route } : {}),
        'waymark.request_id': request.id,
      },
    })
  })
}

/** The W3C header `traceparent`: version, trace, span and flags; anything else counts as absent. */
export function parentOf(header: string | string[] | undefined): { trace_id: string; span_id: string; sampled: boolean } | undefined {
  const [, trace_id, span_id, flags] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(String(header ?? '')) ?? []
  if (!trace_id || !span_id || !flags || /^0+$/.test(trace_id) || /^0+$/.test(span_id)) return undefined
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

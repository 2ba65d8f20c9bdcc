import { setTimeout as sleep } from 'node:timers/promises'
import { percentDecoded } from '../input/percent-encoding.ts'
import type { Span } from '../span.ts'

type TraceOptions = {
  /** Base address of an OTLP/HTTP collector, without a slash at its end; spans go to /v1/traces below it. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  onError: (error: unknown, lost: number) => void
  everyMs?: number
}

export type Traces = { add: (span: Span) => void; flush: () => Promise<void>; close: () => Promise<void> }

const mostWaiting = 4096
const mostAtOnce = 512
const patienceMs = 10_000
/** A collector that does not answer would hold up the end of the service once for each batch. */
const lastPatienceMs = 3000

/** Sends spans to an OpenTelemetry collector in the background, as OTLP over HTTP with JSON. What cannot be sent is dropped and counted. */
export function openTraces({ endpoint, headers, serviceName, onError, everyMs = 5000 }: TraceOptions): Traces {
  const address = `${endpoint}/v1/traces`
  const waiting: Span[] = []
  let lost = 0
  let sending: Promise<void> | undefined

  async function send(spans: readonly Span[]): Promise<void> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(exportRequest(serviceName, spans)),
        // The headers may hold a key, which is for this address alone.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
    } catch (error) {
      onError(error, spans.length + lost)
      lost = 0
    }
  }

  /** One at a time: what comes in while a slow collector is waited for stays in `waiting`, which is bounded. */
  function flush(): Promise<void> {
    sending ??= sendWaiting().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendWaiting(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= mostAtOnce) await send(waiting.splice(0, Math.min(left, mostAtOnce)))
  }

  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    add(span) {
      if (waiting.length >= mostWaiting) lost++
      else waiting.push(span)
    },
    flush,
    async close() {
      clearInterval(timer)
      const sent = (sending ?? Promise.resolve()).then(flush)
      await Promise.race([sent, sleep(lastPatienceMs, undefined, { ref: false })])
    },
  }
}

/** The protocol's own shape: times in nanoseconds as text, a kind of 2 for a server, a status of 2 for a failure. */
function exportRequest(serviceName: string, spans: readonly Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'waymark' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf({ trace_id, span_id, parent_id, name, started_ms, ended_ms, failed, attributes }: Span) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_id ? { parentSpanId: parent_id } : {}),
    name,
    kind: 2,
    startTimeUnixNano: nanoseconds(started_ms),
    endTimeUnixNano: nanoseconds(ended_ms),
    attributes: attributesOf(attributes),
    status: failed ? { code: 2 } : {},
  }
}

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

function attributesOf(attributes: Record<string, string | number>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
}

/** OTEL_EXPORTER_OTLP_HEADERS: percent-encoded `name=value` pairs, whose form was checked. */
export function headersIn(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1).trim()
      return [pair.slice(0, at).trim().toLowerCase(), percentDecoded(value) ?? value]
    }),
  )
}

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../../calls/metrics.ts'
import { ServiceError, secondsInWords } from '../../errors.ts'

export type StreamLimits = { inAll: number; perNetwork: number; pingMs: number; quietMs: number }
export type Streams = ReturnType<typeof createStreams>
type StreamOwner = { network: string; limited: boolean }

type Stream = { id: string; network: string; response: ServerResponse; heardAt: number; pingDueAt: number; isBehind: boolean }

const mebibyte = 1_048_576
/** Room for a few of the largest answers; a client with more unread at two pings in a row is not reading. */
const mostUnreadBytes = mebibyte
/** The most that may wait for one client; enough for fifty of the largest answers asked for at once. */
const mostAtOnceBytes = 32 * mebibyte
/** The most that may wait for all clients together. */
const mostInAllBytes = 64 * mebibyte
const tickMs = 250
const pingsPerTick = 500

const retrySeconds = 30

/**
 * The open event streams. Ids cannot be guessed and prove nothing about who asks: they only say where an answer goes.
 * A stream goes when its client does, stops reading, or stays quiet for very long.
 */
export function createStreams(metrics: Metrics, limits: StreamLimits, newId: () => string = randomUUID) {
  // Pings come at one interval for all, so the order of the map is the order in which they are due.
  const streams = new Map<string, Stream>()
  const byNetwork = new Map<string, number>()
  let ticking: NodeJS.Timeout | undefined

  function open(reply: FastifyReply, { network, limited }: StreamOwner, endpoint: (id: string) => string): void {
    const held = byNetwork.get(network) ?? 0
    if (streams.size >= limits.inAll) throw tooManyOpen()
    if (limited && held >= limits.perNetwork) throw tooManyOfNetwork(limits.perNetwork)
    const response = startEvents(reply)
    const now = performance.now()
    const stream: Stream = { id: newId(), network, response, heardAt: now, pingDueAt: now + limits.pingMs, isBehind: false }
    streams.set(stream.id, stream)
    byNetwork.set(network, held + 1)
    metrics.streams.set(streams.size)
    response.on('close', () => forget(stream))
    response.on('error', () => forget(stream))
    response.write(`event: endpoint\ndata: ${endpoint(stream.id)}\n\n`)
    ticking ??= setInterval(tick, tickMs).unref()
  }

  function forget(stream: Stream): void {
    if (!streams.delete(stream.id)) return
    const left = (byNetwork.get(stream.network) ?? 1) - 1
    if (left > 0) byNetwork.set(stream.network, left)
    else byNetwork.delete(stream.network)
    metrics.streams.set(streams.size)
    if (streams.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  function tick(): void {
    const now = performance.now()
    let left = pingsPerTick
    for (const stream of streams.values()) {
      if (stream.pingDueAt > now || left-- === 0) return
      streams.delete(stream.id)
      stream.pingDueAt = now + limits.pingMs
      streams.set(stream.id, stream)
      if (now - stream.heardAt > limits.quietMs) stream.response.end()
      else pingOrDrop(stream)
    }
  }

  function pingOrDrop(stream: Stream): void {
    const wasBehind = stream.isBehind
    stream.isBehind = stream.response.writableLength > mostUnreadBytes
    if (!stream.isBehind) write(stream.response, ': ping\n\n')
    else if (wasBehind) stream.response.destroy()
  }

  return {
    open,
    /** How to answer on a stream, or nothing when it is gone. */
    find(id: string): ((message: object) => void) | undefined {
      const stream = streams.get(id)
      if (!stream) return undefined
      stream.heardAt = performance.now()
      return (message) => write(stream.response, messageEvent(message), holdableBytes(stream, streams.values()))
    },
    closeAll(): void {
      for (const { response } of [...streams.values()]) response.end()
    },
  }
}

const tooManyOpen = () =>
  new ServiceError('unavailable', `Too many event streams are open. Use plain POST, or try again in ${secondsInWords(retrySeconds)}.`, {
    retry_after_seconds: retrySeconds,
  })

const tooManyOfNetwork = (most: number) =>
  new ServiceError(
    'rate_limited',
    `At most ${most} event streams from one network. Close one, wait ${secondsInWords(retrySeconds)}, or use plain POST.`,
    { retry_after_seconds: retrySeconds, rate_limit: most },
  )

/** Little is always held for a client; much only while there is room for it. */
function holdableBytes({ response }: Stream, all: Iterable<Stream>): number {
  if (response.writableLength <= mostUnreadBytes) return mostUnreadBytes
  const inAll = [...all].reduce((sum, other) => sum + other.response.writableLength, 0)
  return inAll > mostInAllBytes ? mostUnreadBytes : mostAtOnceBytes
}

const messageEvent = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`

function write(response: ServerResponse, text: string, mostUnread = mostUnreadBytes): void {
  if (response.destroyed || response.writableEnded) return
  // A client that does not read would make us hold its answers forever.
  if (response.writableLength > mostUnread) response.destroy()
  else response.write(text)
}

function startEvents(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const { raw } = reply
  // A connection that carried a stream is not used again, so that stopping need not wait for it.
  raw.shouldKeepAlive = false
  raw.writeHead(200, {
    ...reply.request.answerHeaders,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  return raw
}

/** An answer that turns into an event stream as soon as a notification has to go out before it. */
export function createEventAnswer(reply: FastifyReply, accepted: boolean) {
  let events: ServerResponse | undefined
  return {
    notify(method: string, params: object): void {
      if (!accepted) return
      events ??= startEvents(reply)
      write(events, messageEvent({ jsonrpc: '2.0', method, params }))
    },
    /** True when the answer went out as the last event. */
    finish(message: object): boolean {
      if (!events) return false
      write(events, messageEvent(message))
      events.end()
      return true
    },
  }
}

import { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createMetrics } from '../../calls/metrics.ts'
import { createStreams } from './streams.ts'

const limits = { inAll: 10, perNetwork: 10, pingMs: 60_000, quietMs: 60_000 }

/** The answer to a client that reads nothing: what is written stays in the stream. */
class Unread extends Writable {
  override _write(): void {}
  writeHead(): void {}
  flushHeaders(): void {}
}

function opened() {
  const raw = new Unread()
  const streams = createStreams(createMetrics(), limits)
  let id = ''
  // As much of a reply as a stream touches.
  const reply = { raw, hijack() {}, request: { answerHeaders: {} } } as unknown as FastifyReply
  streams.open(reply, { network: 'somewhere', limited: true }, (given) => {
    id = given
    return `/?sessionId=${given}`
  })
  return { raw, send: () => streams.find(id)?.({ text: 'x'.repeat(300_000) }) }
}

test('large answers that follow each other do not end a stream, a client that never reads does', () => {
  const { raw, send } = opened()
  for (let i = 0; i < 3; i++) send()
  expect(raw.destroyed).toBe(false)
  expect(raw.writableLength).toBeGreaterThan(900_000)
  for (let i = 0; i < 2; i++) send()
  expect(raw.destroyed).toBe(true)
})

import { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetrics } from '../../calls/metrics.ts'
import { createStreams, type Streams } from './streams.ts'

const limits = { inAll: 10, perNetwork: 10, pingMs: 1000, quietMs: 60_000 }

/** The answer to a client that reads nothing: what is written stays in the stream. */
class Unread extends Writable {
  override _write(): void {}
  writeHead(): void {}
  flushHeaders(): void {}
}

function opened(streams: Streams) {
  const raw = new Unread()
  let id = ''
  // As much of a reply as a stream touches.
  const reply = { raw, hijack() {}, request: { answerHeaders: {} } } as unknown as FastifyReply
  streams.open(reply, { network: 'somewhere', limited: true }, (given) => {
    id = given
    return `/?sessionId=${given}`
  })
  const answer = { text: 'x'.repeat(300_000) }
  return {
    raw,
    send: (times: number) => {
      for (let i = 0; i < times; i++) streams.find(id)?.(answer)
    },
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => vi.useRealTimers())

test('many large answers in a burst do not end a stream, nor does a ping that comes before they are read', () => {
  const { raw, send } = opened(createStreams(createMetrics(), limits))
  send(50)
  expect(raw.writableLength).toBeGreaterThan(50 * 300_000)
  vi.advanceTimersByTime(1500)
  expect(raw.destroyed).toBe(false)
})

test('a client that has not read by the next ping loses its stream, and so does one that keeps asking for more', () => {
  const streams = createStreams(createMetrics(), limits)
  const [slow, greedy, quiet] = [opened(streams), opened(streams), opened(streams)]
  slow.send(5)
  greedy.send(200)
  quiet.send(1)
  expect(greedy.raw.destroyed).toBe(true)
  vi.advanceTimersByTime(2500)
  expect([slow.raw.destroyed, quiet.raw.destroyed]).toEqual([true, false])
})

test('what all streams hold unread together is bounded, and those with little unread stay', () => {
  const streams = createStreams(createMetrics(), limits)
  const little = opened(streams)
  const many = Array.from({ length: 6 }, () => opened(streams))
  little.send(1)
  for (const one of many) one.send(50)
  expect(many.filter(({ raw }) => raw.destroyed).length).toBeGreaterThan(0)
  const unread = many.filter(({ raw }) => !raw.destroyed).reduce((sum, { raw }) => sum + raw.writableLength, 0)
  expect(unread).toBeLessThan(70 * 1_048_576)
  little.send(2)
  expect(little.raw.destroyed).toBe(false)
})

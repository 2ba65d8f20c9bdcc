import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export type Sent = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** How often each status came; 0 stands for a request without an answer. */
type Paced = { rate: number; total: number; p50: number; p99: number; statuses: ReadonlyMap<number, number> }
type Pace = { connections: number; seconds: number; rate: number }

/**
 * Sends requests evenly over time, whatever becomes of the answers, and counts each from the moment when it was due.
 * autocannon sends a second's requests as fast as they are answered and then rests, which tells how a service takes bursts.
 */
export async function pacedLoad(url: string, requests: readonly Sent[], { connections, seconds, rate }: Pace): Promise<Paced> {
  const tally = createTally()
  const total = Math.round(rate * seconds)
  const written = requests.map((request) => asText(url, request))
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url)))
  const idle = [...lines]
  const due: number[] = []
  let answered = 0
  const started = performance.now()
  const dueAt = (n: number) => started + (n / rate) * 1000

  function next(line: Line): void {
    if (line.isBroken()) return
    const n = due.shift()
    if (n === undefined) idle.push(line)
    else
      line.ask(written[n % written.length]!, (status) => {
        answered++
        tally.add(status, dueAt(n))
        next(line)
      })
  }

  for (let n = 0; answered < total; await sleep(1)) {
    while (n < total && dueAt(n) <= performance.now()) due.push(n++)
    for (let line = idle.pop(); line; line = due.length > 0 ? idle.pop() : undefined) next(line)
    if (lines.every(({ isBroken }) => isBroken())) throw new Error(`${url} closed every connection`)
  }
  for (const line of lines) line.close()
  return tally.since(started)
}

/** Every client asks again as soon as it is answered. */
export async function eagerLoad(url: string, requests: readonly Sent[], { connections, seconds }: Omit<Pace, 'rate'>): Promise<Paced> {
  const tally = createTally()
  const written = requests.map((request) => asText(url, request))
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url)))
  const started = performance.now()
  let sent = 0
  const client = async (line: Line) => {
    while (performance.now() - started < seconds * 1000 && !line.isBroken()) {
      const asked = performance.now()
      const text = written[sent++ % written.length]!
      tally.add(await new Promise((resolve) => line.ask(text, resolve)), asked)
    }
  }
  await Promise.all(lines.map(client))
  for (const line of lines) line.close()
  return tally.since(started)
}

function createTally() {
  const histogram = createHistogram()
  const statuses = new Map<number, number>()
  const milliseconds = (percentile: number) => Number((histogram.percentile(percentile) / 1000).toFixed(1))
  return {
    add(status: number, askedAt: number): void {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      histogram.record(Math.max(1, Math.round((performance.now() - askedAt) * 1000)))
    },
    since(started: number): Paced {
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      return { rate: (total * 1000) / (performance.now() - started), total, p50: milliseconds(50), p99: milliseconds(99), statuses }
    },
  }
}

function asText(url: string, { method, path, headers = {}, body = '' }: Sent): string {
  const all = { host: new URL(url).host, 'content-length': Buffer.byteLength(body), ...headers }
  const told = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${told.join('')}\r\n${body}`
}

type Line = { ask: (text: string, onStatus: (status: number) => void) => void; isBroken: () => boolean; close: () => void }

/**
 * One connection to a server that tells the length of every answer, as ours does. An HTTP client would take as long over a
 * request as the service over its answer, and both share this machine.
 */
async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received = ''
  let report: ((status: number) => void) | undefined
  const settle = (status: number) => {
    received = ''
    const told = report
    report = undefined
    told?.(status)
  }
  socket.on('data', (chunk: string) => {
    received += chunk
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    const length = Number(/\ncontent-length: (\d+)/i.exec(received.slice(0, bodyAt))?.[1])
    if (bodyAt > 3 && received.length >= bodyAt + length) settle(Number(received.slice(9, 12)))
  })
  socket.on('error', () => {}).on('close', () => settle(0))
  return {
    ask(text, onStatus) {
      report = onStatus
      if (socket.destroyed) settle(0)
      else socket.write(text)
    },
    isBroken: () => socket.destroyed,
    close: () => socket.destroy(),
  }
}

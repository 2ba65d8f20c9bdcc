import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export type Sent = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** How often each status came; 0 stands for a request without an answer. */
export type Paced = { rate: number; total: number; p50: number; p99: number; statuses: ReadonlyMap<number, number> }
export type Pace = { connections: number; seconds: number; rate: number }

/**
 * Sends requests evenly over time, whatever becomes of the answers, and counts each from the moment when it was due.
 * autocannon sends a second's requests as fast as they are answered and then rests, which tells how a service takes bursts.
 */
export async function pacedLoad(url: string, requests: readonly Sent[], { connections, seconds, rate }: Pace): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  const histogram = createHistogram()
  const statuses = new Map<number, number>()
  const total = Math.round(rate * seconds)
  const underWay: Promise<void>[] = []
  const started = performance.now()
  const dueAt = (n: number) => started + (n / rate) * 1000

  async function send(n: number): Promise<void> {
    const status = await statusOf(new URL(requests[n % requests.length]!.path, url), requests[n % requests.length]!, agent)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    histogram.record(Math.max(1, Math.round((performance.now() - dueAt(n)) * 1000)))
  }

  while (underWay.length < total) {
    while (underWay.length < total && dueAt(underWay.length) <= performance.now()) underWay.push(send(underWay.length))
    await sleep(1)
  }
  await Promise.all(underWay)
  const took = (performance.now() - started) / 1000
  agent.destroy()
  const milliseconds = (percentile: number) => Number((histogram.percentile(percentile) / 1000).toFixed(1))
  return { rate: total / took, total, p50: milliseconds(50), p99: milliseconds(99), statuses }
}

function statusOf(url: URL, { method, headers = {}, body = '' }: Sent, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { method, agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}

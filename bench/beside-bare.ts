import autocannon from 'autocannon'
import { median } from './figures.ts'
import { pacedLoad } from './line-load.ts'
import type { ServerProcess } from './server-process.ts'

type Target = { name: string; server: ServerProcess; path: string; bodies: readonly string[] }
type Measured = { rate: number; cpu_us: number; p50: number; p99: number }

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const headers = { 'content-type': 'application/json' }

/** As fast as the answers come. */
async function load({ server, path, bodies }: Target, connections: number): Promise<Measured> {
  const before = await server.usage()
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    requests: bodies.map((body) => ({ method: 'POST' as const, path, headers, body })),
  })
  const after = await server.usage()
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed at ${path}`)
  const { p50, p99 } = result.latency
  return { rate: result.requests.average, cpu_us: (after.cpu_us - before.cpu_us) / result.requests.total, p50, p99 }
}

/** This many requests a second, evenly spread. */
export async function loadAt(rate: number, { server, path, bodies }: Target, connections: number): Promise<Measured> {
  const before = await server.usage()
  const requests = bodies.map((body) => ({ method: 'POST' as const, path, headers, body }))
  const { total, statuses, ...measured } = await pacedLoad(server.url, requests, { connections, seconds: 2 * seconds, rate })
  if (statuses.get(200) !== total) throw new Error(`Of ${total} requests at ${path} ${statuses.get(200) ?? 0} were answered`)
  const { cpu_us } = await server.usage()
  return { ...measured, cpu_us: (cpu_us - before.cpu_us) / total }
}

/**
 * Rounds that take turns between bare node:http and ours. The load generator is this process; where other work shares the
 * machine, processor time for each request is the steadier of the two ratios, because it does not count waiting for a core.
 */
export async function besideBare(
  bare: Target,
  ours: Target,
  { rounds = 6, connections = 50, bar }: { rounds?: number; connections?: number; bar: number },
) {
  const rates: number[] = []
  const costs: number[] = []
  let last: Measured | undefined
  for (let round = 0; round < rounds; round++) {
    const base = await load(bare, connections)
    last = await load(ours, connections)
    if (round > 0) rates.push(last.rate / base.rate)
    if (round > 0) costs.push(base.cpu_us / last.cpu_us)
    console.log(
      `round ${round}: bare ${base.rate.toFixed(0)} req/s at ${base.cpu_us.toFixed(0)} µs of processor each, ${ours.name} ${last.rate.toFixed(0)} req/s at ${last.cpu_us.toFixed(0)} µs`,
    )
  }
  console.log(
    `median ratio: requests per second ${median(rates).toFixed(2)}, processor time ${median(costs).toFixed(2)} (bar ${bar.toFixed(2)})`,
  )
  return last
}

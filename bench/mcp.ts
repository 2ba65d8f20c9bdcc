import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { median } from './figures.ts'
import { withTemporaryStore } from './temporary-store.ts'

const rounds = 6
const seconds = 3
const openStreams = 2000
const pingMs = 12_000
const latestPingMs = 15_000
const task = 'refund a payment in Stripe'
const slugs = ['github-mcp-server', 'exa-mcp-server']
const call = (name: string, args: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

/** One operation on both faces: a POST takes the tool's arguments as its body, a GET has them in the path. */
type Pair = { title: string; path: string; method: 'GET' | 'POST'; tool: string; args: object }

const pairs: Pair[] = [
  { title: 'route', path: '/api/route', method: 'POST', tool: 'service_route', args: { task } },
  {
    title: 'output check',
    path: '/api/verify/model',
    method: 'POST',
    tool: 'service_verify_model',
    args: { output: 'Paris is in France.' },
  },
  { title: 'compare', path: `/api/skills/compare?slugs=${slugs.join(',')}`, method: 'GET', tool: 'service_compare', args: { slugs } },
]

type Load = { perSecond: number; p99Ms: number; cpuUs: number }

/** Load on one address. Processor time per request, client and server together, stays comparable on a busy machine. */
async function load(url: string, method: 'GET' | 'POST', body: object | undefined): Promise<Load> {
  const sent = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const before = process.cpuUsage()
  const result = await autocannon({ url, method, connections: 50, duration: seconds, ...sent })
  const { user, system } = process.cpuUsage(before)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed at ${url}`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99, cpuUs: (user + system) / result.requests.total }
}

/** tools/call compared with the same operation over REST, in turns so that both run under the same conditions. */
async function benchCalls(address: string): Promise<void> {
  for (const { title, path, method, tool, args } of pairs) {
    const ratios: number[] = []
    const cpuRatios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const rest = await load(`${address}${path}`, method, method === 'POST' ? args : undefined)
      const mcp = await load(`${address}/api/mcp`, 'POST', call(tool, args))
      const ratio = mcp.perSecond / rest.perSecond
      console.log(
        `${title} round ${round}: REST ${rest.perSecond.toFixed(0)} req/s, tools/call ${mcp.perSecond.toFixed(0)} req/s, ratio ${ratio.toFixed(2)}`,
      )
      if (round === 0) continue
      ratios.push(ratio)
      cpuRatios.push(rest.cpuUs / mcp.cpuUs)
    }
    console.log(`${title}: median ratio ${median(ratios).toFixed(2)} (bar 0.60), by processor time ${median(cpuRatios).toFixed(2)}`)
  }
}

type Watched = { pings: number[]; close: () => void }

function openStream(address: string, agent: Agent): Promise<Watched> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/api/mcp`, { agent, headers: { accept: 'text/event-stream' } }, (response) => {
      const watched: Watched = { pings: [performance.now()], close: () => request.destroy() }
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes(': ping')) watched.pings.push(performance.now())
      })
      response.on('error', () => {})
      resolve(watched)
    })
    request.on('error', reject)
  })
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0)

/** Many open event streams: what they cost, whether each ping comes in time, and what REST notices of them. */
async function benchStreams(address: string): Promise<void> {
  const rest = async () => {
    const runs: Load[] = []
    for (let i = 0; i < 3; i++) runs.push(await load(`${address}/api/verify/model`, 'POST', { output: 'Paris is in France.' }))
    return { cpuUs: median(runs.map(({ cpuUs }) => cpuUs)), p99Ms: median(runs.map(({ p99Ms }) => p99Ms)) }
  }
  const before = await rest()
  const memory = process.memoryUsage().rss
  const agent = new Agent({ maxSockets: openStreams })
  const streams: Watched[] = []
  for (let i = 0; i < openStreams; i += 100) {
    streams.push(...(await Promise.all(Array.from({ length: 100 }, () => openStream(address, agent)))))
  }
  const during = await rest()
  await sleep(3 * pingMs)
  const grown = process.memoryUsage().rss - memory
  const gaps = streams.flatMap(({ pings }) => pings.slice(1).map((at, i) => at - (pings[i] ?? at)))
  const late = gaps.filter((gap) => gap > latestPingMs).length
  for (const { close } of streams) close()
  const after = await rest()
  const alone = (before.cpuUs + after.cpuUs) / 2
  console.log(`${openStreams} streams: +${megabytes(grown)} MB in this process, which holds both ends`)
  console.log(`${gaps.length} pings, longest gap ${(Math.max(...gaps) / 1000).toFixed(1)} s, ${late} later than ${latestPingMs / 1000} s`)
  console.log(
    `REST: ${alone.toFixed(0)} µs of processor time a request without streams, ${during.cpuUs.toFixed(0)} µs with them; p99 ${before.p99Ms}, ${during.p99Ms} and ${after.p99Ms} ms before, with and after them`,
  )
}

export async function benchMcp(): Promise<void> {
  await withTemporaryStore(async (store) => {
    const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_AGENT_PER_MINUTE: '0' })
    const app = await createApp({ config, store, mcp: { streams: { pingMs } } })
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    await benchCalls(address)
    await benchStreams(address)
    app.server.server.closeAllConnections()
    await app.close()
  })
}

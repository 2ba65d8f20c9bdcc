import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './figures.ts'
import { eagerLoad, pacedLoad, type Sent } from './line-load.ts'
import type { ServerProcess, Usage } from './server-process.ts'

const settleMs = 500
const sampleEveryMs = 1000
const headers = { 'content-type': 'application/json' }
const products = ['Stripe', 'GitHub', 'Slack', 'Notion', 'Linear', 'Jira', 'PostgreSQL', 'Google Drive', 'HubSpot', 'Shopify']
const acts = [
  'List what changed this week in',
  'Create an entry for the new customer in',
  'Find the latest problem reports in',
  'Summarise today in',
]
const skills = ['github-mcp-server', 'stripe-mcp', 'exa-mcp-server']
const tasks = acts.flatMap((act) => products.map((product) => `${act} ${product}`))

export async function register(url: string, agent_name: string): Promise<string> {
  const response = await fetch(`${url}/api/agents/register`, { method: 'POST', headers, body: JSON.stringify({ agent_name }) })
  return ((await response.json()) as { agent_identity_id: string }).agent_identity_id
}

/** Traffic shaped like that of agents: of twenty requests fourteen ask, five report, one looks around. */
export async function mixedRequests(url: string, agentCount = 50): Promise<Sent[]> {
  const agents: string[] = []
  for (let i = 0; i < agentCount; i++) agents.push(await register(url, `load-${i}`))
  const send = (path: string, body: object): Sent => ({ method: 'POST', path, headers, body: JSON.stringify(body) })
  const looks = ['/api/skills?limit=20', '/api/models', '/api/skills?q=payments', '/api/live']
  return agents.flatMap((agent_identity_id, i) =>
    Array.from({ length: 20 }, (_, k): Sent => {
      const n = i * 20 + k
      if (k === 19) return { method: 'GET', path: looks[i % looks.length] ?? '/api/live' }
      if (k % 4 === 3)
        return send('/api/report', { skill_slug: skills[n % skills.length], outcome: 'success', latency_ms: n, agent_identity_id })
      return send('/api/route', { task: tasks[n % tasks.length], ...(k % 2 ? { agent_identity_id } : {}) })
    }),
  )
}

export type Window = {
  rate: number
  p50: number
  p99: number
  failed: number
  refused: number
  /** Half of the samples taken during the window were below this, in MB. */
  rss: number
  heap: number
  handles: number
  cpu_us: number
}

/** `rate`: requests a second over all connections; without it they come as fast as they are answered. */
type Traffic = { connections: number; seconds: number; rate?: number | undefined }

export async function runWindow(server: ServerProcess, requests: Sent[], { connections, seconds, rate }: Traffic): Promise<Window> {
  const before = await server.usage()
  const samples: Usage[] = []
  const pace = { connections, seconds }
  const running = rate ? pacedLoad(server.url, requests, { ...pace, rate }) : eagerLoad(server.url, requests, pace)
  let ended = false
  const sampling = (async () => {
    while (!ended) {
      samples.push(await server.usage())
      await sleep(sampleEveryMs)
    }
  })()
  const result = await running
  ended = true
  await sampling
  // The sockets of the load that just ended take a moment to go.
  await sleep(settleMs)
  const after = await server.usage()
  const { total, statuses, ...answers } = result
  const failures = [...statuses].filter(([status]) => status === 0 || (status >= 500 && status !== 503))
  return {
    ...answers,
    failed: failures.reduce((sum, [, count]) => sum + count, 0),
    refused: statuses.get(503) ?? 0,
    rss: median(samples.map(({ rss }) => rss)) / 1e6,
    heap: median(samples.map(({ heap_used }) => heap_used)) / 1e6,
    handles: after.handles,
    cpu_us: (after.cpu_us - before.cpu_us) / Math.max(1, total),
  }
}

export const lineOf = ({ rate, p50, p99, failed, refused, rss, heap, handles, cpu_us }: Window) =>
  `${rate.toFixed(0)} req/s at ${cpu_us.toFixed(0)} µs of processor, p50 ${p50} ms, p99 ${p99} ms, failed ${failed}, refused ${refused}, ${rss.toFixed(0)} MB (heap ${heap.toFixed(0)}), ${handles} handles`

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceProcess, startService } from './service-process.ts'

export type KillRuns = { acknowledged: Set<number>; sent: number; agents: string[] }
type Run = KillRuns & { url: string; stopped: boolean }

const clients = 16
const agentCount = 4
const shortestRunMs = 300
const longestRunMs = 900

async function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { ok: response.ok, body: (await response.json()) as Record<string, string> }
}

/** Each report carries a number of its own as its latency, so that its row can be found again. */
async function hammer(run: Run): Promise<void> {
  while (!run.stopped) {
    const latency_ms = ++run.sent
    const body = { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms, agent_identity_id: run.agents[latency_ms % agentCount] }
    try {
      const { ok } = await post(run.url, '/api/report', body, { 'idempotency-key': `kill-${latency_ms}` })
      if (ok) run.acknowledged.add(latency_ms)
    } catch {
      return
    }
  }
}

/** Starts the real service, loads it with reports, kills it without warning, and starts it again on the same data. */
export async function killRepeatedly(kills: number, env: Record<string, string>, onKill: (n: number) => void = () => {}) {
  const run: Run = { acknowledged: new Set(), sent: 0, agents: [], url: '', stopped: false }
  let service: ServiceProcess | undefined
  for (let n = 1; n <= kills; n++) {
    service = await startService(env, service?.folder)
    run.url = service.url
    run.stopped = false
    for (let i = 0; i < agentCount; i++) {
      run.agents[i] = (await post(run.url, '/api/agents/register', { agent_name: `killed-${i}` })).body.agent_identity_id ?? ''
    }
    const hammering = Promise.all(Array.from({ length: clients }, () => hammer(run)))
    await sleep(shortestRunMs + ((n * 137) % (longestRunMs - shortestRunMs)))
    await service.end('SIGKILL')
    run.stopped = true
    await hammering
    onKill(n)
  }
  const folder = service?.folder ?? ''
  return { ...run, folder, clean: () => rmSync(folder, { recursive: true, force: true }) }
}

type Query = <T>(text: string) => Promise<T[]>

/** What is wrong with the data after the kills: nothing, when all is well. */
export async function findLosses({ acknowledged }: KillRuns, query: Query) {
  const rows = await query<{ latency_ms: number; n: number }>('SELECT latency_ms, COUNT(*) AS n FROM outcomes GROUP BY latency_ms')
  const stored = new Map(rows.map(({ latency_ms, n }) => [Number(latency_ms), Number(n)]))
  const unbalanced = await query(
    `SELECT b.agent_identity_id FROM balances b WHERE b.credits_hundredths <>
       (SELECT SUM(l.credits_hundredths) FROM ledger l WHERE l.agent_identity_id = b.agent_identity_id)`,
  )
  const [entries] = await query<{ n: number }>('SELECT COUNT(*) AS n FROM ledger')
  return {
    lost: [...acknowledged].filter((latency) => !stored.has(latency)),
    twice: [...stored].filter(([, n]) => n > 1).map(([latency]) => latency),
    unbalanced: unbalanced.length,
    unpaid: stored.size - Number(entries?.n ?? 0),
  }
}

export const noLosses = { lost: [], twice: [], unbalanced: 0, unpaid: 0 }

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceProcess, startService } from './service-process.ts'

export type KillRuns = { acknowledged: Set<number>; sent: number; agents: string[] }
type Run = KillRuns & { url: string; stopped: boolean }

const clients = 16
const agentCount = 4
const shortestRunMs = 300
const longestRunMs = 900
const refusedRestMs = 50
const longestRecoveryMs = 60_000

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
      else await sleep(refusedRestMs)
    } catch {
      return
    }
  }
}

export type Killable = { kill: () => Promise<void>; start: () => Promise<void> }
export type KillOptions = { env?: Record<string, string>; database?: Killable; onKill?: (n: number, victim: string) => void }

/** Starts the real service, loads it with reports, kills it (or by chance its database) without warning, and starts what was killed again. */
export async function killRepeatedly(kills: number, { env = {}, database, onKill = () => {} }: KillOptions = {}) {
  const run: Run = { acknowledged: new Set(), sent: 0, agents: [], url: '', stopped: false }
  let service: ServiceProcess | undefined
  let hammering: Promise<unknown> = Promise.resolve()
  let running = false
  for (let n = 1; n <= kills; n++) {
    if (!running) {
      service = await startService(env, service ? { folder: service.folder } : {})
      await prepare(run, service.url)
      hammering = Promise.all(Array.from({ length: clients }, () => hammer(run)))
      running = true
    }
    await sleep(shortestRunMs + ((n * 137) % (longestRunMs - shortestRunMs)))
    const isDatabase = database !== undefined && Math.random() < 0.5
    if (isDatabase) await crash(run, database)
    else {
      await endLoad(run, hammering, service)
      running = false
    }
    onKill(n, isDatabase ? 'database' : 'service')
  }
  if (running) await endLoad(run, hammering, service)
  const folder = service?.folder ?? ''
  return { ...run, folder, clean: () => rmSync(folder, { recursive: true, force: true }) }
}

async function prepare(run: Run, url: string): Promise<void> {
  run.url = url
  run.stopped = false
  for (let i = 0; i < agentCount; i++) {
    run.agents[i] = (await post(url, '/api/agents/register', { agent_name: `killed-${i}` })).body.agent_identity_id ?? ''
  }
}

async function endLoad(run: Run, hammering: Promise<unknown>, service: ServiceProcess | undefined): Promise<void> {
  await service?.end('SIGKILL')
  run.stopped = true
  await hammering
}

/** The service is left alone: it must take reports again by itself once its database is back. */
async function crash(run: Run, database: Killable): Promise<void> {
  await database.kill()
  await sleep(Math.random() * longestRunMs)
  await database.start()
  const before = run.acknowledged.size
  for (let waited = 0; run.acknowledged.size === before; waited += refusedRestMs) {
    if (waited > longestRecoveryMs) throw new Error('The service took no report for a minute after its database was back.')
    await sleep(refusedRestMs)
  }
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

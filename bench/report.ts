import { randomUUID } from 'node:crypto'
import { migrate } from '../src/adapters/migrate.ts'
import { openPostgres } from '../src/adapters/postgres.ts'
import { type App, createApp } from '../src/app.ts'
import type { Caller } from '../src/calls/operation.ts'
import { readConfig } from '../src/config.ts'
import type { SqlValue, Store } from '../src/storage/store.ts'
import { durable, startPostgres } from '../test/support/postgres-server.ts'
import { median, quantile } from './figures.ts'
import { eagerLoad } from './line-load.ts'
import { register } from './mixed-traffic.ts'
import { startServer } from './server-process.ts'
import { withTemporaryStore } from './temporary-store.ts'

const rounds = 5
const reports = 10_000
const clients = 200
const rawBatch = 100
/** More than are sent in one run, because a report told twice brings no new evidence and costs less. */
const distinct = 60_000
const skill = 'github-mcp-server'

type Insert = { table: string; columns: readonly string[]; rows: readonly (readonly SqlValue[])[]; onConflict: string | undefined }

/** What a watched store inserts, while there is a list for it. */
type Kept = { inserts: Insert[] | undefined }

/** A store that can keep what a transaction inserts, so that the very same rows can be written again without the service. */
function watched(store: Store) {
  const kept: Kept = { inserts: undefined }
  const transaction: Store['transaction'] = (work) =>
    store.transaction((tx) =>
      work({
        query: tx.query.bind(tx),
        execute: tx.execute.bind(tx),
        hold: tx.hold.bind(tx),
        insertMany(table, columns, rows, onConflict) {
          kept.inserts?.push({ table, columns, rows, onConflict })
          return tx.insertMany(table, columns, rows, onConflict)
        },
      }),
    )
  return { store: { ...store, transaction }, kept }
}

const newEachTime = new Set(['outcome_id', 'repeat_key', 'entry_id', 'act'])

function withFreshIds({ columns, rows, ...rest }: Insert): Insert {
  return { ...rest, columns, rows: rows.map((row) => row.map((value, i) => (newEachTime.has(columns[i] ?? '') ? randomUUID() : value))) }
}

/** The rows of one batch of 100 reports, written by the store alone again and again, one transaction each. */
async function rawRate(store: Store, batch: readonly Insert[]): Promise<number> {
  const batches = Array.from({ length: reports / rawBatch }, () => batch.map(withFreshIds))
  const started = performance.now()
  for (const inserts of batches) {
    await store.transaction((tx) =>
      Promise.all(inserts.map(({ table, columns, rows, onConflict }) => tx.insertMany(table, columns, rows, onConflict))),
    )
  }
  return (reports / (performance.now() - started)) * 1000
}

const caller: Caller = {
  network: '127.0.0.1',
  loopback: true,
  bearer: undefined,
  telemetry: true,
  face: 'http',
  request_id: 'bench',
  address: 'http://127.0.0.1',
}
const bodyOf = (agent_identity_id: string, latency_ms: number) => ({
  skill_slug: skill,
  outcome: 'success',
  latency_ms,
  cost_usd: 0.005,
  output_quality_rating: 8.5,
  agent_identity_id,
})

async function reportRate(app: App, agents: readonly string[]): Promise<{ rate: number; p99: number }> {
  const row = app.table.find(({ name }) => name === 'report')!
  const waited: number[] = []
  let sent = 0
  const started = performance.now()
  const client = async (i: number) => {
    while (sent < reports) {
      sent++
      const asked = performance.now()
      await app.invoke(row, bodyOf(agents[i % agents.length]!, Math.random() * 10_000), { caller })
      waited.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))
  const rate = (reports / (performance.now() - started)) * 1000
  return { rate, p99: quantile(waited, 0.99) }
}

/** In a process of its own, so that it shares no event loop with the clients. */
async function httpLatency(name: string, env: Record<string, string>): Promise<void> {
  const server = await startServer('waymark', env)
  const agents = await Promise.all(Array.from({ length: clients }, (_, i) => register(server.url, `over-http-${i}`)))
  const requests = Array.from({ length: distinct }, (_, i) => ({
    method: 'POST' as const,
    path: '/api/report',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(agents[i % agents.length]!, i)),
  }))
  await eagerLoad(server.url, requests, { connections: clients, seconds: 3 })
  const { rate, total, p50, p99, statuses } = await eagerLoad(server.url, requests, { connections: clients, seconds: 8 })
  await server.stop()
  console.log(
    `${name} over HTTP, ${clients} clients: ${rate.toFixed(0)} reports/s, p50 ${p50} ms, p99 ${p99} ms, refused ${total - (statuses.get(200) ?? 0)}`,
  )
}

async function registeredIn(app: App): Promise<string[]> {
  const row = app.table.find(({ name }) => name === 'register_agent')!
  const agents: string[] = []
  for (let i = 0; i < clients; i++) {
    const { output } = await app.invoke(row, { agent_name: `bench-${i}` }, { caller })
    agents.push((output as { agent_identity_id: string }).agent_identity_id)
  }
  return agents
}

/** What one report of each agent inserts, once all of them have reported before. */
async function insertsOfBatch(app: App, agents: readonly string[], kept: Kept): Promise<Insert[]> {
  const row = app.table.find(({ name }) => name === 'report')!
  const oneBatch = () => Promise.all(agents.map((agent) => app.invoke(row, bodyOf(agent, Math.random() * 10_000), { caller })))
  await oneBatch()
  kept.inserts = []
  await oneBatch()
  const batch = kept.inserts.filter(({ rows }) => rows.length > 0)
  kept.inserts = undefined
  return batch
}

async function benchStore(name: string, store: Store): Promise<void> {
  const { store: watchedStore, kept } = watched(store)
  const app = await createApp({ config: readConfig({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_AGENT_PER_MINUTE: '0' }), store: watchedStore })
  const agents = await registeredIn(app)
  const batch = await insertsOfBatch(app, agents.slice(0, rawBatch), kept)
  const written = batch.map(({ table, rows }) => `${rows.length} ${table}`).join(', ')
  console.log(`${name}: 100 reports write ${written}`)
  const ratios: number[] = []
  const slowest: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const raw = await rawRate(store, batch)
    const { rate, p99 } = await reportRate(app, agents)
    const ratio = rate / raw
    if (round > 0) {
      ratios.push(ratio)
      slowest.push(p99)
    }
    console.log(
      `${name} round ${round}: store alone ${raw.toFixed(0)} reports/s, reports ${rate.toFixed(0)}/s, ratio ${ratio.toFixed(2)}, p99 ${p99.toFixed(0)} ms`,
    )
  }
  console.log(
    `${name}: median ratio ${median(ratios).toFixed(2)} (bar 0.50), median p99 at ${clients} clients ${median(slowest).toFixed(0)} ms (bar 50 ms on PostgreSQL)`,
  )
  await app.close()
}

const logFills = 3
const rowsPerFill = 250_000

/** A database that has run for a while uses its log files again; a fresh one creates each of them, and all commits wait for it. */
async function wearIn(store: Store): Promise<void> {
  await store.execute('CREATE TABLE worn_in (filling text)')
  for (let i = 0; i < logFills; i++) {
    await store.execute(`INSERT INTO worn_in SELECT repeat(md5(row::text), 30) FROM generate_series(1, ${rowsPerFill}) AS row`)
    await store.execute('CHECKPOINT')
  }
  await store.execute('DROP TABLE worn_in')
  await store.execute('CHECKPOINT')
}

/** Durable reports per second through the whole operation, compared with the store alone writing the same rows in batches of 100. */
export async function benchReport(): Promise<void> {
  await withTemporaryStore((store) => benchStore('SQLite', store))
  await httpLatency('SQLite', {})
  const server = await startPostgres(durable)
  const store = await openPostgres({ url: server.url, connections: 10, onError: () => {} })
  await migrate(store)
  await wearIn(store)
  await benchStore('PostgreSQL', store)
  await httpLatency('PostgreSQL', { DATABASE_URL: server.url })
  await server.stop()
}

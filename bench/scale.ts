import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { migrate } from '../src/adapters/migrate.ts'
import { openPostgres } from '../src/adapters/postgres.ts'
import { storeFile } from '../src/adapters/sqlite.ts'
import { recentContributions } from '../src/insights/store.ts'
import { loadDecisions } from '../src/routing/decisions/store.ts'
import { rebuildEvidence } from '../src/routing/evidence/rebuild-part.ts'
import type { Outcome } from '../src/routing/evidence-sink.ts'
import { readHistory } from '../src/routing/memory/store.ts'
import { monthlyTables } from '../src/storage/months.ts'
import type { OpenedStore } from '../src/storage/store.ts'
import { insertOutcomes, insertRepeats, loadRepeats, readActivity } from '../src/telemetry/store.ts'
import { median } from './figures.ts'
import { startGrown } from './grown-start.ts'
import { forgetNumbers, type Growth, growAgents, growCatalog, growDecisions, growLedger, growMonths, growOutcomes } from './grown-store.ts'
import { withTemporaryStore } from './temporary-store.ts'

const outcomes = Number(process.env.SCALE_OUTCOMES ?? 200_000)
const tools = Number(process.env.SCALE_TOOLS ?? 16_000)
/** Rebuilding all evidence and starting are measured unless this is 0: with tens of millions of outcomes they take long. */
const withEvidence = process.env.SCALE_EVIDENCE !== '0'
const growth: Growth = {
  agents: Number(process.env.SCALE_AGENTS ?? 10_000),
  days: Number(process.env.SCALE_DAYS ?? 90),
  toolsOfAnAgent: 20,
  endMs: Date.now(),
  total: outcomes,
}
const batch = 1000
const measuredBatches = 20
const steps = 4
const samples = 100_000
const rowsAtOnce = 1_000_000
const lookups = 50

/** Bytes of these tables with their indexes; an engine that cannot tell them apart gives those of all. */
type SizeOf = (tables: readonly string[]) => Promise<number>

const madeOutcomes = (): Outcome[] =>
  Array.from({ length: batch }, (_, n) => ({
    outcome_id: randomUUID(),
    kind: 'tool',
    subject: 'github-mcp-server',
    agent_identity_id: `agent-${(n * 104_729) % growth.agents}`,
    network: `10.0.${n % 250}.1`,
    outcome: 'success',
    success: 1,
    quality: 8,
    latency_ms: 100 + (n % 900),
    cost_usd: 0.01,
    input_tokens: null,
    output_tokens: null,
    decision_id: null,
    cluster: 'tool_agent:search',
    source: 'report',
    evidence: 1,
    reported_at: new Date().toISOString(),
  }))

async function writeRate(store: OpenedStore): Promise<number> {
  const batches = Array.from({ length: measuredBatches }, madeOutcomes)
  const started = performance.now()
  for (const rows of batches) {
    const said = new Map(rows.map(({ reported_at }) => [randomUUID(), reported_at]))
    await store.transaction((tx) => Promise.all([insertOutcomes(tx, rows), insertRepeats(tx, said)]))
  }
  return (batch * measuredBatches * 1000) / (performance.now() - started)
}

/** What a report, a route with memory and a look at one's own work ask of the growing tables: median of each in ms. */
async function lookupTimes(store: OpenedStore): Promise<string> {
  const now = new Date()
  const keys = () => Array.from({ length: 256 }, () => randomUUID())
  const latest = await store.query<{ decision_id: string }>('SELECT decision_id FROM decisions ORDER BY decided_at DESC LIMIT 256')
  const decisionIds = latest.map(({ decision_id }) => decision_id)
  const asked: Record<string, (agent: string) => Promise<unknown>> = {
    '256 repeats': () => loadRepeats(store, keys()),
    '256 decisions': () => loadDecisions(store, decisionIds, now.toISOString()),
    health: (agent) => readActivity(store, agent, now),
    memory: (agent) => readHistory(store, agent),
    latest: (agent) => recentContributions(store, agent, 20),
  }
  const lines: string[] = []
  for (const [name, ask] of Object.entries(asked)) {
    const times: number[] = []
    for (let i = 0; i < lookups; i++) {
      const started = performance.now()
      await ask(`agent-${(i * 7919) % growth.agents}`)
      times.push(performance.now() - started)
    }
    lines.push(`${name} ${median(times).toFixed(1)} ms`)
  }
  return lines.join(', ')
}

const counted = ['outcomes', 'repeats']

async function grow(store: OpenedStore, sizeOf: SizeOf): Promise<void> {
  await growCatalog(store, tools)
  await growAgents(store, growth)
  await growMonths(store, growth)
  const others = { decisions: growDecisions, ledger: growLedger }
  for (const [table, growTable] of Object.entries(others)) {
    const empty = await sizeOf([table])
    await growTable(store, samples, growth)
    console.log(`${samples} rows of ${table}: ${(((await sizeOf([table])) - empty) / samples).toFixed(0)} bytes each with their indexes`)
  }
  const before = await sizeOf(counted)
  for (let step = 1; step <= steps; step++) {
    const [from, to] = [((step - 1) * outcomes) / steps, (step * outcomes) / steps]
    const started = performance.now()
    for (let at = from; at < to; at += rowsAtOnce) await growOutcomes(store, at, Math.min(to, at + rowsAtOnce), growth)
    const grown = (to - from) / ((performance.now() - started) / 1000)
    const rows = to + (step - 1) * batch * measuredBatches
    const bytes = ((await sizeOf(counted)) - before) / rows
    console.log(
      `${rows} outcomes: ${bytes.toFixed(0)} bytes each with their keys and indexes, ${(await writeRate(store)).toFixed(0)} rows/s in transactions of ${batch} (${grown.toFixed(0)}/s by the store itself); ${await lookupTimes(store)}`,
    )
  }
  await forgetNumbers(store)
}

async function measure(store: OpenedStore, sizeOf: SizeOf, env: Record<string, string>): Promise<void> {
  await grow(store, sizeOf)
  if (withEvidence) {
    const started = performance.now()
    const read = await rebuildEvidence(store, { capLoopback: false })
    const seconds = (performance.now() - started) / 1000
    const [voices] = await store.query<{ n: number }>('SELECT count(*) AS n FROM voices')
    console.log(`evidence built anew from ${read} outcomes in ${seconds.toFixed(1)} s (bar 60 s for 1,000,000): ${voices?.n} voices`)
  }
  await store.close()
  if (withEvidence) await startGrown(env, `${tools} tools and ${outcomes} outcomes`)
}

/** How the growing tables behave as they pile up, the time to rebuild all evidence, and the start with all of it. */
export async function benchScale(): Promise<void> {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) {
    const store = await openPostgres({ url: DATABASE_URL, connections: 4, onError: () => {} })
    await migrate(store)
    const sizeOf: SizeOf = async (tables) => {
      let bytes = 0
      for (const table of tables) {
        const tree = `SELECT sum(pg_total_relation_size(relid)) AS n FROM pg_partition_tree('${table}')`
        const whole = `SELECT pg_total_relation_size('${table}') AS n`
        const isMonthly = monthlyTables.some((monthly) => monthly.table === table)
        bytes += (await store.query<{ n: number }>(isMonthly ? tree : whole))[0]?.n ?? 0
      }
      return bytes
    }
    return measure(store, sizeOf, { DATABASE_URL })
  }
  await withTemporaryStore(async (store, folder) => {
    const sizeOfAll = async () => {
      await store.script('PRAGMA wal_checkpoint(TRUNCATE)')
      return statSync(storeFile(folder)).size
    }
    await measure(store, sizeOfAll, { DATA_DIR: folder })
  })
}

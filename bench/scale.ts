import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../src/adapters/migrate.ts'
import { openPostgres } from '../src/adapters/postgres.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { recentContributions } from '../src/insights/store.ts'
import { rebuildEvidence } from '../src/routing/evidence/rebuild-store.ts'
import type { Outcome } from '../src/routing/evidence-sink.ts'
import { readHistory } from '../src/routing/memory-store.ts'
import { loadDecisions } from '../src/routing/store.ts'
import { insertOutcomes, loadRepeats, readActivity } from '../src/telemetry/store.ts'
import { startGrown } from './grown-start.ts'
import {
  forgetNumbers,
  type Growth,
  growAgents,
  growCatalog,
  growDecisions,
  growMonths,
  growOutcomes,
  type ScriptStore,
} from './grown-store.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const outcomes = Number(process.env.SCALE_OUTCOMES ?? 200_000)
const tools = Number(process.env.SCALE_TOOLS ?? 16_000)
/** Building all evidence anew and starting are measured unless this is 0: with tens of millions of outcomes they take long. */
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
const decisions = 100_000
const rowsAtOnce = 1_000_000
const lookups = 50

type Sizes = { outcomes: () => Promise<number>; decisions: () => Promise<number> }

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
    repeat_key: randomUUID(),
    reported_at: new Date().toISOString(),
  }))

async function writeRate(store: ScriptStore): Promise<number> {
  const batches = Array.from({ length: measuredBatches }, madeOutcomes)
  const started = performance.now()
  for (const rows of batches) await store.transaction((tx) => insertOutcomes(tx, rows))
  return (batch * measuredBatches * 1000) / (performance.now() - started)
}

/** What a report, a route with memory and a look at one's own work ask of the growing tables: median of each in ms. */
async function lookupTimes(store: ScriptStore): Promise<string> {
  const now = new Date()
  const ids = () => Array.from({ length: 256 }, () => randomUUID())
  const asked: Record<string, (agent: string) => Promise<unknown>> = {
    '256 repeats': () => loadRepeats(store, ids()),
    '256 decisions': () => loadDecisions(store, ids()),
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
    lines.push(`${name} ${times.toSorted((a, b) => a - b)[lookups / 2]?.toFixed(1)} ms`)
  }
  return lines.join(', ')
}

async function grow(store: ScriptStore, sizes: Sizes): Promise<void> {
  await growCatalog(store, tools)
  await growAgents(store, growth)
  await growMonths(store, growth)
  await growDecisions(store, decisions, growth)
  console.log(`${decisions} decisions: ${((await sizes.decisions()) / decisions).toFixed(0)} bytes a row with its indexes`)
  const before = await sizes.outcomes()
  for (let step = 1; step <= steps; step++) {
    const [from, to] = [((step - 1) * outcomes) / steps, (step * outcomes) / steps]
    const started = performance.now()
    for (let at = from; at < to; at += rowsAtOnce) await growOutcomes(store, at, Math.min(to, at + rowsAtOnce), growth)
    const grown = (to - from) / ((performance.now() - started) / 1000)
    const rows = to + (step - 1) * batch * measuredBatches
    const bytes = ((await sizes.outcomes()) - before) / rows
    console.log(
      `${rows} outcomes: ${bytes.toFixed(0)} bytes a row with its indexes, ${(await writeRate(store)).toFixed(0)} rows/s in transactions of ${batch} (${grown.toFixed(0)}/s by the store itself); ${await lookupTimes(store)}`,
    )
  }
  await forgetNumbers(store)
}

async function measure(store: ScriptStore, sizes: Sizes, env: Record<string, string>): Promise<void> {
  await grow(store, sizes)
  if (withEvidence) {
    const started = performance.now()
    const read = await rebuildEvidence(store, false)
    const seconds = (performance.now() - started) / 1000
    const [voices] = await store.query<{ n: number }>('SELECT count(*) AS n FROM voices')
    console.log(`evidence built anew from ${read} outcomes in ${seconds.toFixed(1)} s (bar 60 s for 1,000,000): ${voices?.n} voices`)
  }
  await store.close()
  if (withEvidence) await startGrown(env, `${tools} tools and ${outcomes} outcomes`)
}

/** How the growing tables behave as they pile up, the time to build all evidence anew, and the start with all of it. */
export async function benchScale(): Promise<void> {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) {
    const store = await openPostgres({ url: DATABASE_URL, connections: 4, onError: () => {} })
    await migrate(store)
    const sizeOf = async (table: string) =>
      (await store.query<{ n: number }>(`SELECT sum(pg_total_relation_size(relid)) AS n FROM pg_partition_tree('${table}')`))[0]?.n ?? 0
    return measure(store, { outcomes: () => sizeOf('outcomes'), decisions: () => sizeOf('decisions') }, { DATABASE_URL })
  }
  await withTemporaryFolder(async (folder) => {
    const store = await openSqlite(folder)
    await migrate(store)
    const size = async () => {
      await store.script('PRAGMA wal_checkpoint(TRUNCATE)')
      return statSync(join(folder, 'waymark.sqlite')).size
    }
    const empty = await size()
    await measure(store, { outcomes: size, decisions: async () => (await size()) - empty }, { DATA_DIR: folder })
  })
}

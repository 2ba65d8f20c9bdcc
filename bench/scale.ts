import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../src/adapters/migrate.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { readConfig } from '../src/config.ts'
import { rebuildEvidence } from '../src/routing/evidence/rebuild-store.ts'
import type { Outcome } from '../src/routing/evidence-sink.ts'
import { openStore } from '../src/serve.ts'
import type { Store } from '../src/store.ts'
import { insertOutcomes } from '../src/telemetry/store.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const outcomes = Number(process.env.SCALE_OUTCOMES ?? 200_000)
const agents = Number(process.env.SCALE_AGENTS ?? 10_000)
const batch = 1000
const steps = 4

function rowsFrom(start: number): Outcome[] {
  return Array.from({ length: batch }, (_, i) => {
    const n = start + i
    return {
      outcome_id: randomUUID(),
      kind: 'tool',
      subject: `skill-${(n * 7919) % 2000}`,
      agent_identity_id: `agent-${(n * 104_729) % agents}`,
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
      reported_at: new Date(1_790_000_000_000 + n * 100).toISOString(),
    }
  })
}

async function grow(store: Store, bytes: () => Promise<number>): Promise<void> {
  const before = await bytes()
  for (let step = 0; step < steps; step++) {
    const started = performance.now()
    for (let n = 0; n < outcomes / steps; n += batch) {
      const rows = rowsFrom((step * outcomes) / steps + n)
      await store.transaction((tx) => insertOutcomes(tx, rows))
    }
    const total = ((step + 1) * outcomes) / steps
    const rate = outcomes / steps / ((performance.now() - started) / 1000)
    console.log(
      `${total} outcomes: ${rate.toFixed(0)} rows/s, ${(((await bytes()) - before) / total).toFixed(0)} bytes a row with its indexes`,
    )
  }
  const started = performance.now()
  const read = await rebuildEvidence(store, false)
  console.log(
    `evidence built anew from ${read} outcomes in ${((performance.now() - started) / 1000).toFixed(1)} s (bar 60 s for 1,000,000)`,
  )
}

/** How the growing tables behave: rate and size of outcome rows as they pile up, and the time to build all evidence anew. */
export async function benchScale(): Promise<void> {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) {
    const store = await openStore(readConfig({ DATABASE_URL }))
    const bytes = async () => (await store.query<{ n: number }>("SELECT pg_total_relation_size('outcomes') AS n"))[0]?.n ?? 0
    await grow(store, bytes)
    return store.close()
  }
  await withTemporaryFolder(async (folder) => {
    const store = await openSqlite(folder)
    await migrate(store)
    const bytes = async () => {
      await store.script('PRAGMA wal_checkpoint(TRUNCATE)')
      return statSync(join(folder, 'waymark.sqlite')).size
    }
    await grow(store, bytes)
    await store.close()
  })
}

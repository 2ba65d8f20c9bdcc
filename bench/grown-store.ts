import { openSource } from '../src/adapters/import-source.ts'
import { importInto } from '../src/cli/commands/catalog.ts'
import { dayMs } from '../src/storage/days.ts'
import { makeMonths } from '../src/storage/months.ts'
import type { OpenedStore } from '../src/storage/store.ts'
import { writeMadeUp } from './made-up-entries.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

export type Growth = { agents: number; days: number; toolsOfAnAgent: number; endMs: number; total: number }

const clusters = 12

/** What differs between the engines: random names and times as text. */
const dialects = {
  sqlite: {
    id: "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))",
    key: 'lower(hex(randomblob(16)))',
    time: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
  },
  postgres: {
    id: 'gen_random_uuid()::text',
    key: 'md5(random()::text)',
    time: (seconds: string) => `to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
} as const

/** Imports a made-up catalog, and gives every entry a number by which outcomes can be spread over all of them. */
export async function growCatalog(store: OpenedStore, size: number): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await importInto({ store, name: 'made-up', source: openSource(writeMadeUp(folder, size)) })
  })
  const stored = await store.query<{ slug: string }>('SELECT slug FROM skills ORDER BY slug')
  await numberTools(
    store,
    stored.map(({ slug }) => slug),
  )
}

async function numberTools(store: OpenedStore, slugs: readonly string[]): Promise<void> {
  await store.script('CREATE TABLE bench_tools (place integer PRIMARY KEY, slug text NOT NULL)')
  await store.insertMany(
    'bench_tools',
    ['place', 'slug'],
    slugs.map((slug, i) => [i, slug]),
  )
}

export const forgetNumbers = (store: OpenedStore) => store.script('DROP TABLE bench_tools')

const numbers = (from: number, to: number) =>
  `WITH RECURSIVE n(i) AS (SELECT CAST(${from} AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1})`

export async function growAgents(store: OpenedStore, { agents, days, endMs }: Growth): Promise<void> {
  const { time } = dialects[store.kind]
  await store.script(
    `${numbers(0, agents)} INSERT INTO agents
       (agent_identity_id, agent_name, agent_kind, trust_score, is_active, registered_at, preferences, project_context)
     SELECT 'agent-' || i, 'grown ' || i, 'autonomous', 50, 1, ${time(String((endMs - days * dayMs) / 1000))}, '{}', '{}' FROM n`,
  )
}

/** Outcomes number `from` to `to` of the whole, in the order of time, written by the store itself. */
export async function growOutcomes(store: OpenedStore, from: number, to: number, growth: Growth): Promise<void> {
  const { agents, days, toolsOfAnAgent, endMs, total } = growth
  const { id, key, time } = dialects[store.kind]
  const at = time(`${(endMs - days * dayMs) / 1000} + i * ${(days * dayMs) / 1000 / total}`)
  const [{ tools } = { tools: 0 }] = await store.query<{ tools: number }>('SELECT count(*) AS tools FROM bench_tools')
  await store.script(
    `${numbers(from, to)}, said AS (SELECT i, (i * 7919) % ${agents} AS agent, (i / ${agents}) % ${toolsOfAnAgent} AS nth FROM n)
     INSERT INTO outcomes (outcome_id, kind, subject, agent_identity_id, network, outcome, success, quality, latency_ms, cost_usd,
       cluster, source, evidence, reported_at)
     SELECT ${id}, 'tool', t.slug, 'agent-' || agent, '10.0.' || (agent % 250) || '.1', CASE WHEN i % 7 = 0 THEN 'failure' ELSE 'success' END,
       CASE WHEN i % 7 = 0 THEN 0 ELSE 1 END, 5 + i % 5, 100 + i % 900, 0.01, 'tool_agent:kind-' || (t.place % ${clusters}), 'report', 1,
       ${at}
     FROM said JOIN bench_tools t ON t.place = (agent * 31 + nth * 797) % ${tools}`,
  )
  await store.script(`${numbers(from, to)} INSERT INTO repeats (repeat_key, first_at) SELECT ${key}, ${at} FROM n`)
}

/** Decisions spread over the same time, for their size. */
export async function growDecisions(store: OpenedStore, count: number, { agents, days, endMs }: Growth): Promise<void> {
  const { id, key, time } = dialects[store.kind]
  const at = time(`${(endMs - days * dayMs) / 1000} + i * ${(days * dayMs) / 1000 / count}`)
  await store.script(
    `${numbers(0, count)} INSERT INTO decisions (decision_id, agent_identity_id, kind, approach, recommended_skill, tier, task_type, capability,
       cluster, propensity, explored, fingerprint, decided_at)
     SELECT ${id}, 'agent-' || ((i * 7919) % ${agents}), 'route', 'mcp_server', 'github-mcp-server', 'tool_agent', 'agentic', 'search',
       'tool_agent:search', 0.9, 0, ${key}, ${at} FROM n`,
  )
}

/** Entries of the ledger over the same time, for their size. */
export async function growLedger(store: OpenedStore, count: number, { agents, days, endMs }: Growth): Promise<void> {
  const { id, time } = dialects[store.kind]
  const at = time(`${(endMs - days * dayMs) / 1000} + i * ${(days * dayMs) / 1000 / count}`)
  await store.script(
    `${numbers(0, count)} INSERT INTO ledger (act, entry_id, agent_identity_id, kind, credits_hundredths, reputation_hundredths, trust_hundredths, created_at)
     SELECT 'once:' || ${id}, ${id}, 'agent-' || ((i * 7919) % ${agents}), 'report', 600, 300, 0, ${at} FROM n`,
  )
}

/** The months of the whole span, so that no row passes through the default partition. */
export async function growMonths(store: OpenedStore, { days, endMs }: Growth): Promise<void> {
  for (let ms = endMs - days * dayMs; ms < endMs; ms += 27 * dayMs) await makeMonths(store, ms)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { testStore } from '../../test/support/harness.ts'
import { type Decision, insertDecisions } from '../routing/decisions/store.ts'
import { forgetVoice } from '../routing/evidence/store.ts'
import { sums } from '../routing/evidence/tally.ts'
import type { Outcome } from '../routing/evidence-sink.ts'
import { isoTime } from '../storage/days.ts'
import type { Queryable, Store } from '../storage/store.ts'
import { insertOutcomes } from '../telemetry/store.ts'
import { eraseInParts, eraseLate, erasePersonal, personalTables, readPersonal } from './store.ts'

const at = '2026-11-11T00:00:00.000Z'
const start = Date.parse(at)
const decision: Omit<Decision, 'decision_id' | 'agent_identity_id' | 'decided_at'> = {
  kind: 'route',
  approach: 'mcp_server',
  recommended_skill: 'tool',
  recommended_model: null,
  tier: 'tool_agent',
  task_type: 'code',
  capability: null,
  cluster: '',
  propensity: 1,
  explored: 0,
  fingerprint: '',
  linked_at: null,
}
const outcome: Omit<Outcome, 'outcome_id' | 'agent_identity_id' | 'reported_at'> = {
  kind: 'tool',
  subject: 'tool',
  network: '',
  outcome: 'success',
  success: 1,
  quality: null,
  latency_ms: null,
  cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  decision_id: null,
  cluster: '',
  source: 'report',
  evidence: 1,
}
const many = Array.from({ length: 5000 }, (_, i) => i)
const filled: Record<string, (i: number) => Record<string, string | number>> = {
  acts: (i) => ({ act_key: `act-${i}`, agent_identity_id: `agent-${i}`, result: '{}', recorded_at: at }),
  challenge_submissions: (i) => ({
    submission_id: `s-${i}`,
    challenge_slug: 'competitor-sheet',
    agent_identity_id: `agent-${i}`,
    tools_used: '[]',
    deliverable_summary: '',
    completeness: 8,
    quality: 8,
    efficiency: 8,
    overall_score: 8,
    submitted_at: at,
  }),
  examples: (i) => ({ outcome_id: `o-${i}`, subject: 'x', voice: `agent-${i}`, value: 1, vector: '', reported_at: at }),
  idempotent_answers: (i) => ({
    scoped_key: `key-${i}`,
    request_hash: '',
    answer: '{}',
    started_at: at,
    leased_at: at,
    about_agent: `agent-${i}`,
  }),
  voices: (i) => ({
    kind: 'tool',
    subject: `tool-${i % 100}`,
    era: '',
    cluster: '',
    voice: `agent-${i}`,
    ...Object.fromEntries(sums.map((name) => [name, 1])),
    last_at: at,
  }),
  conduct: (i) => ({ voice: `agent-${i}`, network: '', first_at: at, linked: 0 }),
}

let store: Store
beforeAll(async () => {
  store = await testStore()
  for (const [table, row] of Object.entries(filled)) {
    await store.insertMany(
      table,
      Object.keys(row(0)),
      many.map((i) => Object.values(row(i))),
    )
    if (store.kind === 'postgres') await store.execute(`ANALYZE ${table}`)
  }
})
afterAll(() => store.close())

const tables = Object.keys(filled).join('|')
const readsAll = new RegExp(`"(SCAN (${tables})[ "]|[^"]*Seq Scan on (${tables}) )`)

function explaining(db: Queryable, plans: string[]): Queryable {
  const explain = async (text: string, values: Parameters<Queryable['query']>[1]) => {
    plans.push(JSON.stringify(await db.query(`${store.kind === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${text}`, values)))
  }
  return {
    insertMany: (...given) => db.insertMany(...given),
    async query(text, values) {
      await explain(text, values)
      return db.query(text, values)
    },
    async execute(text, values) {
      await explain(text, values)
      return db.execute(text, values)
    },
  }
}

test('what an agent asks for when it leaves is found without reading the rows of all others', async () => {
  const plans: string[] = []
  const { records } = await readPersonal({ ...store, ...explaining(store, plans) }, 'agent-7', undefined)
  expect(Object.keys(filled).filter((table) => records[table]?.length === 1)).toEqual(
    Object.keys(filled).filter((table) => table !== 'idempotent_answers'),
  )
  expect(plans.filter((plan) => readsAll.test(plan))).toEqual([])
})

test('the parts of an export are read in the order in which rows lie, and none twice, however many there are', async () => {
  const agents = ['busy', 'other']
  const rows = 11_000
  // Several of the same moment, stored in no order.
  const each = <T>(make: (i: number, at: string, agent: string) => T) =>
    agents.flatMap((agent) =>
      Array.from({ length: rows }, (_, i) => make((i * 7) % rows, isoTime(start + 1000 * (((i * 7) % rows) >> 2)), agent)),
    )
  await insertDecisions(
    store,
    each((i, decided_at, agent) => ({
      ...decision,
      decision_id: `${agent.padEnd(8, '0')}-0000-4000-8000-${i}`,
      agent_identity_id: agent,
      decided_at,
    })),
  )
  await insertOutcomes(
    store,
    each((i, reported_at, agent) => ({ ...outcome, outcome_id: `${agent}-${i}`, agent_identity_id: agent, reported_at })),
  )
  if (store.kind === 'postgres') for (const table of ['decisions', 'outcomes']) await store.execute(`ANALYZE ${table}`)
  const plans: string[] = []
  const explained = { ...store, ...explaining(store, plans) }
  const seen: Record<string, Set<string>> = { decisions: new Set(), outcomes: new Set() }
  const counts: number[][] = []
  let cursor: string | undefined
  do {
    const { records, next_cursor } = await readPersonal(explained, 'busy', cursor)
    for (const [table, ids] of Object.entries(seen)) for (const row of records[table] ?? []) ids.add(JSON.stringify(row))
    counts.push(Object.keys(seen).map((table) => records[table]?.length ?? 0))
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(counts).toEqual([
    [5000, 5000],
    [5000, 5000],
    [1000, 1000],
  ])
  expect(Object.values(seen).map(({ size }) => size)).toEqual([rows, rows])
  // What is left behind a place may be sorted; all that an agent has may not.
  const sortsAll = /FOR ORDER BY"|^(?!.*_at >= ).*-> {2}Sort /
  const ofTables = plans.filter((plan) => /(decisions|outcomes)/.test(plan) && !plan.includes('task_texts'))
  expect(ofTables.length).toBeGreaterThan(3)
  expect(ofTables.filter((plan) => sortsAll.test(plan))).toEqual([])
})

test('what an agent with very many rows leaves is made anonymous some thousand at a time, of no other agent', async () => {
  await store.execute('UPDATE decisions SET fingerprint = decision_id')
  await store.insertMany(
    'task_texts',
    ['fingerprint', 'task', 'kept_at'],
    ['busy', 'other'].map((agent) => [`${agent.padEnd(8, '0')}-0000-4000-8000-3`, 'Write', at]),
  )
  const sizes: number[] = []
  const transaction: Store['transaction'] = (work) =>
    store.transaction((tx) =>
      work({
        ...explaining(tx, []),
        hold: (names) => tx.hold(names),
        async execute(text, values) {
          const changed = await tx.execute(text, values)
          sizes.push(changed)
          return changed
        },
        async query(text, values) {
          const rows = await tx.query<any>(text, values)
          sizes.push(rows.length)
          return rows
        },
      }),
    )
  const erased = await eraseInParts({ ...store, transaction }, 'busy')
  expect(erased.rows_made_anonymous).toBeGreaterThan(20_000 - 100)
  expect(erased.rows_removed).toBe(1)
  expect(Math.max(...sizes)).toBeLessThan(5010)
  const names = await personalTables(store)
  const rest = await store.transaction((tx) => erasePersonal(tx, names, 'busy'))
  expect(erased.rows_made_anonymous + rest.rows_made_anonymous).toBe(22_000)
  for (const table of ['decisions', 'outcomes']) {
    const counted = await store.query(
      `SELECT agent_identity_id AS agent, COUNT(*) AS n FROM ${table} GROUP BY agent_identity_id ORDER BY agent_identity_id IS NULL`,
    )
    expect(counted).toEqual([
      { agent: 'other', n: 11_000 },
      { agent: null, n: 11_000 },
    ])
  }
  expect(await store.query('SELECT fingerprint FROM task_texts')).toEqual([{ fingerprint: 'other000-0000-4000-8000-3' }])
})

test('an agent is removed without reading the rows of all others', async () => {
  const plans: string[] = []
  const names = await personalTables(store)
  await store.transaction(async (tx) => {
    const db = explaining(tx, plans)
    expect(await forgetVoice(db, 'agent-7')).toEqual([{ kind: 'tool', subject: 'tool-7' }])
    expect(await erasePersonal(db, names, 'agent-7')).toEqual({ rows_removed: 3, rows_made_anonymous: 0 })
    await eraseLate(db, 'agent-7')
  })
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.filter((plan) => readsAll.test(plan))).toEqual([])
})

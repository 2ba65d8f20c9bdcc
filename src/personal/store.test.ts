import { afterAll, beforeAll, expect, test } from 'vitest'
import { testStore } from '../../test/support/harness.ts'
import { forgetVoice } from '../routing/evidence/store.ts'
import { sums } from '../routing/evidence/tally.ts'
import type { Queryable, Store } from '../storage/store.ts'
import { eraseLate, erasePersonal, personalTables, readPersonal } from './store.ts'

const at = '2026-11-11T00:00:00.000Z'
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
  conduct: (i) => ({ voice: `agent-${i}`, network: '', first_at: at, reports: 1, linked: 0 }),
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

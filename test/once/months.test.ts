import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { dump, restoreDump } from '../../src/cli/dump.ts'
import { type Decision, insertDecisions, loadDecisions } from '../../src/routing/decisions/store.ts'
import { dropMonths, makeMonths, monthsFrom, partitions } from '../../src/storage/months.ts'
import type { SqlValue } from '../../src/storage/store.ts'
import { forgetOlder } from '../../src/upkeep.ts'
import { freshDatabase } from '../support/harness.ts'

type PostgresStore = Awaited<ReturnType<typeof openPostgres>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let store: PostgresStore
beforeEach(async () => {
  database = await freshDatabase()
  store = await openPostgres({ url: database.url, connections: 3, onError: () => {} })
})
afterEach(async () => {
  await store.close()
  await database.drop()
})

const decisionAt = (decision_id: string, decided_at: string): Decision => ({
  decision_id,
  agent_identity_id: null,
  kind: 'route',
  approach: 'mcp_server',
  recommended_skill: 'github-mcp-server',
  recommended_model: null,
  tier: 'tool_agent',
  task_type: 'agentic',
  capability: null,
  cluster: 'tool_agent:search',
  propensity: 1,
  explored: 0,
  fingerprint: 'f',
  decided_at,
  linked_at: null,
})
const outcomeColumns = 'outcome_id kind subject network outcome success cluster source evidence reported_at'.split(' ')
const outcomeAt = (id: string, reported_at: string): SqlValue[] => [id, 'tool', 's', '', 'success', 1, 'c', 'report', 1, reported_at]
const placesOf = async (table: string, key: string) =>
  Object.fromEntries(
    (await store.query<{ key: string; place: string }>(`SELECT ${key} AS key, tableoid::regclass::text AS place FROM ${table}`)).map(
      ({ key, place }) => [key, place],
    ),
  )
const namesOf = async (table: string) => (await partitions(store, table)).map(({ name }) => name)

test('rows written before there were months are moved into theirs', async () => {
  const all = readMigrations()
  const until = all.findIndex(({ id }) => id.endsWith('_months'))
  await migrate(store, all.slice(0, until))
  const rows = [
    outcomeAt('old', '2025-03-31T23:59:59.999Z'),
    outcomeAt('next', '2025-04-01T00:00:00.000Z'),
    outcomeAt('odd', '1970-01-01T'),
  ]
  // The key of repeats was a column of the outcomes then.
  await store.insertMany(
    'outcomes',
    [...outcomeColumns, 'repeat_key'],
    rows.map((row) => [...row, String(row[0])]),
  )
  await migrate(store)
  expect(await placesOf('outcomes', 'outcome_id')).toEqual({ old: 'outcomes_2025_03', next: 'outcomes_2025_04', odd: 'outcomes_default' })
  expect(await namesOf('decisions')).toContain('decisions_2025_03')
})

test('months to come are made once, also when several processes try, and rows that were early move into them', async () => {
  await migrate(store)
  const nowMs = Date.parse('2031-12-15T00:00:00.000Z')
  expect(monthsFrom(nowMs)).toEqual(['2031-12', '2032-01', '2032-02'])
  await store.insertMany('outcomes', outcomeColumns, [
    outcomeAt('stray', '2030-06-01T00:00:00.000Z'),
    outcomeAt('first', '2031-12-01T00:00:00.000Z'),
    outcomeAt('odd', '9999-12-31T23:59:59.999Z'),
  ])
  expect(await placesOf('outcomes', 'outcome_id')).toEqual({
    stray: 'outcomes_default',
    first: 'outcomes_default',
    odd: 'outcomes_default',
  })
  const made = await Promise.all([makeMonths(store, nowMs), makeMonths(store, nowMs)])
  expect(made.flat()).toContain('outcomes_2032_02')
  expect(await placesOf('outcomes', 'outcome_id')).toEqual({
    stray: 'outcomes_2030_06',
    first: 'outcomes_2031_12',
    odd: 'outcomes_default',
  })
  expect(await makeMonths(store, nowMs)).toEqual([])
})

test('a month goes when all of it is too old, not before', async () => {
  await migrate(store)
  await makeMonths(store, Date.parse('2020-01-15T00:00:00.000Z'))
  expect(await dropMonths(store, '2020-01-31T23:59:59.999Z')).toEqual([])
  expect(await dropMonths(store, '2020-02-01T00:00:00.000Z')).toEqual(['decisions_2020_01', 'outcomes_2020_01'])
  expect(await namesOf('outcomes')).toEqual(expect.arrayContaining(['outcomes_2020_02', 'outcomes_default']))
})

test('a keyed decision that is tried again in the next month is stored once', async () => {
  await migrate(store)
  const keyed = '00000000-0000-5000-a000-000000000001'
  await insertDecisions(store, [
    decisionAt(keyed, '2026-10-31T23:59:59.000Z'),
    decisionAt('00000000-0000-4000-a000-000000000002', '2026-10-31T23:59:59.000Z'),
  ])
  expect(await insertDecisions(store, [decisionAt(keyed, '2026-11-01T00:00:30.000Z')])).toBe(0)
  expect((await loadDecisions(store, [keyed])).get(keyed)?.decided_at).toBe('2026-10-31T23:59:59.000Z')
})

test('a backup holds the rows of every month once, and brings them back into their months', async () => {
  await migrate(store)
  const rows = ['2024-01', '2024-02', '2024-03'].map((month) => outcomeAt(month, `${month}-10T00:00:00.000Z`))
  await store.insertMany('outcomes', outcomeColumns, rows)
  await makeMonths(store, Date.parse('2024-01-15T00:00:00.000Z'))
  let text = ''
  await dump(store, new Date(0), async (line) => {
    text += line
  })
  const folder = mkdtempSync(join(tmpdir(), 'waymark-months-'))
  writeFileSync(join(folder, 'all.jsonl'), text)
  const second = await freshDatabase()
  const target = await openPostgres({ url: second.url, connections: 2, onError: () => {} })
  await migrate(target)
  await restoreDump(target, join(folder, 'all.jsonl'))
  const found = await target.query<{ place: string }>('SELECT tableoid::regclass::text AS place FROM outcomes ORDER BY reported_at')
  expect(found.map(({ place }) => place)).toEqual(['outcomes_2024_01', 'outcomes_2024_02', 'outcomes_2024_03'])
  await target.close()
  await second.drop()
  rmSync(folder, { recursive: true })
})

test('a month that has become too old while a backup is made is in the backup, and goes after it; nobody waits for the other', async () => {
  await migrate(store)
  const rows = ['2024-01', '2024-02'].map((month) => outcomeAt(month, `${month}-10T00:00:00.000Z`))
  await makeMonths(store, Date.parse('2024-01-15T00:00:00.000Z'))
  await store.insertMany('outcomes', outcomeColumns, rows)
  const cutoff = '2024-03-01T00:00:00.000Z'
  let text = ''
  await dump(store, new Date(0), async (line) => {
    if (text === '') {
      await forgetOlder(store, cutoff)
      expect(await makeMonths(store, Date.parse('2031-01-15T00:00:00.000Z'))).toEqual([])
    }
    text += line
  })
  for (const { 0: id } of rows) expect(text).toContain(`["${id}"`)
  expect(await dropMonths(store, cutoff)).toContain('outcomes_2024_02')
})

test('a month is made while an act holds names', async () => {
  await migrate(store)
  const made = await store.transaction(async (tx) => {
    await tx.hold(['agent:a'])
    return makeMonths(store, Date.parse('2031-01-15T00:00:00Z'))
  })
  expect(made).toContain('decisions_2031_01')
})

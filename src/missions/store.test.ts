import { afterAll, beforeAll, expect, test } from 'vitest'
import { testStore } from '../../test/support/harness.ts'
import type { Queryable, Store } from '../storage/store.ts'
import { claimsHeld, placesOfNetworks, placesTaken } from './store.ts'

const cutoff = '2026-11-11T00:00:00.000Z'
const [before, after] = ['2026-11-10T00:00:00.000Z', '2026-11-12T00:00:00.000Z']
const columns = ['claim_id', 'mission_id', 'agent_identity_id', 'status', 'claimed_at', 'network']
const ranOut = Array.from({ length: 5000 }, (_, i) => [`old-${i}`, `m-${i % 30}`, `agent-${i}`, 'claimed', before, `2001:db8:1:${i}::/64`])
const held = [
  ['open', 'm-1', 'me', 'claimed', after, '2001:db8:1:1::/64'],
  ['done', 'm-2', 'me', 'completed', before, '2001:db8:1:1::/64'],
  ['other', 'm-1', 'you', 'claimed', after, '2001:db8:1:2::/64'],
]

let store: Store
beforeAll(async () => {
  store = await testStore()
  await store.insertMany('mission_claims', columns, [...ranOut, ...held])
  if (store.kind === 'postgres') await store.execute('ANALYZE mission_claims')
})
afterAll(() => store.close())

const questions: [string, (db: Queryable) => Promise<unknown>, unknown][] = [
  [
    'places that are held',
    placesTakenOf,
    [
      ['m-1', 2],
      ['m-2', 1],
    ],
  ],
  ['claims of an agent', async (db) => (await claimsHeld(db, 'me', cutoff)).map(({ claim_id }) => claim_id), ['done', 'open']],
  ['places of a network', (db) => placesOfNetworks(db, '2001:db8:1:1::/64', cutoff), { taken: 1, first: after }],
  ['places of a site', (db) => placesOfNetworks(db, '2001:db8:1:%', cutoff), { taken: 2, first: after }],
]

async function placesTakenOf(db: Queryable) {
  return [...(await placesTaken(db, cutoff))].sort()
}

test.each(questions)('%s are found without reading every claim that ran out', async (_, ask, answer) => {
  const plans: string[] = []
  const explaining: Queryable = {
    ...store,
    async query(text, values) {
      const explain = store.kind === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'
      plans.push(JSON.stringify(await store.query(`${explain} ${text}`, values)))
      return store.query(text, values)
    },
  }
  expect(await ask(explaining)).toEqual(answer)
  expect(plans.join()).toContain('mission_claims_by')
  expect(plans.join()).not.toMatch(/SCAN mission_claims|Seq Scan/)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp, testStore } from '../../test/support/harness.ts'
import { ServiceError } from '../errors.ts'
import type { Store } from '../storage/store.ts'

/** A store in which an act fails while some of its statements are still on their way. */
async function failingStore() {
  const real = await testStore()
  const failing = { isOn: false }
  const store: Store = {
    ...real,
    transaction: (work) =>
      real.transaction((tx) =>
        work({
          hold: (names) => tx.hold(names),
          execute: (text, values) => tx.execute(text, values),
          async query(text, values) {
            const rows = await tx.query<never>(text, values)
            if (failing.isOn && /task_vectors|webhook_url/.test(text)) await sleep(50)
            return rows
          },
          async insertMany(table, ...rest) {
            if (failing.isOn && table === 'outcomes') throw new ServiceError('unavailable', 'The connection was lost.')
            return tx.insertMany(table, ...rest)
          },
        }),
      ),
  }
  return { store, failing }
}

test('an act that fails leaves nothing, also of what it would have sent a moment later', async () => {
  const { store, failing } = await failingStore()
  const app = await testApp({ store })
  const registered = { agent_name: 'with an address', webhook_url: 'https://hooks.example.com/waymark' }
  const { agent_identity_id } = (await app.request('POST', '/api/agents/register', registered)).body
  const { body } = await app.request('POST', '/api/route', { task: 'Open an issue in our GitHub repository', agent_identity_id })
  const { decision_id } = body.routing_metadata
  const rows = (table: string) => store.query(`SELECT * FROM ${table}`)
  await expect.poll(() => rows('task_vectors')).toHaveLength(1)
  const report = () =>
    app.request('POST', '/api/report', { skill_slug: body.recommended_skill, outcome: 'success', agent_identity_id, decision_id })
  failing.isOn = true
  expect((await report()).status).toBe(503)
  await sleep(200)
  expect([await rows('examples'), await rows('webhook_deliveries')]).toEqual([[], []])
  failing.isOn = false
  expect((await report()).status).toBe(200)
  expect([await rows('examples'), await rows('webhook_deliveries')]).toMatchObject([[{}], [{}]])
  await app.close()
})

/** A store in which two acts that read a decision do so before either of them writes, where it lets them. */
async function meetingStore() {
  const real = await testStore()
  const meeting = { isOn: false, arrived: 0, all: Promise.withResolvers<void>() }
  const late = () => sleep(300)
  const store: Store = {
    ...real,
    transaction: (work) =>
      real.transaction((tx) =>
        work({
          hold: (names) => tx.hold(names),
          execute: (text, values) => tx.execute(text, values),
          insertMany: (...given) => tx.insertMany(...given),
          async query(text, values) {
            const rows = await tx.query<never>(text, values)
            if (!meeting.isOn || !/linked_at FROM decisions/.test(text)) return rows
            if (++meeting.arrived === 2) meeting.all.resolve()
            await Promise.race([meeting.all.promise, late()])
            return rows
          },
        }),
      ),
  }
  return { store, meeting }
}

test('two agents that report one decision at the same moment are both answered, and one of them is linked', async () => {
  const { store, meeting } = await meetingStore()
  const app = await testApp({ store })
  const [first, second] = [await app.register(), await app.register()]
  const { decision_id } = (await app.request('POST', '/api/route/model', { task: 'write a limerick about rain' })).body.routing_metadata
  const report = (agent_identity_id: string) =>
    app.request('POST', '/api/report/model', { model_slug: 'gpt-5-mini', outcome_status: 'success', agent_identity_id, decision_id })
  meeting.isOn = true
  const one = report(first)
  await expect.poll(() => meeting.arrived).toBeGreaterThan(0)
  const answers = await Promise.all([one, report(second)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.rewards.decision_bonus).sort()).toEqual(['1.5x', 'none: this decision was already reported'])
  await app.close()
})

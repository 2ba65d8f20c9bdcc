import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { freshDatabase, type TestApp, testApp } from '../support/harness.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: TestApp
let other: TestApp
beforeAll(async () => {
  database = await freshDatabase()
  const open = () => openPostgres({ url: database.url, connections: 3, onError: () => {} })
  const store = await open()
  await migrate(store)
  one = await testApp({ store })
  other = await testApp({ store: await open() })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.drop()
})

test('a decision answered by one process is linked by a report that the other gets right away', async () => {
  const agent_identity_id = await one.register()
  for (let i = 0; i < 10; i++) {
    const asked = await one.request('POST', '/api/route/model', { task: `say hello ${i}`, agent_identity_id })
    const { decision_id } = asked.body.routing_metadata
    const said = { model_slug: 'gpt-5-nano', outcome_status: 'success', decision_id, agent_identity_id }
    expect((await other.request('POST', '/api/report/model', said)).body.rewards.decision_bonus).toBe('1.5x')
  }
  const unknown = { model_slug: 'gpt-5-nano', outcome_status: 'success', decision_id: 'of nobody', agent_identity_id }
  expect((await other.request('POST', '/api/report/model', unknown)).body).toMatchObject({
    accepted: true,
    rewards: { decision_bonus: expect.stringMatching(/^none/) },
  })
})

test('preferences that one process took soon bind the answers of the other', async () => {
  const agent_identity_id = await one.register()
  const providerAtOther = async () =>
    (await other.request('POST', '/api/route/model', { task: 'say hello', agent_identity_id })).body.model_details.provider
  for (let i = 0; i < 20; i++) {
    const provider = i % 2 === 0 ? 'openai' : 'mistral'
    await one.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences: { available_providers: [provider] } })
    await expect.poll(providerAtOther).toBe(provider)
  }
})

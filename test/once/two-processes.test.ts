import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { rebuildEvidence } from '../../src/routing/evidence/rebuild-part.ts'
import { startCutProxy } from '../faults/cut-proxy.ts'
import { freshDatabase, type TestApp, testApp } from '../support/harness.ts'

const secret = 'operator-secret-of-at-least-32-chars'
const operator = { authorization: `Bearer ${secret}` }

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: TestApp
let other: TestApp
beforeAll(async () => {
  database = await freshDatabase()
  const open = () => openPostgres({ url: database.url, connections: 3, onError: () => {} })
  const store = await open()
  await migrate(store)
  const env = { ADMIN_SECRET: secret }
  one = await testApp({ store, env })
  other = await testApp({ store: await open(), env })
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

test('what the operator changes at one process is known to the other about when the answer is there', async () => {
  const rounds = 20
  let unseen = 0
  const expectStatus = async (app: TestApp, path: string, status: number) => {
    if ((await app.request('GET', path)).status !== status) unseen++
  }
  for (let i = 0; i < rounds; i++) {
    const slug = `intranet-${i}`
    await one.request('POST', '/api/admin/catalog', { slug, canonical_name: `Intranet ${i}`, description: 'Searches our pages.' }, operator)
    await expectStatus(other, `/api/skills/${slug}`, 200)
    await one.request('POST', `/api/admin/catalog/${slug}/decide`, { action: 'ban' }, operator)
    await expectStatus(other, `/api/skills/${slug}`, 404)
  }
  // On a busy machine a message may take longer than is waited for.
  expect(unseen).toBeLessThan(rounds / 4)
})

test('a process that was cut off soon knows what the others changed meanwhile, added or taken away', async () => {
  const proxy = await startCutProxy(database.url)
  const cutOff = await testApp({ store: await openPostgres({ url: proxy.url, connections: 3, onError: () => {} }) })
  const agent_identity_id = await one.register()
  const said = { skill_slug: 'exa-mcp-server', outcome: 'success', latency_ms: 100, agent_identity_id }
  expect((await one.request('POST', '/api/report', said)).status).toBe(200)
  const known = async () => {
    const entry = await cutOff.request('GET', '/api/skills/meanwhile')
    const reported = await cutOff.request('GET', '/api/skills/exa-mcp-server')
    return [entry.status, reported.body.skill_scores.evidence_count]
  }
  await expect.poll(known).toEqual([404, 1])
  proxy.cut()
  const added = { slug: 'meanwhile', canonical_name: 'Meanwhile', description: 'Searches our pages.' }
  expect((await one.request('POST', '/api/admin/catalog', added, operator)).status).toBe(200)
  await one.store.execute("DELETE FROM outcomes WHERE subject = 'exa-mcp-server'")
  await rebuildEvidence(one.store, { capLoopback: false })
  expect(await known()).toEqual([404, 1])
  proxy.restore()
  await expect.poll(known).toEqual([200, 0])
  await cutOff.close()
  proxy.close()
})

import { afterEach, expect, test } from 'vitest'
import { rebuildEvidence } from '../src/routing/evidence/rebuild-part.ts'
import { dayMs } from '../src/storage/days.ts'
import { type TestApp, testApp } from './support/harness.ts'
import { readAgain } from './support/read-again.ts'

const tool = 'exa-mcp-server'
const other = 'brave-search-mcp'
let app: TestApp

afterEach(() => app.close())

const report = (body: object) => app.request('POST', '/api/report', { skill_slug: tool, outcome: 'success', ...body })

/** Two agents that have reported for a week ask for one task, follow the answer, and it fails; what did the work instead may be given. */
async function taughtByEstablished(instead?: string) {
  const task = 'Look up what people on the web write about quokkas and their babies'
  const agents = [await app.register(), await app.register()]
  for (let day = 0; day < 8; day++) {
    for (const agent_identity_id of agents) await report({ agent_identity_id, output_quality_rating: 8 })
    app.clock.advance(dayMs)
  }
  const answers = await Promise.all(
    agents.map(async (agent_identity_id) => (await app.request('POST', '/api/route', { task, agent_identity_id })).body),
  )
  const { recommended_skill } = answers[0]
  for (const [i, { routing_metadata }] of answers.entries()) {
    const linked = { agent_identity_id: agents[i], decision_id: routing_metadata.decision_id }
    await report({ skill_slug: recommended_skill, ...linked, outcome: 'failure', output_quality_rating: 1 })
    if (instead) await report({ skill_slug: instead, ...linked, output_quality_rating: 9 })
  }
  return { task, agents, recommended_skill }
}

test('a report on a followed recommendation teaches the router the wording of the task, and its text is kept nowhere', async () => {
  app = await testApp()
  const { recommended_skill } = await taughtByEstablished()
  const alike = 'Look up what the web has to say about quokkas and babies of theirs'
  const { pulls } = (await readAgain(app)).evidence.taught!(alike)
  expect(pulls.get(recommended_skill)).toBeLessThan(0)
  const rows = await app.store.query('SELECT * FROM examples')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify([rows, await app.store.query('SELECT * FROM task_vectors')])).not.toContain('quokka')
  await rebuildEvidence(app.store, { capLoopback: false })
  expect([...(await readAgain(app)).evidence.taught!(alike).pulls]).toEqual([...pulls])
})

test('reports on offered alternatives teach too, once for each decision, and only by the agent that asked', async () => {
  app = await testApp()
  const [agent_identity_id, stranger] = [await app.register(), await app.register()]
  const asked = { task: 'Search the web for quokka news', agent_identity_id }
  const { recommended_skill, alternatives, routing_metadata } = (await app.request('POST', '/api/route', asked)).body
  const { decision_id } = routing_metadata
  const said = (skill_slug: string, agent: string, outcome: string) =>
    report({ skill_slug, agent_identity_id: agent, decision_id, outcome }).then(({ body }) => body.decision)
  expect(await said(recommended_skill, agent_identity_id, 'failure')).toBe('linked')
  expect(await said(alternatives[0], agent_identity_id, 'success')).toBe('used')
  expect(await said(alternatives[0], agent_identity_id, 'failure')).toBe('used')
  expect(await said(alternatives[1], stranger, 'success')).toBe('foreign')
  const rows = await app.store.query<{ subject: string; value: number }>('SELECT subject, value FROM examples ORDER BY value')
  expect(rows.map(({ subject, value }) => [subject, value])).toEqual([
    [recommended_skill, 0],
    [alternatives[0], 1],
  ])
  const linked = await app.store.query('SELECT outcome_id FROM outcomes WHERE decision_id IS NOT NULL')
  expect(linked).toHaveLength(1)
})

test('what did the work instead of what was offered teaches too; where it failed it does not', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  const asked = { task: 'Search the web for quokka news', agent_identity_id }
  const { recommended_skill, alternatives, fallback, routing_metadata } = (await app.request('POST', '/api/route', asked)).body
  const named = new Set([recommended_skill, ...alternatives, fallback])
  const [failing, working] = [tool, other, 'snowflake-mcp', 'redis-mcp'].filter((slug) => !named.has(slug))
  const linked = { agent_identity_id, decision_id: routing_metadata.decision_id }
  await report({ skill_slug: failing, ...linked, outcome: 'failure' })
  expect(await app.store.query('SELECT * FROM examples')).toEqual([])
  await report({ skill_slug: working, ...linked })
  expect(await app.store.query('SELECT subject, value, first_at FROM examples')).toEqual([{ subject: working, value: 1, first_at: 0 }])
})

test('what did the work where nothing was offered teaches too', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  const asked = { task: 'Book two seats in FlimFlamo for Friday', agent_identity_id }
  const { approach, recommended_skill, routing_metadata } = (await app.request('POST', '/api/route', asked)).body
  expect([approach, recommended_skill]).toEqual(['mcp_server', null])
  await report({ skill_slug: other, agent_identity_id, decision_id: routing_metadata.decision_id })
  expect(await app.store.query('SELECT subject, value FROM examples')).toEqual([{ subject: other, value: 1 }])
})

test('what was learned of the wording of tasks for a tool does not outlive its definition', async () => {
  const secret = 'operator-secret-of-at-least-32-chars'
  app = await testApp({ env: { ADMIN_SECRET: secret } })
  const define = (description: string) => {
    const servers = [{ slug: 'ledger-audit', name: 'ledger-audit', description, repo_url: 'https://github.com/ledger/audit' }]
    return app.request('POST', '/api/admin/catalog/import', { source: 'test', servers }, { authorization: `Bearer ${secret}` })
  }
  await define('Audits ledgers.')
  const { task } = await taughtByEstablished('ledger-audit')
  const pulls = async () => (await readAgain(app)).evidence.taught!(task).pulls
  expect((await pulls()).get('ledger-audit')).toBeGreaterThan(0)
  app.clock.advance(dayMs)
  await define('Sells tickets.')
  expect((await pulls()).has('ledger-audit')).toBe(false)
})

test('what a deleted agent taught counts in running processes as it does after a restart', async () => {
  app = await testApp()
  const { task, agents } = await taughtByEstablished()
  const running = await readAgain(app)
  const pulls = ({ evidence }: typeof running) => [...evidence.taught!(task).pulls]
  expect(pulls(running)).toHaveLength(1)
  const [gone] = agents
  await app.request('DELETE', `/api/agents/${gone}`, undefined, { authorization: `Bearer ${gone}` })
  const restarted = await readAgain(app)
  await expect.poll(() => running.book.conductOf(gone!)).toBeUndefined()
  expect(pulls(running)).toEqual(pulls(restarted))
  expect(pulls(restarted)).toHaveLength(0)
  await running.close()
  await restarted.close()
})

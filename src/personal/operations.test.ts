import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, testStore } from '../../test/support/harness.ts'
import { challenges } from '../challenges/rules.ts'
import { missions } from '../missions/rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('export gives every row, delete leaves nothing that names the agent', async () => {
  const id = await app.register('leaving-agent')
  const bearer = { authorization: `Bearer ${id}` }
  await app.request(
    'POST',
    '/api/report',
    { skill_slug: 'github-mcp-server', outcome: 'success', agent_identity_id: id },
    { 'idempotency-key': 'leaving' },
  )
  expect((await app.request('GET', `/api/agents/${id}/export`)).status).toBe(401)
  const { body } = await app.request('GET', `/api/agents/${id}/export`, undefined, bearer)
  expect(body.records).toMatchObject({
    agents: [{ agent_name: 'leaving-agent' }],
    outcomes: [{ outcome: 'success' }],
    ledger: [{}],
    balances: [{}],
  })
  expect((await app.request('DELETE', `/api/agents/${id}`)).status).toBe(401)
  const gone = await app.request('DELETE', `/api/agents/${id}`, undefined, bearer)
  expect(gone.body).toMatchObject({ deleted: true, rows_made_anonymous: 1 })
  expect((await app.request('GET', `/api/agent/status?agent_identity_id=${id}`)).status).toBe(404)
  const [left] = await app.store.query<{ n: number }>("SELECT COUNT(*) AS n FROM outcomes WHERE agent_identity_id IS NULL AND network = ''")
  expect(left?.n).toBe(1)
  expect(await app.register('leaving-agent')).not.toBe(id)
})

test('export gives what evidence and kept tasks hold of an agent, and more rows than one answer takes in parts', async () => {
  const keeping = await testApp({ env: { KEEP_TASK_TEXT: 'on' } })
  const agent_identity_id = await keeping.register()
  const part = async (query = '') => {
    const bearer = { authorization: `Bearer ${agent_identity_id}` }
    return (await keeping.request('GET', `/api/agents/${agent_identity_id}/export${query}`, undefined, bearer)).body
  }
  await keeping.request('POST', '/api/route', { task: 'Refund Mr Miller in Stripe', agent_identity_id })
  for (const batch of Array(11).keys()) {
    const runs = Array.from({ length: 500 }, (_, i) => ({ outcome: 'success', task_fingerprint: `${batch}-${i}` }))
    const sent = { contribution_type: 'run_telemetry', skill_slug: 'github-mcp-server', agent_identity_id, runs }
    expect((await keeping.request('POST', '/api/contributions', sent)).status).toBe(200)
  }
  const before = await keeping.store.query<{ outcome_id: string }>('SELECT outcome_id FROM outcomes')
  const first = await part()
  expect(first).toMatchObject({ truncated: ['outcomes'], next_cursor: expect.any(String) })
  expect(first.records).toMatchObject({
    voices: [{ voice: agent_identity_id, subject: 'github-mcp-server' }],
    conduct: [{ voice: agent_identity_id }],
    conduct_days: [{ voice: agent_identity_id }],
    task_texts: [{ task: 'Refund Mr Miller in Stripe' }],
  })
  // Ids are random, so what comes between two parts comes in anywhere.
  const runs = Array.from({ length: 500 }, (_, i) => ({ outcome: 'success', task_fingerprint: `between-${i}` }))
  await keeping.request('POST', '/api/contributions', {
    contribution_type: 'run_telemetry',
    skill_slug: 'github-mcp-server',
    agent_identity_id,
    runs,
  })
  const rest = await part(`?cursor=${first.next_cursor}`)
  expect(rest).toMatchObject({ truncated: [], next_cursor: null })
  expect(Object.keys(rest.records)).toEqual(['outcomes'])
  const seen = [...first.records.outcomes, ...rest.records.outcomes].map(({ outcome_id }) => outcome_id)
  expect(new Set(seen).size).toBe(seen.length)
  expect(before.filter(({ outcome_id }) => !seen.includes(outcome_id))).toEqual([])
  await keeping.close()
})

test('400 for a cursor that no answer gave', async () => {
  const id = await app.register()
  const cursorOf = (places: unknown) => Buffer.from(JSON.stringify(places)).toString('base64url')
  for (const cursor of [
    'x',
    '%00',
    cursorOf({ outcomes: ['one'] }),
    cursorOf({ jobs: ['x'] }),
    cursorOf({ agents: ['\0'] }),
    cursorOf([]),
  ]) {
    const asked = await app.request('GET', `/api/agents/${id}/export?cursor=${cursor}`, undefined, { authorization: `Bearer ${id}` })
    expect([cursor, asked.status, asked.body.details?.[0]?.path]).toEqual([cursor, 400, 'cursor'])
  }
})

test('the submissions of a challenge are counted as they come, and no more once their agent has left', async () => {
  const [leaving, staying] = [await app.register(), await app.register()]
  const { slug } = challenges[5]!
  const submit = (agent_identity_id: string) =>
    app.request('POST', '/api/challenges/submit', { challenge_slug: slug, agent_identity_id, completeness_score: 8, quality_score: 8 })
  const counted = async () =>
    (await app.request('GET', '/api/challenges?limit=100')).body.challenges.find((shown: { slug: string }) => shown.slug === slug)
      .submission_count
  const before = await counted()
  for (const id of [leaving, leaving, staying]) expect((await submit(id)).status).toBe(200)
  expect(await counted()).toBe(before + 3)
  await app.request('DELETE', `/api/agents/${leaving}`, undefined, { authorization: `Bearer ${leaving}` })
  expect(await counted()).toBe(before + 1)
})

test('a deleted agent stays neither in answers kept for a retry, nor in what it sent before it registered, nor in kept tasks', async () => {
  const secret = 'operator-secret-of-at-least-32-chars'
  const operator = { authorization: `Bearer ${secret}` }
  const keeping = await testApp({ env: { KEEP_TASK_TEXT: 'on', ADMIN_SECRET: secret } })
  const agent_name = 'Léa of the north'
  const post = (path: string, body: object) => keeping.request('POST', path, body, { 'idempotency-key': path, ...operator })
  const run = { contribution_type: 'run_telemetry', skill_slug: 'github-mcp-server', runs: [{ outcome: 'success' }] }
  await post('/api/contributions', { ...run, agent_name })
  const agent_identity_id = await keeping.register(agent_name)
  await post('/api/verify/initiate', { agent_name })
  await post('/api/verify', { agent_name, x_handle: '@lea_north' })
  const [request] = await keeping.store.query<{ verification_id: string }>('SELECT verification_id FROM verifications')
  expect((await post(`/api/admin/verifications/${request?.verification_id}/approve`, {})).status).toBe(200)
  await post('/api/route', { task: 'Refund Mr Miller in Stripe', agent_identity_id })
  await post('/api/route/model', { task: 'Refund Mrs Smith in Stripe' })
  await keeping.request('DELETE', `/api/agents/${agent_identity_id}`, undefined, { authorization: `Bearer ${agent_identity_id}` })
  const rows = await Promise.all(
    ['idempotent_answers', 'contributions', 'verifications'].map((table) => keeping.store.query(`SELECT * FROM ${table}`)),
  )
  for (const word of [agent_name, agent_identity_id, 'lea_north']) expect(JSON.stringify(rows)).not.toContain(word)
  const kept = await keeping.store.query<{ task: string }>('SELECT task FROM task_texts')
  expect(kept.map(({ task }) => task)).not.toContain('Refund Mr Miller in Stripe')
  await keeping.close()
})

test('404 for a retry after its agent was deleted: none of its answers is kept, however it named the agent', async () => {
  const own = await testApp()
  const agent_name = 'gone with its keys'
  const agent_identity_id = await own.register(agent_name)
  const claim = await own.request('POST', '/api/missions/claim', { mission_id: missions[0]!.id, agent_identity_id })
  const results = [{ skill_slug: 'firecrawl-mcp', outcome_status: 'success' }]
  const tool = { skill_slug: 'github-mcp-server', outcome: 'success' }
  const calls: [string, object, number][] = [
    ['/api/report', { ...tool, agent_identity_id }, 404],
    ['/api/report/model', { model_slug: 'gpt-5-mini', outcome_status: 'success', agent_identity_id }, 404],
    ['/api/route', { task: 'Refund a payment in Stripe', agent_identity_id: ` ${agent_identity_id} ` }, 404],
    ['/api/missions/complete', { claim_id: claim.body.claim_id, results }, 404],
    ['/api/contributions', { contribution_type: 'run_telemetry', skill_slug: tool.skill_slug, runs: [tool], agent_name }, 200],
  ]
  const send = ([path, body]: (typeof calls)[number]) => own.request('POST', path, body, { 'idempotency-key': 'gone' })
  const keys = async () => (await own.store.query<{ n: number }>('SELECT COUNT(*) AS n FROM idempotent_answers'))[0]?.n
  const before = await keys()
  for (const one of calls) expect([one[0], (await send(one)).status]).toEqual([one[0], 200])
  await own.request('DELETE', `/api/agents/${agent_identity_id}`, undefined, { authorization: `Bearer ${agent_identity_id}` })
  expect(await keys()).toBe(before)
  own.clock.advance(1000)
  for (const one of calls) expect([one[0], (await send(one)).status]).toEqual([one[0], one[2]])
  await own.close()
})

test('of several deletions at once one removes the agent, and the others find none', async () => {
  const id = await app.register('twice')
  const remove = () => app.request('DELETE', `/api/agents/${id}`, undefined, { authorization: `Bearer ${id}` })
  const answers = await Promise.all(Array.from({ length: 5 }, remove))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
})

test('a decision that still waits to be written does not outlive its agent', async () => {
  const id = await app.register()
  await app.request('POST', '/api/route', { task: 'write a limerick about hail', agent_identity_id: id })
  const gone = await app.request('DELETE', `/api/agents/${id}`, undefined, { authorization: `Bearer ${id}` })
  expect(gone.body).toMatchObject({ deleted: true, rows_made_anonymous: 1 })
})

test('what is asked and claimed while an agent is deleted names it nowhere', async () => {
  const own = await testApp({ env: { KEEP_TASK_TEXT: 'on' } })
  const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => own.register(`leaving in a hurry ${i}`)))
  const leave = async (agent_identity_id: string, i: number) => {
    const ask = () => own.request('POST', '/api/route', { task: `Refund Mr Miller ${i} in Stripe`, agent_identity_id })
    const claim = () => own.request('POST', '/api/missions/claim', { mission_id: missions[i % 4]!.id, agent_identity_id })
    const verify = () => own.request('POST', '/api/verify', { agent_name: `leaving in a hurry ${i}`, x_handle: 'hurry' })
    const gone = own.request('DELETE', `/api/agents/${agent_identity_id}`, undefined, { authorization: `Bearer ${agent_identity_id}` })
    const answers = await Promise.all([ask(), claim(), verify(), gone, ask(), claim(), verify()])
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([])
    return [answers[0], answers[4]].filter((asked) => asked?.status === 200).length
  }
  let asked = 0
  for (const [i, id] of ids.entries()) asked += await leave(id, i)
  const rows = (table: string) => own.store.query(`SELECT * FROM ${table}`)
  await expect.poll(async () => (await rows('decisions')).length).toBe(asked)
  const left = await Promise.all(['decisions', 'mission_claims', 'verifications', 'task_texts'].map(rows))
  expect(left.slice(1)).toEqual([[], [], []])
  for (const id of ids) expect(JSON.stringify(left)).not.toContain(id)
  await own.close()
})

test('an answer that is about to be kept while its agent is deleted is not kept', async () => {
  const real = await testStore()
  let beforeKeeping = async () => {}
  const execute: typeof real.execute = async (text, values) => {
    if (text.startsWith('UPDATE idempotent_answers SET answer')) await beforeKeeping()
    return real.execute(text, values)
  }
  const own = await testApp({ store: { ...real, execute } })
  const leave = (id: string) => own.request('DELETE', `/api/agents/${id}`, undefined, { authorization: `Bearer ${id}` })
  const send = (path: string, body: object) => own.request('POST', path, body, { 'idempotency-key': 'late' })
  const agent_name = 'leaves early'
  for (const path of ['/api/report', '/api/report/model', '/api/route', '/api/verify/initiate']) {
    const id = await own.register(agent_name)
    beforeKeeping = async () => void (await leave(id))
    const who = path === '/api/verify/initiate' ? { agent_name } : { agent_identity_id: id }
    const body = {
      task: 'say hello',
      skill_slug: 'github-mcp-server',
      model_slug: 'm',
      outcome: 'success',
      outcome_status: 'success',
      ...who,
    }
    expect((await send(path, body)).status).toBe(200)
    expect(await real.query('SELECT * FROM idempotent_answers')).toEqual([])
  }
  await own.close()
})

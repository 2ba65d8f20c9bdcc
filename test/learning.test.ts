import { afterEach, expect, test, vi } from 'vitest'
import { migrate } from '../src/adapters/migrate.ts'
import { openPostgres } from '../src/adapters/postgres.ts'
import { readSeed } from '../src/adapters/seed.ts'
import { usualTask } from '../src/adapters/weights.ts'
import { agentsChanged } from '../src/agents/directory.ts'
import { openCatalog } from '../src/catalog/snapshot.ts'
import { compare } from '../src/cli/commands/replay.ts'
import { newcomerWeight, weightOf } from '../src/routing/evidence/conduct.ts'
import { loggedDecisions } from '../src/routing/evidence/logged-store.ts'
import { openLearning } from '../src/routing/evidence/part.ts'
import { rebuildEvidence } from '../src/routing/evidence/rebuild-part.ts'
import type { Outcome } from '../src/routing/evidence-sink.ts'
import { dayMs, minuteMs } from '../src/storage/days.ts'
import { freshDatabase, openIndex, type TestApp, testApp } from './support/harness.ts'
import { readAgain, sketch } from './support/read-again.ts'

const tool = 'exa-mcp-server'
const other = 'brave-search-mcp'
let app: TestApp

afterEach(() => app.close())

const scoresOf = async (slug = tool) => (await app.request('GET', `/api/skills/${slug}`)).body.skill_scores
const report = (body: object) => app.request('POST', '/api/report', { skill_slug: tool, outcome: 'success', ...body })

test('a report immediately moves the scores of a tool and what routing knows about it', async () => {
  app = await testApp()
  const before = await scoresOf()
  expect(before).toMatchObject({ is_prior: true, evidence_count: 0 })
  const agent_identity_id = await app.register()
  for (const quality of [9.5, 9.6, 9.7]) await report({ agent_identity_id, output_quality_rating: quality, latency_ms: 150 })
  const after = await scoresOf()
  expect(after).toMatchObject({ is_prior: false, evidence_count: 3 })
  expect(after.output_quality).toBeGreaterThan(before.output_quality)
  const { reasons } = (await app.request('POST', '/api/route', { task: 'Search the web with Exa for news on batteries' })).body
    .routing_metadata
  expect(reasons).toContain('tool_reports_considered')
})

test('evidence rebuilt from the outcomes equals the evidence in the store and in memory', async () => {
  app = await testApp()
  const agents = await Promise.all(Array.from({ length: 4 }, () => app.register()))
  for (let day = 0; day < 3; day++) {
    for (const [i, agent_identity_id] of agents.entries()) {
      for (const skill_slug of [tool, other]) {
        const outcome = (day + i) % 3 === 0 ? 'failure' : 'success'
        await report({
          skill_slug,
          agent_identity_id,
          outcome,
          output_quality_rating: 3 + i + day,
          latency_ms: 100 * (i + 1),
          cost_usd: 0.01,
        })
      }
    }
    await report({ outcome: 'failure' })
    app.clock.advance(dayMs)
  }
  const inMemory = [await scoresOf(), await scoresOf(other)]
  const stored = await readAgain(app)
  const nowMs = app.clock.now.getTime()
  const estimates = (book: typeof stored.book) => [tool, other].map((slug) => book.overall('tool', slug, nowMs))
  const beforeRebuild = estimates(stored.book)
  const conduct = stored.book.conductOf(agents[0]!)
  expect(conduct).toMatchObject({ days: 3, anonymous: false, shadow: false })
  const reportsStored = () => app.store.query('SELECT subject, reports FROM voices WHERE voice = $1 ORDER BY subject', [agents[0]!])
  const reportsBefore = await reportsStored()
  expect(reportsBefore).toHaveLength(2)
  expect(await rebuildEvidence(app.store, { capLoopback: false })).toBe(27)
  const rebuilt = await readAgain(app)
  expect(rebuilt.book.conductOf(agents[0]!)).toEqual(conduct)
  expect(await reportsStored()).toEqual(reportsBefore)
  for (const [i, seen] of estimates(rebuilt.book).entries()) {
    expect(seen!.reports).toBe(beforeRebuild[i]!.reports)
    for (const name of ['success', 'quality', 'latency', 'cost'] as const) {
      expect(seen![name].mean).toBeCloseTo(beforeRebuild[i]![name].mean, 9)
      expect(seen![name].weight).toBeCloseTo(beforeRebuild[i]![name].weight, 9)
    }
  }
  stored.close()
  rebuilt.close()
  expect([await scoresOf(), await scoresOf(other)]).toEqual(inMemory)
})

test('reports that come in during a rebuild of the evidence count once', async () => {
  app = await testApp()
  const agents = await Promise.all(Array.from({ length: 60 }, () => app.register()))
  let isReporting = true
  const rebuilding = (async () => {
    while (isReporting) await rebuildEvidence(app.store, { capLoopback: false })
  })()
  for (let from = 0; from < agents.length; from += 4) {
    await Promise.all(agents.slice(from, from + 4).map((agent_identity_id) => report({ agent_identity_id, latency_ms: 200 })))
  }
  isReporting = false
  await rebuilding
  const stored = await readAgain(app)
  expect(stored.book.overall('tool', tool, app.clock.now.getTime())!.reports).toBe(agents.length)
  await stored.close()
})

test('days are counted over a restart', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  await report({ agent_identity_id })
  const restarted = await readAgain(app)
  expect(restarted.book.conductOf(agent_identity_id)).toMatchObject({ days: 1, last_day: '2026-11-02' })
  restarted.close()
})

test('an identity that was kept for a month before it reports is as new as any other', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  app.clock.advance(30 * dayMs - (app.clock.now.getTime() % dayMs) - minuteMs)
  for (let i = 0; i < 12; i++) {
    if (i === 6) app.clock.advance(2 * minuteMs)
    const { body } = await app.request('POST', '/api/route', { task: `Search the web for news on batteries ${i}`, agent_identity_id })
    await report({ agent_identity_id, latency_ms: i + 1, decision_id: body.routing_metadata.decision_id })
  }
  expect((await app.request('GET', `/api/skills/${tool}/history`)).body.evidence_mix).toMatchObject({ established: 0, newcomers: 1 })
  const restarted = await readAgain(app)
  const conduct = restarted.book.conductOf(agent_identity_id)!
  expect(conduct).toMatchObject({ days: 2, linked: 12 })
  expect(weightOf(conduct, app.clock.now.getTime())).toBeCloseTo(newcomerWeight, 2)
  restarted.close()
})

test('the history of a tool has a point a day and says who reported', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  await report({ agent_identity_id, output_quality_rating: 9, latency_ms: 200 })
  await report({ output_quality_rating: 8 })
  const { body } = await app.request('GET', `/api/skills/${tool}/history`)
  expect(body.points).toHaveLength(1)
  expect(body.points[0]).toMatchObject({ day: '2026-11-02', evidence_count: 2, success_rate: 1 })
  expect(body.points[0].latency_ms).toBeCloseTo(200)
  expect(body.evidence_mix).toEqual({ established: 0, newcomers: 1, anonymous: 1 })
  const learned = await readAgain(app)
  expect(await learned.writeDay()).toBe(1)
  learned.close()
  app.clock.advance(dayMs)
  await report({ agent_identity_id, outcome: 'failure', output_quality_rating: 1 })
  const later = (await app.request('GET', `/api/skills/${tool}/history`)).body
  expect(later.points.map(({ day }: { day: string }) => day)).toEqual(['2026-11-02', '2026-11-03'])
  expect(String(later.points[1].success_rate)).toMatch(/^0\.\d{1,4}$/)
  expect((await app.request('GET', `/api/skills/${tool}/history?days=1`)).body.points).toEqual([later.points[1]])
  expect((await app.request('GET', '/api/skills/no-such-tool/history')).status).toBe(404)
  expect((await app.request('GET', '/api/skills/%20/history')).status).toBe(400)
})

test('a shadow agent moves nothing', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  await app.store.execute('UPDATE agents SET trust_score = 5 WHERE agent_identity_id = $1', [agent_identity_id])
  const before = await scoresOf()
  for (let i = 0; i < 5; i++) await report({ agent_identity_id, outcome: 'failure', output_quality_rating: i / 2, latency_ms: 1000 + i })
  expect(await scoresOf()).toEqual(before)
})

test('an agent that leaves the shadow tier by the operator is heard without another report', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  await app.store.execute('UPDATE agents SET trust_score = 5 WHERE agent_identity_id = $1', [agent_identity_id])
  const before = await scoresOf()
  await report({ agent_identity_id, outcome: 'failure', output_quality_rating: 1, latency_ms: 1000 })
  await app.store.execute('UPDATE agents SET trust_score = 50 WHERE agent_identity_id = $1', [agent_identity_id])
  await app.store.notify(agentsChanged, agent_identity_id)
  await vi.waitFor(async () => expect(await scoresOf()).not.toEqual(before), 10_000)
})

test('a tool whose definition changed keeps little of what was said before', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  for (const rating of [9.4, 9.5, 9.6]) await report({ agent_identity_id, output_quality_rating: rating })
  const store = app.store
  const seed = readSeed()
  const catalog = await openCatalog({ store, seed, openIndex, ownOnly: false })
  const redefined = {
    ...catalog,
    find: (slug: string) => {
      const entry = catalog.find(slug)
      return entry && slug === tool ? { ...entry, defined_at: '2026-11-02T12:00:00.000Z' } : entry
    },
  }
  const nowMs = () => app.clock.now.getTime() + dayMs
  const learned = await openLearning({
    store,
    catalog: redefined,
    nowMs,
    capLoopback: false,
    sketch,
    usual: usualTask(),
    onError: () => {},
  })
  const same = await openLearning({ store, catalog, nowMs, capLoopback: false, sketch, usual: usualTask(), onError: () => {} })
  const weight = ({ book }: typeof learned) => book.overall('tool', tool, nowMs())!.quality.weight
  expect(weight(learned)).toBeLessThan(0.4 * weight(same))
  learned.close()
  same.close()
})

test('after a changed definition the evidence is still a whole number of reports, and the day is written', async () => {
  const secret = 'operator-secret-of-at-least-32-chars'
  app = await testApp({ env: { ADMIN_SECRET: secret } })
  const define = (description: string) => {
    const servers = [{ slug: 'quokka-census', name: 'quokka-census', description, repo_url: 'https://github.com/quokka/census' }]
    return app.request('POST', '/api/admin/catalog/import', { source: 'test', servers }, { authorization: `Bearer ${secret}` })
  }
  expect((await define('Counts quokkas by island.')).body).toMatchObject({ added: 1 })
  const skill_slug = 'quokka-census'
  for (const latency_ms of [100, 200, 300]) expect((await report({ skill_slug, latency_ms })).status).toBe(200)
  app.clock.advance(dayMs)
  expect((await define('Counts quokkas and sells tickets.')).body).toMatchObject({ changed: 1 })
  expect(await scoresOf(skill_slug)).toMatchObject({ evidence_count: 1, is_prior: false })
  const { status, body } = await app.request('GET', `/api/skills/${skill_slug}/history`)
  expect([status, body.points.at(-1)?.evidence_count]).toEqual([200, 1])
  const learned = await readAgain(app)
  expect(await learned.writeDay()).toBe(1)
  await learned.close()
})

test.runIf(process.env.WAYMARK_TEST_STORE === 'postgres')('a second process on the same PostgreSQL sees a report', async () => {
  const database = await freshDatabase()
  const open = async () => {
    const store = await openPostgres({ url: database.url, connections: 4, onError: () => {} })
    await migrate(store)
    return store
  }
  app = await testApp({ store: await open() })
  const second = await testApp({ store: await open() })
  const seenBySecond = async () => (await second.request('GET', `/api/skills/${tool}`)).body.skill_scores.evidence_count
  expect(await seenBySecond()).toBe(0)
  await report({ output_quality_rating: 9 })
  await expect.poll(seenBySecond).toBe(1)
  await second.close()
})

test('what was written while messages were lost is read once the connection is back', async () => {
  app = await testApp()
  const listening = await readAgain(app)
  const silent = await readAgain(app)
  const outcome: Outcome = {
    outcome_id: 'unannounced',
    kind: 'tool',
    subject: tool,
    agent_identity_id: null,
    network: '203.0.113.4',
    outcome: 'success',
    success: 1,
    quality: 9,
    latency_ms: null,
    cost_usd: null,
    input_tokens: null,
    output_tokens: null,
    decision_id: null,
    cluster: 'tool_agent:web-search',
    source: 'report',
    evidence: 1,
    reported_at: app.clock.now.toISOString(),
  }
  await app.store.transaction((tx) => silent.sink.accept(tx, [{ outcome, standing: null }]))
  const seen = () => listening.book.overall('tool', tool, app.clock.now.getTime())?.reports ?? 0
  expect(seen()).toBe(0)
  await app.store.notify('waymark_evidence', '')
  await expect.poll(seen).toBe(1)
  await listening.close()
  await silent.close()
})

test('policies are compared on the installation’s own decisions', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  for (let i = 0; i < 24; i++) {
    const asked = { task: `Write a haiku about the number ${i}`, agent_identity_id }
    const { model_details, routing_metadata } = (await app.request('POST', '/api/route/model', asked)).body
    const outcome = { model_slug: model_details.slug, outcome_status: i % 4 === 0 ? 'failure' : 'success', latency_ms: 500 + i }
    await app.request('POST', '/api/report/model', { ...outcome, agent_identity_id, decision_id: routing_metadata.decision_id })
    app.clock.advance(1000)
  }
  const { log, isCut } = await loggedDecisions(app.store, 'model')
  expect([log.length, isCut]).toEqual([24, false])
  expect(await loggedDecisions(app.store, 'model', 10)).toEqual({ log: log.slice(-10), isCut: true })
  const [same] = compare(log)
  expect(same).toMatchObject({ policy: 'as logged', coverage: 1 })
  expect(same!.ips).toBeCloseTo(0.75, 9)
})

test('the model of an answer whose tool was a trial was no trial', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  const asked = { task: 'Search the web for quokka news', agent_identity_id }
  const { recommended_model, routing_metadata } = (await app.request('POST', '/api/route', asked)).body
  const reported = { model_slug: recommended_model.slug, outcome_status: 'success', decision_id: routing_metadata.decision_id }
  expect((await app.request('POST', '/api/report/model', { ...reported, agent_identity_id })).body.rewards.decision_bonus).toBe('1.5x')
  await app.store.execute('UPDATE decisions SET propensity = 0.02, explored = 1')
  expect((await loggedDecisions(app.store, 'model')).log).toMatchObject([{ action: recommended_model.slug, propensity: 1 }])
})

test('what a deleted agent said counts on without its name', async () => {
  app = await testApp()
  const agent_identity_id = await app.register()
  for (const rating of [8, 9]) await report({ agent_identity_id, output_quality_rating: rating })
  const gone = await app.request('DELETE', `/api/agents/${agent_identity_id}`, undefined, { authorization: `Bearer ${agent_identity_id}` })
  expect(gone.status).toBe(200)
  expect(await scoresOf()).toMatchObject({ evidence_count: 2, is_prior: false })
  for (const table of ['voices', 'conduct', 'conduct_days', 'examples']) {
    expect(JSON.stringify(await app.store.query(`SELECT * FROM ${table}`))).not.toContain(agent_identity_id)
  }
  const kept = await readAgain(app)
  await rebuildEvidence(app.store, { capLoopback: false })
  const rebuilt = await readAgain(app)
  const nowMs = app.clock.now.getTime()
  expect(rebuilt.book.overall('tool', tool, nowMs)!.quality.mean).toBeCloseTo(kept.book.overall('tool', tool, nowMs)!.quality.mean, 9)
  await kept.close()
  await rebuilt.close()
})

test('a deletion reads again only what the agent spoke on, and nothing for one that said nothing', async () => {
  app = await testApp()
  const [speaker, silent] = [await app.register(), await app.register()]
  await report({ agent_identity_id: speaker })
  await report({ skill_slug: other, agent_identity_id: await app.register() })
  const learned = await readAgain(app)
  const forget = (agent: string) => app.store.transaction((tx) => learned.forgetAgent(tx, agent))
  expect(await forget(silent!)).toEqual([])
  const spokenOn = await forget(speaker!)
  expect(spokenOn).toEqual([{ kind: 'tool', subject: tool }])
  await learned.agentForgotten(speaker!, spokenOn)
  expect(learned.book.overall('tool', tool, app.clock.now.getTime())).toMatchObject({ mix: { newcomers: 0, anonymous: 1 } })
  await learned.close()
})

test('the name of a model says nothing to the other processes but that it was reported on', async () => {
  app = await testApp()
  const victim = await app.register()
  await report({ agent_identity_id: victim })
  const running = await readAgain(app)
  // Beyond ASCII, so that as many as fill a message are longer in bytes than in letters.
  const names = [`made-up\nvoice:${victim}`, ...Array.from({ length: 70 }, (_, i) => `${'模'.repeat(100)}${i}`)]
  await Promise.all(names.map((model_slug) => app.request('POST', '/api/report/model', { model_slug, outcome_status: 'success' })))
  await expect.poll(() => new Set(running.book.subjects('model')), { timeout: 5000 }).toEqual(new Set(names))
  expect(running.book.conductOf(victim)).toBeDefined()
  await running.close()
})

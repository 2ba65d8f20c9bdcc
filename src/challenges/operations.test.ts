import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { dailyCaps } from '../credits/rules.ts'
import { challenges } from './rules.ts'
import { categories, difficulties } from './schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const challenge = challenges.find(({ slug }) => slug === 'competitor-sheet')!
const atPar = {
  challenge_slug: challenge.slug,
  tools_used: [{ skill_slug: 'firecrawl-mcp', purpose: 'read pages' }, { skill_slug: 'no-such-tool' }, { skill_slug: 'firecrawl-mcp' }],
  steps_taken: challenge.par.steps,
  total_latency_ms: challenge.par.minutes * 60_000,
  total_cost_usd: challenge.par.usd,
  deliverable_summary: 'done',
}
const submit = (body: object, headers = {}) => app.request('POST', '/api/challenges/submit', { ...atPar, ...body }, headers)
const scored = (score: number) => ({ completeness_score: score, quality_score: score })

test('200 lists every challenge with the contract fields, the scoring and the formula', async () => {
  const { status, body } = await app.request('GET', '/api/challenges')
  expect(status).toBe(200)
  expect(body.total).toBe(challenges.length)
  expect(body.scoring).toEqual({ completeness: '35%', quality: '35%', efficiency: '30%' })
  expect(body.tiers).toEqual({ gold: 8.5, silver: 7, bronze: 5.5 })
  expect(body.efficiency_formula).toContain('par.steps')
  for (const shown of body.challenges) expect(shown).toMatchObject({ reward_multiplier: 3, submission_count: expect.any(Number) })
  expect((await app.tool('service_challenges')).value).toMatchObject(body)
})

test('200 gives as many as asked for; total counts all', async () => {
  const { body } = await app.request('GET', '/api/challenges?limit=2')
  expect([body.challenges.length, body.total]).toEqual([2, challenges.length])
})

test('200 page by page gives every challenge once', async () => {
  const pages = await Promise.all([0, 20, 40].map((offset) => app.tool('service_challenges', { limit: 20, offset })))
  const slugs = pages.flatMap(({ value }) => value.challenges.map(({ slug }: { slug: string }) => slug))
  expect(slugs).toEqual(challenges.map(({ slug }) => slug))
})

test('next_step beyond the last challenge leads back to those that were asked for', async () => {
  const { next_step } = (await app.tool('service_challenges', { category: 'research', offset: 500 })).value
  expect(next_step).toMatchObject({
    tool: 'service_challenges',
    arguments: { category: 'research' },
    why: expect.stringContaining('no more'),
  })
  const { value } = await app.tool(next_step.tool, next_step.arguments)
  expect(value.challenges[0].category).toBe('research')
})

test('200 filters by category and difficulty, 400 names what is allowed', async () => {
  for (const category of categories) {
    for (const difficulty of difficulties) {
      const { body } = await app.request('GET', `/api/challenges?category=${category}&difficulty=${difficulty}`)
      expect(body.total).toBeGreaterThan(0)
      for (const shown of body.challenges) expect(shown).toMatchObject({ category, difficulty })
    }
  }
  const wrong = await app.request('GET', '/api/challenges?category=cooking&difficulty=hard')
  expect(wrong.status).toBe(400)
  expect(wrong.body.details).toHaveLength(2)
  expect(wrong.body.details[0].message).toContain('agent-ops')
})

// At par efficiency is 10, so an overall score x needs (x - 3) / 0.7 for the other two.
const forOverall = (overall: number) => scored((overall - 3) / 0.7)

test.each([
  [8.5, 'gold', 76.5, 19.13],
  [8.4999, 'silver', 76.5, 19.12],
  [7, 'silver', 63, 15.75],
  [6.9999, 'bronze', 63, 15.75],
  [5.5, 'bronze', 49.5, 12.38],
  [5.4999, null, 0, 0],
  [3, null, 0, 0],
])('200 an overall score of %d is %s and pays %d credits and %d points', async (overall, tier, credits, points) => {
  const agent_identity_id = await app.register()
  const { status, body } = await submit({ agent_identity_id, ...forOverall(overall) })
  expect(status).toBe(200)
  expect(body).toMatchObject({ submission_id: expect.any(String), tier, overall_score: overall, scores: { efficiency: 10 } })
  expect(body.rewards.routing_credits).toBeCloseTo(credits, 1)
  expect(body.rewards.reputation_points).toBeCloseTo(points, 1)
  expect(body.personal_best).toEqual({ overall_score: overall, tier })
})

test('200 overall is 0.35 completeness + 0.35 quality + 0.30 efficiency, scores above ten become 9.99', async () => {
  const agent_identity_id = await app.register()
  const { body } = await submit({ agent_identity_id, completeness_score: 12, quality_score: '8', steps_taken: challenge.par.steps * 2 })
  expect(body.scores).toEqual({ completeness: 9.99, quality: 8, efficiency: 8.33 })
  expect(body.overall_score).toBeCloseTo(0.35 * 9.99 + 0.35 * 8 + 0.3 * 8.33, 4)
  expect(body.warnings).toHaveLength(2)
})

test('every submission with a tier is paid, adds no evidence twice, and the best one stays', async () => {
  const agent_identity_id = await app.register()
  const below = await submit({ agent_identity_id, ...scored(2) })
  const first = await submit({ agent_identity_id, ...scored(9) })
  const again = await submit({ agent_identity_id, ...scored(9) })
  const worse = await submit({ agent_identity_id, ...scored(6) })
  expect([below, first, again, worse].map(({ body }) => body.rewards.routing_credits)).toEqual([0, 83.7, 83.7, 64.8])
  expect(worse.body.personal_best).toEqual({ overall_score: first.body.overall_score, tier: 'gold' })
  const entries = await app.store.query('SELECT entry_id FROM ledger WHERE agent_identity_id = $1', [agent_identity_id])
  expect(entries).toHaveLength(3)
  const evidence = await app.store.query('SELECT outcome_id FROM outcomes WHERE agent_identity_id = $1 AND evidence = 1', [
    agent_identity_id,
  ])
  expect(evidence).toHaveLength(3)
})

test('60 parallel submissions are all kept, and paid up to the daily cap', async () => {
  const agent_identity_id = await app.register()
  const replies = await Promise.all(Array.from({ length: 60 }, () => submit({ agent_identity_id, ...scored(9) })))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  const paid = replies.reduce((sum, { body }) => sum + Math.round(body.rewards.routing_credits * 100), 0)
  expect(paid).toBe(dailyCaps.agent_hundredths)
  const kept = await app.store.query('SELECT submission_id FROM challenge_submissions WHERE agent_identity_id = $1', [agent_identity_id])
  expect(kept).toHaveLength(60)
})

test('the same Idempotency-Key submits once, even if the answer was lost', async () => {
  const agent_identity_id = await app.register()
  const send = () => submit({ agent_identity_id, ...scored(9) }, { 'idempotency-key': 'same' })
  const first = await send()
  await app.store.execute('UPDATE idempotent_answers SET answer = NULL, leased_at = $1', ['2000-01-01T00:00:00.000Z'])
  expect((await send()).text).toBe(first.text)
  expect(first.body.rewards.routing_credits).toBeGreaterThan(0)
  const kept = await app.store.query('SELECT submission_id FROM challenge_submissions WHERE agent_identity_id = $1', [agent_identity_id])
  expect(kept).toHaveLength(1)
})

test('known tools become outcomes, once each', async () => {
  const agent_identity_id = await app.register()
  await submit({ agent_identity_id, ...scored(8) })
  const rows = await app.store.query('SELECT subject, outcome, quality, source FROM outcomes WHERE agent_identity_id = $1', [
    agent_identity_id,
  ])
  expect(rows).toEqual([{ subject: 'firecrawl-mcp', outcome: 'success', quality: 8, source: 'challenge' }])
})

test('404 for unknown agents and challenges, 400 without scores, 409 with telemetry off', async () => {
  const agent_identity_id = await app.register()
  expect((await submit({ agent_identity_id: 'nobody', ...scored(8) })).status).toBe(404)
  const typo = await submit({ agent_identity_id, challenge_slug: 'competitor-shet', ...scored(8) })
  expect(typo.status).toBe(404)
  expect(typo.body.did_you_mean).toContain('competitor-sheet')
  const unlike = await submit({ agent_identity_id, challenge_slug: 'zzzzzz', ...scored(8) })
  expect(unlike.status).toBe(404)
  expect(unlike.body).not.toHaveProperty('did_you_mean')
  expect((await submit({ agent_identity_id })).body.details.map(({ path }: { path: string }) => path)).toEqual([
    'completeness_score',
    'quality_score',
  ])
  expect((await submit({ ...scored(8) })).status).toBe(400)
  expect((await submit({ agent_identity_id, ...scored(8) }, { 'x-waymark-telemetry': 'off' })).status).toBe(409)
})

test('409 when telemetry was turned off a moment ago, which only the recording finds', async () => {
  const agent_identity_id = await app.register()
  expect((await submit({ agent_identity_id, ...scored(8) })).status).toBe(200)
  // As another process writes it: this one has not heard of it yet.
  await app.store.execute(`UPDATE agents SET preferences = '{"telemetry":false}' WHERE agent_identity_id = $1`, [agent_identity_id])
  const refused = await submit({ agent_identity_id, ...scored(9) })
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('Telemetry is off for this agent') } })
})

test('the count of submissions is shown, and the tool does the same as REST', async () => {
  const agent_identity_id = await app.register()
  const slug = challenges[0]!.slug
  const { value } = await app.tool('service_challenge_submit', { challenge_slug: slug, agent_identity_id, ...scored(9) })
  expect(value.scores.efficiency).toBe(5)
  const { body } = await app.request('GET', `/api/challenges?category=${challenges[0]!.category}`)
  expect(body.challenges.find((shown: { slug: string }) => shown.slug === slug).submission_count).toBe(1)
})

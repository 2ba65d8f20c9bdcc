import { describe, expect, test } from 'vitest'
import { openRouter } from '../../../../eval/router.ts'
import { explainRoute } from '../../answer/explain.ts'
import type { RouteDecision } from '../../decision.ts'
import type { RouteParts, RouteRequest } from '../../engine.ts'
import { serversOfStack } from './project-stack.ts'

const router = openRouter()
const { decide, parts } = router
const slugs = (tools: { entry: { slug: string } }[] = []) => tools.map(({ entry }) => entry.slug)

describe('what the agent’s project is built with', () => {
  const withStack = (task: string, ...stack_tags: string[]) => decide(task, { stack: serversOfStack({ stack_tags }, router.lexicon) })

  test('comes first among servers for the same work, and is as likely right', () => {
    const task = 'How many orders came in yesterday? It is in the database'
    const plain = decide(task)
    const own = withStack(task, 'slack', 'postgresql')
    expect(plain.pick?.tool.entry.slug).not.toBe('postgres-mcp')
    expect(plain.reasons).not.toContain('project_stack')
    expect(own.pick?.tool.entry.slug).toBe('postgres-mcp')
    expect(own.reasons).toContain('project_stack')
    expect(own.confidence).toBe(plain.confidence)
  })

  test('comes first among the alternatives too: a rival would not find the data', () => {
    const { pick } = withStack('Create a ticket for the login bug', 'linear')
    expect([pick?.tool.entry.slug, pick?.fallback?.entry.slug].sort()).toEqual(['linear-api-mcp', 'linear-mcp'])
    expect(slugs(pick?.alternatives)).toContain('atlassian-mcp')
  })

  test('counts for each step', () => {
    const steps = (...tags: string[]) =>
      withStack('Look up the open orders in the database and post the total in our team channel', ...tags).steps.map(
        ({ pick }) => pick?.tool.entry.slug,
      )
    expect(steps('k8s', 'discord', 'PostgreSQL')).toEqual(['postgres-mcp', 'discord-mcp'])
    expect(steps()).not.toContain('discord-mcp')
  })

  test('changes nothing for a named product, for other work, or by a name that nobody knows', () => {
    const refund = 'Refund the last payment of customer ACME in Stripe'
    const told = ({ pick, reasons, confidence }: RouteDecision) => ({ slug: pick?.tool.entry.slug, reasons, confidence })
    expect(told(withStack(refund, 'paypal', 'square'))).toEqual(told(decide(refund)))
    const meeting = 'am I free on Friday at 3?'
    expect(told(withStack(meeting, 'postgres', 'slack', 'our-own-thing', '-'))).toEqual(told(decide(meeting)))
  })
})

describe('where no product is named', () => {
  const slugOf = ({ pick }: RouteDecision) => pick?.tool.entry.slug
  const reportsOn = (liked: string): RouteParts => ({
    ...parts,
    evidence: { ...parts.evidence, tool: (slug) => (slug === liked ? { mean: 0.9, n_effective: 40 } : null) },
  })

  test('the best known of the servers that fit nearly as well is recommended, and the answer says why', () => {
    const decision = decide('post it in the team chat')
    expect(slugOf(decision)).toBe('slack-mcp')
    expect(decision.reasons).toContain('well_known')
    expect(decision.reasons).not.toContain('best_match')
    expect(explainRoute(decision)).toContain('best known')
  })

  test('in each step', () => {
    const { steps } = decide('Look up the open orders in Shopify and post the total in the team chat')
    expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['shopify-mcp', 'slack-mcp'])
  })

  test('unless the operator, a priority, a country or reports speak for another', () => {
    const task = 'post it in the team chat'
    expect(slugOf(decide(task, { priority: 'highest_trust' }))).not.toBe('slack-mcp')
    expect(slugOf(decide(task, {}, reportsOn('mattermost-mcp')))).toBe('mattermost-mcp')
    expect(slugOf(decide(task, {}, { ...parts, memory: () => ({ skill: 'mattermost-mcp', success_rate: 1 }) }))).toBe('mattermost-mcp')
    expect(slugOf(decide('post it in Mattermost, in the team chat'))).toBe('mattermost-mcp')
    expect(decide('next trains from Zwolle to Deventer').reasons).not.toContain('well_known')
    expect(slugOf(decide('refund the payment'))).toBe('stripe-mcp')
    expect(slugOf(decide('assign OPS-412 to Lena'))).toBe('atlassian-mcp')
  })
})

test('under the lowest cost, a server known to cost less comes before a dearer one that fits nearly as well', () => {
  const task = 'search the web for the latest AI news'
  const [usual, cheap] = [decide(task), decide(task, { priority: 'lowest_cost' })]
  expect(usual.pick?.tool.entry.cost_usd_per_run).toBeGreaterThan(0)
  expect(cheap.pick?.tool.entry.cost_usd_per_run).toBe(0)
  expect(cheap.reasons).toContain('lower_price')
  expect(explainRoute(cheap)).toContain('costs least')
  expect(decide('search the web with Brave Search', { priority: 'lowest_cost' }).pick?.tool.entry.slug).toBe('brave-search-mcp')
})

describe('a trial in place of the best tool', () => {
  const heard: RouteParts = { ...parts, evidence: { ...parts.evidence, tool: () => ({ mean: 0.8, n_effective: 8 }) } }
  const chances = Array.from({ length: 200 }, (_, i) => (i + 0.5) / 200)
  const trialsOf = (task: string, change: Partial<RouteRequest> = {}, over = heard) =>
    chances.map((chance) => decide(task, { ...change, chance }, over)).filter(({ explored }) => explored)
  const task = 'fetch https://example.com and give me the text'

  test('is rare, does the same work, costs no more, and is logged with how likely it was', () => {
    const best = decide(task, {}, heard)
    const trials = trialsOf(task)
    expect(trials.length / chances.length).toBeCloseTo(0.1, 2)
    for (const trial of trials) {
      const { pick, propensity, reasons } = trial
      expect(pick?.tool.entry.slug).not.toBe(best.pick?.tool.entry.slug)
      expect(pick?.tool.entry.capabilities[0]).toBe(best.pick?.tool.entry.capabilities[0])
      expect(pick?.tool.entry.cost_usd_per_run).toBeLessThanOrEqual(best.pick?.tool.entry.cost_usd_per_run ?? 0)
      expect(propensity).toBeLessThanOrEqual(0.1)
      expect(reasons).toContain('explored')
      expect(reasons).not.toContain('best_match')
      expect(trial.margin).toBe(0)
      expect(explainRoute(trial)).toContain('is tried now')
    }
    expect(decide(task, { chance: 0.5 }, heard)).toMatchObject({ explored: false, propensity: 0.9 })
  })

  test('never happens where trust is asked for, a product is named, or little was reported', () => {
    expect(trialsOf(task, { priority: 'highest_trust' })).toEqual([])
    expect(trialsOf(task, { priority: 'most_reliable' })).toEqual([])
    expect(trialsOf('Refund the last payment of customer ACME in Stripe')).toEqual([])
    expect(trialsOf(task, {}, parts)).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { costGrowth } from '../../../test/support/cost-growth.ts'
import { type ErrorExtras, type FieldProblem, ServiceError } from '../../errors.ts'
import type { JsonSchema } from '../../input/json-schema.ts'
import { recovery } from './onboarding.ts'

const asked = (tool: string, example: unknown = {}, properties: Record<string, JsonSchema> = {}) => ({
  tool,
  example,
  schema: { type: 'object', properties },
})

describe('what to do after a failure', () => {
  const example = { task: 'a working example' }
  const failures: [ServiceError, string, object][] = [
    [new ServiceError('invalid_input', 'Check the request.'), 'service_route', { task: 'mine' }],
    [
      new ServiceError('not_found', 'This identity was never issued.', { reason: 'unknown_agent' }),
      'service_register',
      { agent_name: expect.any(String) },
    ],
    [
      new ServiceError('not_found', 'There is no such skill.', {
        next_step: { tool: 'service_search', arguments: { q: 'x' }, why: 'Look.' },
      }),
      'service_search',
      { q: 'x' },
    ],
    [new ServiceError('rate_limited', 'Slow down.', { retry_after_seconds: 7 }), 'service_route', { task: 'mine' }],
    [new ServiceError('unavailable', 'The store is away.'), 'service_route', { task: 'mine' }],
  ]
  test.each(failures)('%s', (error, tool, args) => {
    expect(recovery(asked('service_route', example), { task: 'mine' }, error)).toMatchObject({ tool, arguments: args })
  })

  test('the wait and the near name are said', () => {
    expect(recovery(asked('t'), {}, new ServiceError('rate_limited', 'x', { retry_after_seconds: 7 })).why).toContain('7 seconds')
    expect(recovery(asked('t'), {}, new ServiceError('not_found', 'x', { did_you_mean: ['near'], given: 'nera' })).why).toContain('near')
  })

  test('the near name takes the place of the one that was sent, wherever that stands, and all else stays', () => {
    const sent = { claim_id: 'mine', results: [{ skill_slug: ' Nera ', latency_ms: 5 }, { skill_slug: 'other' }] }
    const unknown = new ServiceError('not_found', 'x', { did_you_mean: ['near', 'nearer'], given: 'nera' })
    expect(recovery(asked('service_mission_complete', example), sent, unknown)).toMatchObject({
      tool: 'service_mission_complete',
      arguments: { claim_id: 'mine', results: [{ skill_slug: 'near', latency_ms: 5 }, { skill_slug: 'other' }] },
    })
  })

  test('in a list that came as one text, the entry that was wrong is put right', () => {
    const form = asked('service_compare', { slugs: ['one', 'two'] }, { slugs: { type: 'array', items: { type: 'string' } } })
    const unknown = new ServiceError('not_found', 'x', { did_you_mean: ['near'], given: 'nera' })
    expect(recovery(form, { slugs: 'nera, other' }, unknown).arguments).toEqual({ slugs: ['near', 'other'] })
    const wrong = new ServiceError('invalid_input', 'x', { details: [{ path: 'slugs.1', message: 'must be a string' }] })
    expect(recovery(form, { slugs: 'one,,two' }, wrong).arguments).toEqual({ slugs: ['one', '<your entry>', 'two'] })
    expect(recovery(form, { slugs: ['one', 5] }, wrong).arguments).toEqual({ slugs: ['one', '<your entry: must be a string>'] })
  })

  test('what was wrong or missing becomes a place to fill in, nothing is made up, and all else stays', () => {
    const sent = {
      task: 'mine',
      constraints: { priority: 'cheapest', max_cost_usd: 1 },
      runs: [{ outcome: 'success' }, { latency_ms: 4 }],
      vertical_slug: ' ',
      latency_ms: 'long',
    }
    const details = [
      { path: 'constraints.priority', message: 'must be one of lowest_cost, best_value' },
      { path: 'runs.1.outcome', message: 'is required and must be one of success, failure; instead of aborted, use failure here' },
      { path: 'agent_identity_id', message: 'is required and must be a string' },
      { path: 'workflow_slug', message: 'required unless something else is given' },
      { path: 'results', message: 'is required and must be an array' },
      { path: 'vertical_slug', message: 'must have at least 1 character' },
      { path: 'latency_ms', message: 'must be a number from 0 to 10' },
    ]
    const shown = { agent_identity_id: 'of the example', results: [{ skill_slug: 'a-tool', latency_ms: 1200 }] }
    const words = (...all: string[]): JsonSchema => ({ type: 'string', enum: all })
    const properties = {
      constraints: { type: 'object', properties: { priority: words('lowest_cost', 'best_value') } },
      runs: { type: 'array', items: { type: 'object', properties: { outcome: words('success', 'failure') } } },
      results: { type: 'array', items: { type: 'object' } },
    }
    const wrong = new ServiceError('invalid_input', 'Check.', { details })
    const { arguments: args } = recovery(asked('service_route', shown, properties), sent, wrong)
    expect(args).toEqual({
      task: 'mine',
      constraints: { priority: '<your priority: one of lowest_cost, best_value>', max_cost_usd: 1 },
      runs: [{ outcome: 'success' }, { latency_ms: 4, outcome: '<your outcome: one of success, failure>' }],
      agent_identity_id: '<your agent_identity_id>',
      workflow_slug: '<your workflow_slug>',
      results: [{ skill_slug: '<your skill_slug>', latency_ms: '<your latency_ms>' }],
      vertical_slug: '<your vertical_slug>',
      latency_ms: '<your latency_ms: must be a number from 0 to 10>',
    })
  })

  test('what only came under another name is moved to its own, and the rest is still marked', () => {
    const renamed = [{ from: 'name', to: 'agent_name' }]
    const missing = { path: 'agent_name', message: 'is required (you sent name, which is not a field here)' }
    const other = { path: 'agent_kind', message: 'must be a string' }
    const sent = { name: 'mine', agent_kind: 5 }
    const step = (details: FieldProblem[]) =>
      recovery(asked('service_register'), sent, new ServiceError('invalid_input', 'Check.', { details, renamed }))
    expect(step([missing])).toEqual({
      tool: 'service_register',
      arguments: { agent_name: 'mine', agent_kind: 5 },
      why: 'Send it so, with agent_name instead of name.',
    })
    expect(step([missing, other]).arguments).toEqual({ agent_name: 'mine', agent_kind: '<your agent_kind: must be a string>' })
  })

  test('a list with too few or too many entries is still a list', () => {
    const details = [{ path: 'slugs', message: 'must hold 2 to 4 different slugs' }]
    const wrong = new ServiceError('invalid_input', 'Check.', { details })
    const compare = asked('service_compare', { slugs: ['a', 'b'] }, { slugs: { type: 'array' } })
    expect(recovery(compare, { slugs: ['a', 'a'] }, wrong).arguments).toEqual({ slugs: ['a', '<your entry>'] })
    expect(recovery(compare, { slugs: [''] }, wrong).arguments).toEqual({ slugs: ['<your entry>', '<your entry>'] })
  })

  test('where an identity is missing, it says where one comes from', () => {
    const why = (path: string, sent: object) => {
      const wrong = new ServiceError('invalid_input', 'Check.', { details: [{ path, message: 'must be a string' }] })
      return recovery(asked('service_balance'), sent, wrong).why
    }
    for (const sent of [{}, { agent_identity_id: null }, { agent_identity_id: ' ' }, { agent_identity_id: '<your agent_identity_id>' }])
      expect(why('agent_identity_id', sent)).toContain('service_register')
    expect(why('agent_identity_id', { agent_identity_id: 5 })).not.toContain('service_register')
    expect(why('mission_id', {})).not.toContain('service_register')
  })

  test('a name that was sent is the one to register with', () => {
    const unknown = new ServiceError('not_found', 'x', { reason: 'unknown_agent' })
    expect(recovery(asked('service_verify_agent'), { agent_name: 'mine' }, unknown)).toMatchObject({
      tool: 'service_register',
      arguments: { agent_name: 'mine' },
    })
  })

  test('what is long is not repeated', () => {
    const sent = { task: 'x'.repeat(50_000), agent_identity_id: 'me' }
    const { arguments: args } = recovery(asked('service_route'), sent, new ServiceError('unavailable', 'The store is away.'))
    expect(args).toEqual({ task: '<your task: as you sent it>', agent_identity_id: 'me' })
  })

  test('the time to mark what is wrong does not grow with the square of how much that is', () => {
    const mark = (count: number) => {
      const sent = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, at]))
      const details = Object.keys(sent).map((path) => ({ path, message: 'is wrong' }))
      recovery(asked('service_report'), sent, new ServiceError('invalid_input', 'Check.', { details }))
    }
    expect(costGrowth(mark, 500, 2000)).toBeLessThan(10)
  })

  test('of what is long itself it is said what is wrong with it', () => {
    const wrong = new ServiceError('invalid_input', 'Check.', { details: [{ path: 'q', message: 'must have at most 1000 characters' }] })
    const { arguments: args } = recovery(asked('service_search'), { q: 'x'.repeat(3000) }, wrong)
    expect(args).toEqual({ q: '<your q: must have at most 1000 characters>' })
  })

  test('what was to be chosen from a long list is not told again', () => {
    const message = `must be one of ${Array.from({ length: 21 }, (_, at) => `some-long-workflow-${at}`).join(', ')}`
    const unknown = new ServiceError('not_found', 'There is no such workflow.', { details: [{ path: 'workflow_slug', message }] })
    const { arguments: args } = recovery(asked('service_route'), { workflow_slug: 'qqq' }, unknown)
    expect(args).toEqual({ workflow_slug: '<your workflow_slug>' })
  })

  test('a long list with something wrong in it stays as it was sent', () => {
    const sent = { claim_id: 'mine', results: Array.from({ length: 20 }, (_, i) => ({ skill_slug: 'x'.repeat(100), latency_ms: i })) }
    const details = [{ path: 'results.3.outcome_status', message: 'must be one of success, failure' }]
    const { arguments: args } = recovery(asked('service_mission_complete'), sent, new ServiceError('invalid_input', 'Check.', { details }))
    expect(args).toEqual({ claim_id: 'mine', results: '<your results: as you sent it>' })
  })

  const refusals: [string, ErrorExtras['reason'], string][] = [
    ['service_mission_claim', undefined, 'service_missions'],
    ['service_mission_complete', undefined, 'service_missions'],
    ['service_verify_agent', undefined, 'service_balance'],
    ['service_challenge_submit', 'telemetry_off', 'service_challenge_submit'],
    ['service_mission_claim', 'idempotency_key', 'service_mission_claim'],
  ]
  test.each(refusals)('a refusal that no other input would avoid does not send %s back to an example: %s', (tool, reason, next) => {
    const sent = { agent_identity_id: 'me' }
    const refused = new ServiceError('conflict', 'It cannot be had.', reason ? { reason } : {})
    const { arguments: args, ...rest } = recovery(asked(tool, example), sent, refused)
    expect([rest.tool, args]).toEqual([next, sent])
  })

  test('a claim of another agent sends to the missions', () => {
    expect(recovery(asked('service_mission_complete'), {}, new ServiceError('forbidden', 'Not yours.')).tool).toBe('service_missions')
  })
})

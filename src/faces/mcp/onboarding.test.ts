import { describe, expect, test } from 'vitest'
import { type ErrorExtras, ServiceError } from '../../errors.ts'
import { recovery } from './onboarding.ts'

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
    expect(recovery('service_route', { task: 'mine' }, example, error)).toMatchObject({ tool, arguments: args })
  })

  test('the wait and the near name are said', () => {
    expect(recovery('t', {}, {}, new ServiceError('rate_limited', 'x', { retry_after_seconds: 7 })).why).toContain('7 seconds')
    expect(recovery('t', {}, {}, new ServiceError('not_found', 'x', { did_you_mean: ['near'], given: 'nera' })).why).toContain('near')
  })

  test('the near name takes the place of the one that was sent, wherever that stands, and all else stays', () => {
    const sent = { claim_id: 'mine', results: [{ skill_slug: ' Nera ', latency_ms: 5 }, { skill_slug: 'other' }] }
    const unknown = new ServiceError('not_found', 'x', { did_you_mean: ['near', 'nearer'], given: 'nera' })
    expect(recovery('service_mission_complete', sent, example, unknown)).toMatchObject({
      tool: 'service_mission_complete',
      arguments: { claim_id: 'mine', results: [{ skill_slug: 'near', latency_ms: 5 }, { skill_slug: 'other' }] },
    })
  })

  test('what was wrong or missing becomes a place to fill in, nothing is made up, and all else stays', () => {
    const sent = { task: 'mine', constraints: { priority: 'cheapest', max_cost_usd: 1 }, runs: [{ outcome: 'success' }, { latency_ms: 4 }] }
    const details = [
      { path: 'constraints.priority', message: 'must be one of lowest_cost, best_value' },
      { path: 'runs.1.outcome', message: 'is required and must be one of success, failure; instead of aborted, use failure here' },
      { path: 'agent_identity_id', message: 'is required and must be a string' },
      { path: 'workflow_slug', message: 'required unless something else is given' },
      { path: 'results', message: 'is required and must be an array' },
    ]
    const shown = { agent_identity_id: 'of the example', results: [{ skill_slug: 'a-tool', latency_ms: 1200 }] }
    const { arguments: args } = recovery('service_route', sent, shown, new ServiceError('invalid_input', 'Check.', { details }))
    expect(args).toEqual({
      task: 'mine',
      constraints: { priority: '<one of lowest_cost, best_value>', max_cost_usd: 1 },
      runs: [{ outcome: 'success' }, { latency_ms: 4, outcome: '<one of success, failure>' }],
      agent_identity_id: '<your agent_identity_id>',
      workflow_slug: '<your workflow_slug>',
      results: [{ skill_slug: '<your skill_slug>', latency_ms: '<your latency_ms>' }],
    })
  })

  test('a list with too few or too many entries is still a list', () => {
    const details = [{ path: 'slugs', message: 'must hold 2 to 4 different slugs' }]
    const wrong = new ServiceError('invalid_input', 'Check.', { details })
    expect(recovery('service_compare', { slugs: ['a'] }, { slugs: ['a', 'b'] }, wrong).arguments).toEqual({ slugs: ['<yours>', '<yours>'] })
  })

  test('where an identity is missing, it says where one comes from', () => {
    const why = (path: string, message: string) =>
      recovery('service_balance', {}, {}, new ServiceError('invalid_input', 'Check.', { details: [{ path, message }] })).why
    expect(why('agent_identity_id', 'is required and must be a string')).toContain('service_register')
    expect(why('agent_identity_id', 'must be a string')).not.toContain('service_register')
    expect(why('mission_id', 'is required and must be a string')).not.toContain('service_register')
  })

  test('a name that was sent is the one to register with', () => {
    const unknown = new ServiceError('not_found', 'x', { reason: 'unknown_agent' })
    expect(recovery('service_verify_agent', { agent_name: 'mine' }, {}, unknown)).toMatchObject({
      tool: 'service_register',
      arguments: { agent_name: 'mine' },
    })
  })

  test('what is long is not repeated', () => {
    const sent = { task: 'x'.repeat(50_000), agent_identity_id: 'me' }
    const { arguments: args } = recovery('service_route', sent, {}, new ServiceError('unavailable', 'The store is away.'))
    expect(args).toEqual({ task: '<as you sent it>', agent_identity_id: 'me' })
  })

  test('a long list with something wrong in it stays as it was sent', () => {
    const sent = { claim_id: 'mine', results: Array.from({ length: 20 }, (_, i) => ({ skill_slug: 'x'.repeat(100), latency_ms: i })) }
    const details = [{ path: 'results.3.outcome_status', message: 'must be one of success, failure' }]
    const { arguments: args } = recovery('service_mission_complete', sent, {}, new ServiceError('invalid_input', 'Check.', { details }))
    expect(args).toEqual({ claim_id: 'mine', results: '<as you sent it>' })
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
    const { arguments: args, ...rest } = recovery(tool, sent, example, refused)
    expect([rest.tool, args]).toEqual([next, sent])
  })

  test('a claim of another agent sends to the missions', () => {
    expect(recovery('service_mission_complete', {}, {}, new ServiceError('forbidden', 'Not yours.')).tool).toBe('service_missions')
  })
})

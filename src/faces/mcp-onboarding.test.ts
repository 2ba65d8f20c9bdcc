import { describe, expect, test } from 'vitest'
import { type ErrorExtras, ServiceError } from '../errors.ts'
import { recovery } from './mcp-onboarding.ts'

describe('what to do after a failure', () => {
  const example = { task: 'a working example' }
  const failures: [ServiceError, string, object][] = [
    [new ServiceError('invalid_input', 'Check the request.'), 'service_route', example],
    [
      new ServiceError('not_found', 'This identity was never issued.', { reason: 'unknown_agent' }),
      'service_register',
      { agent_name: expect.any(String) },
    ],
    [new ServiceError('not_found', 'There is no such skill.', { did_you_mean: ['near'] }), 'service_route', example],
    [new ServiceError('rate_limited', 'Slow down.', { retry_after_seconds: 7 }), 'service_route', { task: 'mine' }],
    [new ServiceError('unavailable', 'The store is away.'), 'service_route', { task: 'mine' }],
  ]
  test.each(failures)('%s', (error, tool, args) => {
    expect(recovery('service_route', { task: 'mine' }, example, error)).toMatchObject({ tool, arguments: args })
  })

  test('the wait and the near name are said', () => {
    expect(recovery('t', {}, {}, new ServiceError('rate_limited', 'x', { retry_after_seconds: 7 })).why).toContain('7 seconds')
    expect(recovery('t', {}, {}, new ServiceError('not_found', 'x', { did_you_mean: ['near'] })).why).toContain('near')
  })

  const refusals: [string, ErrorExtras['reason'], string][] = [
    ['service_mission_claim', undefined, 'service_missions'],
    ['service_mission_complete', undefined, 'service_missions'],
    ['service_verify_agent', undefined, 'service_balance'],
    ['service_challenge_submit', 'telemetry_off', 'service_challenge_submit'],
    ['service_mission_claim', 'idempotency_key_used', 'service_mission_claim'],
  ]
  test.each(refusals)('what cannot be had does not send %s back to an example: %s', (tool, reason, next) => {
    const sent = { agent_identity_id: 'me' }
    const refused = new ServiceError('conflict', 'It cannot be had.', reason ? { reason } : {})
    const { arguments: args, ...rest } = recovery(tool, sent, example, refused)
    expect([rest.tool, args]).toEqual([next, sent])
  })

  test('a claim of another agent sends to the missions', () => {
    expect(recovery('service_mission_complete', {}, {}, new ServiceError('forbidden', 'Not yours.')).tool).toBe('service_missions')
  })
})

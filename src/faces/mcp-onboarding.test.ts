import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { followUp, linked, recovery, toolOrder } from './mcp-onboarding.ts'

const agent_identity_id = 'agent-1'
const routing_metadata = { decision_id: 'decision-1' }

describe('what follows a tool whose row does not say', () => {
  test.each(toolOrder)('%s leads to another tool, with the identity carried along', (tool) => {
    const next = followUp(tool, { agent_identity_id }, {})
    expect(toolOrder).toContain(next?.tool)
    if (next?.tool !== 'service_search') expect(next?.arguments).toMatchObject({ agent_identity_id })
  })

  test.each([
    ['service_missions', {}, { missions: [{ id: 'm' }] }, 'service_mission_claim', { mission_id: 'm' }],
    ['service_mission_claim', {}, { claim_id: 'c' }, 'service_mission_complete', { claim_id: 'c' }],
    ['service_challenges', {}, { challenges: [{ slug: 's' }] }, 'service_challenge_submit', { challenge_slug: 's' }],
    ['service_search', { q: 'maps' }, {}, 'service_route', { task: 'maps' }],
    [
      'service_route',
      {},
      { recommended_skill: 'a', routing_metadata },
      'service_report',
      { skill_slug: 'a', outcome: 'success', decision_id: 'decision-1' },
    ],
    [
      'service_route',
      {},
      { approach: 'direct_llm', recommended_skill: null, recommended_model: { slug: 'm' }, routing_metadata },
      'service_model_report',
      { model_slug: 'm', outcome_status: 'success', decision_id: 'decision-1' },
    ],
    ['service_route', { task: 'odd' }, { approach: 'mcp_server', recommended_skill: null }, 'service_search', { q: 'odd' }],
    [
      'service_model_route',
      {},
      { model_details: { slug: 'm' }, routing_metadata },
      'service_model_report',
      { model_slug: 'm', outcome_status: 'success', decision_id: 'decision-1' },
    ],
  ])('%s %j', (tool, input, output, next, args) => {
    expect(followUp(tool, input, output)).toMatchObject({ tool: next, arguments: args })
  })

  test('a report is linked to the decision it follows, other steps are left alone', () => {
    const report = { tool: 'service_report', arguments: { skill_slug: 'a' }, why: '' }
    expect(linked(report, { routing_metadata }).arguments).toEqual({ skill_slug: 'a', decision_id: 'decision-1' })
    expect(linked(report, {})).toBe(report)
    expect(linked({ ...report, tool: 'service_help' }, { routing_metadata }).arguments).toEqual({ skill_slug: 'a' })
  })
})

describe('what to do after a failure', () => {
  const example = { task: 'a working example' }
  const failures: [ServiceError, string, object][] = [
    [new ServiceError('invalid_input', 'Check the request.'), 'service_route', example],
    [
      new ServiceError('not_found', 'Register first: this identity was never issued.'),
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

  test.each([
    ['service_mission_claim', 'It is full.', 'service_missions'],
    ['service_mission_complete', 'It was paid.', 'service_missions'],
    ['service_verify_agent', 'It is verified already.', 'service_balance'],
    ['service_challenge_submit', 'Telemetry is off for this call.', 'service_challenge_submit'],
    ['service_mission_claim', 'This Idempotency-Key was used with another body.', 'service_mission_claim'],
  ])('what cannot be had does not send %s back to an example: %s', (tool, message, next) => {
    const sent = { agent_identity_id: 'me' }
    const { arguments: args, ...rest } = recovery(tool, sent, example, new ServiceError('conflict', message))
    expect([rest.tool, args]).toEqual([next, sent])
  })

  test('a claim of another agent sends to the missions', () => {
    expect(recovery('service_mission_complete', {}, {}, new ServiceError('forbidden', 'Not yours.')).tool).toBe('service_missions')
  })
})

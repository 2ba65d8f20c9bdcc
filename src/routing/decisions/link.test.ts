import { expect, test } from 'vitest'
import { judgeLink, type LinkableDecision } from './link.ts'

const now = '2026-11-09T09:00:00.000Z'
const decision: LinkableDecision = {
  decision_id: 'd',
  agent_identity_id: 'mine',
  approach: 'mcp_server',
  cluster: '',
  tier: 'fast_code',
  recommended_model: null,
  decided_at: '2026-11-02T09:00:00.000Z',
  linked_at: null,
}

test.each([
  ['linked', 'its own agent, on the last day', decision, 'mine'],
  ['linked', 'a report without an identity', decision, null],
  ['linked', 'a decision given to nobody', { ...decision, agent_identity_id: null }, 'mine'],
  ['unknown', 'no such decision', undefined, 'mine'],
  ['foreign', 'the decision of another agent, linked or not', { ...decision, linked_at: now }, 'other'],
  ['used', 'a decision that was linked, however old', { ...decision, linked_at: now, decided_at: '2026-10-01T00:00:00.000Z' }, 'mine'],
  ['expired', 'a moment too late', { ...decision, decided_at: '2026-11-02T08:59:59.999Z' }, 'mine'],
])('%s: %s', (result, _, given, agent_identity_id) => {
  expect(judgeLink(given, { agent_identity_id, now })).toBe(result)
})

import { expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { createToolNames } from './tool-names.ts'

const told = createToolNames(operations)

test.each([
  ['Register first: POST /api/agents/register with an agent_name.', 'Register first: service_register with an agent_name.'],
  ['Call POST /api/route or /api/route/model first.', 'Call service_route or service_model_route first.'],
  ['Search with GET /api/skills?q=a%20%26%20b', 'Search with service_search with {"q":"a & b"}'],
  ['Choose another one from GET /api/missions.', 'Choose another one from service_missions.'],
  ['GET /api/verify/status shows where it stands.', 'service_help shows where it stands.'],
  ['Turn it on: PUT /api/agents/preferences with it.', 'Turn it on: PUT /api/agents/preferences with it.'],
  ['Ask http://somewhere.example/api/report.', 'Ask http://somewhere.example/api/report.'],
  ['Use GET /api/report or /api/reports.', 'Use GET /api/report or /api/reports.'],
])('%s', (error, inTools) => {
  expect(told({ error })).toEqual({ error: inTools })
})

test('what others wrote stays as it is, and so does what was sent', () => {
  const path = 'POST /api/report'
  const answer = {
    skills: [{ description: path, tools: [{ name: 'report', description: path }] }],
    agent_name: path,
    docs: '/docs#report',
    next_step: { tool: 'service_route', arguments: { task: path, message: path }, why: path },
    integration_health: { checks: [{ code: 'X', message: path }] },
    requirements: [path, 5, null],
  }
  expect(told(answer)).toEqual({
    ...answer,
    next_step: { ...answer.next_step, why: 'service_report' },
    integration_health: { checks: [{ code: 'X', message: 'service_report' }] },
    requirements: ['service_report', 5, null],
  })
})

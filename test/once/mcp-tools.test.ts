import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import type { StandingContext } from '../../src/calls/operation.ts'
import { toolOrder } from '../../src/faces/mcp/onboarding.ts'
import { prompts } from '../../src/faces/mcp/prompts.ts'
import { toolsOf } from '../../src/faces/mcp/tools.ts'
import { completeStep } from '../../src/missions/rules.ts'
import { operations } from '../../src/operations.ts'

const invoke = () => Promise.reject(new Error('Only the list is looked at.'))
const listings = toolsOf({ table: operations, invoke, nextStep: () => undefined }).map(({ listing }) => listing)

test('exactly the 17 tools of the contract, in onboarding order', () => {
  expect(listings.map(({ name }) => name)).toEqual(toolOrder)
  expect(toolOrder).toHaveLength(17)
})

test('the whole list costs a model less than 6,000 tokens', () => {
  const tokens = encode(JSON.stringify({ tools: listings })).length
  expect(tokens).toBeLessThan(6000)
})

test.each(listings.map((listing) => [listing.name, listing] as const))('%s tells a model all it needs, and no more', (name, listing) => {
  expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/)
  expect(listing.title).toMatch(/^[A-Z].{2,79}$/)
  expect(listing.description?.length).toBeGreaterThan(40)
  expect(listing.description?.length).toBeLessThan(500)
  expect(listing.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(listing.outputSchema).toMatchObject({ type: 'object', properties: { next_step: { type: 'object' } } })
  expect(listing.outputSchema).not.toHaveProperty('additionalProperties')
  expect(Object.keys(listing.annotations ?? {})).toEqual(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
  expect(JSON.stringify(listing)).not.toMatch(/"(anyOf|oneOf|allOf|pattern|\$ref|\$schema)"|:null/)
})

// None of the rows asked here looks at the context.
const context = {} as StandingContext
const nextAfter = (tool: string, input: object, output: object) =>
  operations.find((row) => row.tool === tool)?.next?.({ agent_identity_id: 'me', ...input }, output, context)

test.each(toolOrder)('the row of %s says where to go from there', (tool) => {
  expect(operations.find((row) => row.tool === tool)?.next).toBeTypeOf('function')
})

const routing_metadata = { decision_id: 'decision-1' }
const found = (tool: string, args: object) => ({ tool, arguments: args, why: expect.stringMatching(/\.$/) })

test.each<[string, object, object, object]>([
  ['service_missions', {}, { missions: [] }, found('service_route', { task: '<your task>', agent_identity_id: 'me' })],
  ['service_challenges', {}, { challenges: [] }, found('service_challenges', {})],
  ['service_search', { q: 'maps' }, { skills: [] }, found('service_route', { task: 'maps' })],
  ['service_search', { q: 'maps' }, { skills: [{ slug: 'a' }, { slug: 'b' }] }, found('service_compare', { slugs: ['a', 'b'] })],
  ['service_search', { q: 'maps' }, { skills: [{ slug: 'a' }] }, found('service_report', { skill_slug: 'a', outcome: '<your outcome>' })],
  [
    'service_search',
    { q: 'a' },
    { skills: [{ slug: 'a' }, { slug: 'b' }] },
    found('service_report', { skill_slug: 'a', outcome: '<your outcome>' }),
  ],
  [
    'service_route',
    { task: 'odd' },
    { approach: 'mcp_server', recommended_skill: null, routing_metadata },
    found('service_search', { q: 'odd', limit: 10 }),
  ],
  [
    'service_route',
    {},
    { approach: 'mcp_server', recommended_skill: 'a', routing_metadata: { decision_id: null } },
    found('service_report', { skill_slug: 'a', outcome: '<your outcome>', agent_identity_id: 'me' }),
  ],
  [
    'service_route',
    {},
    { approach: 'direct_llm', recommended_skill: null, recommended_model: { slug: 'm' }, routing_metadata },
    found('service_model_report', {
      model_slug: 'm',
      outcome_status: '<your outcome_status>',
      decision_id: 'decision-1',
      agent_identity_id: 'me',
    }),
  ],
  [
    'service_route',
    { task: 'odd', constraints: { priority: 'lowest_cost', max_cost_usd: 0, trust_floor: 3 } },
    { approach: 'direct_llm', recommended_model: null, routing_metadata: { ...routing_metadata, blocked_by: ['max_cost_usd'] } },
    found('service_route', { task: 'odd', constraints: { priority: 'lowest_cost', trust_floor: 3 }, agent_identity_id: 'me' }),
  ],
  [
    'service_model_route',
    { task: 'odd', constraints: { priority: 'best_value', max_cost_per_mtok: 0 } },
    { model_details: null, routing_metadata: { ...routing_metadata, blocked_by: ['max_cost_per_mtok'] } },
    found('service_model_route', { task: 'odd', agent_identity_id: 'me' }),
  ],
])('%s after %j and %j', (tool, input, output, next) => {
  expect(nextAfter(tool, input, output)).toEqual(next)
})

test.each([
  ['service_route', {}, { approach: 'mcp_server', recommended_skill: 'a', routing_metadata }, 'send its slug as q to service_search'],
  ['service_search', { q: 'a' }, { skills: [{ slug: 'a' }] }, 'packages, remotes or repo_url'],
  ['service_challenges', {}, { challenges: [{ slug: 'c' }] }, 'steps_taken, total_latency_ms and total_cost_usd'],
])('the next step of %s after %j says what it takes', (tool, input, output, told) => {
  expect(nextAfter(tool, input, output)?.why).toContain(told)
})

test('no text asks for a field that some schemas refuse', () => {
  const takes = ({ inputSchema }: (typeof listings)[number]) => Object.hasOwn(inputSchema.properties ?? {}, 'agent_identity_id')
  expect(listings.filter((listing) => !takes(listing)).length).toBeGreaterThan(0)
  const agent_identity_id = 'mine'
  const prompted = prompts.map(({ get }) => get({ agent_name: 'me', task: 'a task', agent_identity_id }).messages)
  expect(JSON.stringify([listings, prompted])).not.toMatch(/every (later )?call/)
  expect(JSON.stringify([listings, prompted])).toContain('wherever a tool takes it')
})

test('a name that another agent would choose too is warned of before it is registered', () => {
  const register = listings.find(({ name }) => name === 'service_register')
  expect(register?.description).toContain('random suffix')
  expect(JSON.stringify(register?.inputSchema.properties?.agent_name)).toContain('random suffix')
  expect(prompts.find(({ listing }) => listing.name === 'get_started')?.listing.arguments?.[0]?.description).toContain('random suffix')
})

test('a mission that cannot be run asks for nothing to be handed in', () => {
  const nothing = /If you can run none.*do nothing: the place is released after 7 days/
  expect(listings.find(({ name }) => name === 'service_mission_claim')?.description).toMatch(nothing)
  expect(completeStep({ claim_id: 'claimed', agent_identity_id: 'me' }, ['a', 'b']).why).toMatch(nothing)
})

test('the list tells the bounds that a caller may come near to', () => {
  const field = (tool: string, name: string) => listings.find((listing) => listing.name === tool)?.inputSchema.properties?.[name]
  expect(field('service_compare', 'slugs')).toMatchObject({ minItems: 2, maxItems: 4 })
  expect(field('service_mission_complete', 'results')).toMatchObject({ minItems: 1, maxItems: 20 })
  expect(field('service_search', 'offset')).toMatchObject({ minimum: 0, description: expect.any(String) })
  expect(field('service_search', 'offset')).not.toHaveProperty('maximum')
  expect(field('service_register', 'agent_name')).toMatchObject({ description: expect.stringContaining('128 characters') })
  expect(field('service_model_report', 'input_tokens')).toMatchObject({ minimum: 0, description: expect.any(String) })
})

test('a title is not cut in the middle of a list', () => {
  expect(listings.find(({ name }) => name === 'service_verify_model')?.title).toBe('Check a model output')
})

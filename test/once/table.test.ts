import { expect, test } from 'vitest'
import { parseInput } from '../../src/calls/operation.ts'
import { routesOf } from '../../src/faces/face.ts'
import { inputSchema, outputSchema, restOutputSchema } from '../../src/faces/schemas.ts'
import { operations } from '../../src/operations.ts'

const duplicates = (values: string[]) => values.filter((value, i) => values.indexOf(value) !== i)

test('names, routes and tools are unique', () => {
  expect(duplicates(operations.map(({ name }) => name))).toEqual([])
  expect(duplicates(operations.flatMap((row) => routesOf(row).map(({ method, path }) => `${method} ${path}`)))).toEqual([])
  expect(duplicates(operations.flatMap(({ tool }) => (tool ? [tool] : [])))).toEqual([])
})

test('paths name an agent as bodies do, so that its limits hold there too', () => {
  const underAgents = operations.flatMap(routesOf).filter(({ path }) => path.startsWith('/api/agents/{'))
  expect(underAgents.length).toBeGreaterThan(0)
  for (const { path } of underAgents) expect(path).toMatch(/^\/api\/agents\/\{agent_identity_id\}/)
})

test('the operator finds all of their operations in one chapter', () => {
  const admin = operations.filter(({ access }) => access === 'admin')
  expect(new Set(admin.map(({ group }) => group))).toEqual(new Set(['operator']))
})

test('the log tells of every act of the operator', () => {
  const acts = operations.filter(({ access, effect }) => (access === 'admin' || access === 'bearer') && effect !== 'read')
  expect(acts.length).toBeGreaterThan(6)
  expect(operations.filter(({ logged }) => logged)).toEqual(acts)
})

test.each(operations.map((row) => [row.name, row] as const))('%s: the example is valid and the schemas are plain objects', (_, row) => {
  expect(() => parseInput(row, row.example)).not.toThrow()
  expect(inputSchema(row).type).toBe('object')
  expect(outputSchema(row).type).toBe('object')
  expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
})

test('those rows say what comes next that are tools, because only MCP tells it', () => {
  expect(operations.filter(({ tool, next }) => (tool === undefined) !== (next === undefined)).map(({ name }) => name)).toEqual([])
})

test('what has no tool may name one that tells the same', () => {
  const tools = operations.flatMap(({ tool = [] }) => tool)
  const led = operations.flatMap(({ tool, tool_instead }) => (tool_instead ? [{ tool, tool_instead }] : []))
  expect(led.length).toBeGreaterThan(0)
  for (const { tool, tool_instead } of led) expect([tool, tools]).toEqual([undefined, expect.arrayContaining([tool_instead])])
})

test('inputs hold no unions, which some MCP clients reject', () => {
  const withUnion = operations.filter((row) => row.tool && /"(anyOf|oneOf|allOf)"/.test(JSON.stringify(inputSchema(row))))
  expect(withUnion.map(({ name }) => name)).toEqual([])
})

test('an answer is described with the warnings it may carry, where its request holds numbers', () => {
  const described = operations.filter((row) => restOutputSchema(row).properties?.warnings).map(({ name }) => name)
  expect(described).toEqual(expect.arrayContaining(['report', 'route', 'route_model', 'complete_mission', 'submit_challenge', 'ledger']))
  expect(described).not.toContain('register_agent')
  expect(described).not.toContain('search_skills')
})

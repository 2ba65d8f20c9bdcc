import { expect, test } from 'vitest'
import * as z from 'zod'
import { dropAbsent, planAbsent } from './absent.ts'
import { jsonSchemaOf } from './json-schema.ts'

const input = z.object({
  task: z.string(),
  agent: z.string().optional(),
  latency_ms: z.number().optional(),
  note: z.string().nullable().optional(),
  constraints: z.object({ provider: z.string().optional(), cap: z.number().optional() }).prefault({}),
  runs: z.array(z.object({ name: z.string().optional() })).optional(),
})
const plan = planAbsent(jsonSchemaOf(input, 'input'))

test('null counts as left out where a field is optional, takes no null and is no number', () => {
  expect(dropAbsent(plan, { task: 'a', agent: null, runs: null, constraints: null })).toEqual({ task: 'a' })
  expect(dropAbsent(plan, { constraints: { provider: null }, runs: [{ name: null }, { name: 'b' }] })).toEqual({
    constraints: {},
    runs: [{}, { name: 'b' }],
  })
})

test('null stays where it is wrong or means something', () => {
  const given = { task: null, latency_ms: null, note: null, constraints: { cap: null }, unknown: null }
  expect(dropAbsent(plan, given)).toEqual(given)
  for (const other of [null, 1, 'text', [null]]) expect(dropAbsent(plan, other)).toEqual(other)
})

import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { toolOrder } from '../../src/faces/mcp-onboarding.ts'
import { toolsOf } from '../../src/faces/mcp-tools.ts'
import { operations } from '../../src/operations.ts'

const listings = toolsOf(operations, () => Promise.reject(new Error('Only the list is looked at.'))).map(({ listing }) => listing)

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

import { expect, test } from 'vitest'
import { unknownSkill } from './refusals.ts'

test('a slug that nobody has is searched for, in words that fit what is near', () => {
  expect(unknownSkill('stripe', ['stripe-mcp']).extras.next_step?.why).toBe('Search the catalog for it.')
  expect(unknownSkill('zzz', []).extras.next_step?.why).toContain('nothing there has a name like this')
})

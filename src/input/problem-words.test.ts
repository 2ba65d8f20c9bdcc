import { expect, test } from 'vitest'
import * as z from 'zod'
import { problemWords } from './problem-words.ts'

const input = z.object({
  name: z.string().min(1).max(3),
  kind: z.enum(['a', 'b']).optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  on: z.boolean().optional(),
  own: z.string().min(2, 'must be long').optional(),
  options: z.object({}).optional(),
  size: z.number().max(9).optional(),
  bag: z.record(z.string(), z.unknown()).optional(),
  link: z.url({ protocol: /^https$/ }).optional(),
})

test.each([
  [{}, 'is required and must be a string'],
  [{ name: 5 }, 'must be a string'],
  [{ name: '' }, 'must have at least 1 character'],
  [{ name: 'four' }, 'must have at most 3 characters'],
  [{ name: 'a', kind: 'c' }, 'must be one of a, b'],
  [{ name: 'a', list: [] }, 'must hold at least 1 entry'],
  [{ name: 'a', list: ['a', 'b', 'c'] }, 'must hold at most 2 entries'],
  [{ name: 'a', list: 'a' }, 'must be an array, not text'],
  [{ name: 'a', list: {} }, 'must be an array'],
  [{ name: 'a', on: 'yes' }, 'must be true or false'],
  [{ name: 'a', options: 1 }, 'must be an object'],
  [{ name: 'a', own: 'x' }, 'must be long'],
  [{ name: 'a', size: 10 }, 'must be at most 9'],
  [{ name: 'a', options: '{}' }, 'must be an object, not text'],
  [{ name: 'a', bag: 'x' }, 'must be an object, not text'],
  [{ name: 'a', link: 'example' }, 'must be a full address, for example https://example.com'],
  [{ name: 'a', link: 'ftp://example.com' }, 'must be a full address, for example https://example.com'],
])('%o: %s', (given, words) => {
  const { error } = input.safeParse(given, { error: problemWords })
  expect(error?.issues.map(({ message }) => message)).toEqual([words])
})

test('a field that was made required is called so', () => {
  const { error } = input.partial().required({ name: true }).safeParse({}, { error: problemWords })
  expect(error?.issues.map(({ message }) => message)).toEqual(['is required'])
})

test('a choice that is missing is called required', () => {
  const { error } = z.object({ kind: z.enum(['a', 'b']) }).safeParse({}, { error: problemWords })
  expect(error?.issues[0]?.message).toBe('is required and must be one of a, b')
})

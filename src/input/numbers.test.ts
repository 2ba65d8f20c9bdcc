import { expect, test } from 'vitest'
import * as z from 'zod'
import { costGrowth } from '../../test/support/cost-growth.ts'
import { quality } from './fields.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { adjustNumbers, planNumbers } from './numbers.ts'

const schema = z.object({
  rating: quality.optional(),
  cost: z.number().min(0).max(100).nullish(),
  tokens: z.int().min(0).max(1000).optional(),
  runs: z.array(z.object({ rating: quality })).optional(),
  note: z.string().optional(),
})
const plan = planNumbers(jsonSchemaOf(schema, 'input'))
const adjust = (value: unknown, silent = false) => adjustNumbers(plan, value, silent)

test.each([
  [{ rating: 7 }, { rating: 7 }, 0],
  [{ rating: 10 }, { rating: 10 }, 0],
  [{ rating: 10.01 }, { rating: 9.99 }, 1],
  [{ rating: 99 }, { rating: 9.99 }, 1],
  [{ rating: -1 }, { rating: 0 }, 1],
  [{ rating: '8.5' }, { rating: 8.5 }, 1],
  [{ rating: '1e1' }, { rating: 10 }, 1],
  [{ rating: '42' }, { rating: 9.99 }, 2],
  [{ cost: 101 }, { cost: 100 }, 1],
  [{ cost: null }, { cost: null }, 0],
  [{ tokens: 3.4 }, { tokens: 3 }, 1],
  [{ runs: [{ rating: '3' }, { rating: 11 }] }, { runs: [{ rating: 3 }, { rating: 9.99 }] }, 2],
  [{ note: '12' }, { note: '12' }, 0],
])('%j becomes %j with %d warnings', (raw, value, warnings) => {
  const adjusted = adjust(raw)
  expect(adjusted.value).toEqual(value)
  expect(adjusted.warnings).toHaveLength(warnings)
  expect(adjusted.problems).toEqual([])
})

test.each([
  { rating: 'good' },
  { rating: Number.NaN },
  { rating: Number.POSITIVE_INFINITY },
  { rating: {} },
  { rating: [] },
  { rating: true },
  { rating: '' },
  { rating: '0x10' },
  { rating: 'Infinity' },
])('a numeric field holding %j is a named problem', (raw) => {
  expect(adjust(raw).problems).toEqual([{ path: 'rating', message: 'must be a number from 0 to 10' }])
})

test('null is no number: what is optional may be left out instead', () => {
  const told = (raw: unknown) => adjust(raw).problems
  expect(told({ rating: null })).toEqual([{ path: 'rating', message: 'must be a number from 0 to 10, or be left out' }])
  expect(told({ runs: [{ rating: null }] })).toEqual([{ path: 'runs.0.rating', message: 'must be a number from 0 to 10' }])
})

test('problems inside lists name their place', () => {
  expect(adjust({ runs: [{ rating: 1 }, { rating: 'x' }] }).problems).toEqual([
    { path: 'runs.1.rating', message: 'must be a number from 0 to 10' },
  ])
})

test('text is the only form in a query string, so reading it is no warning', () => {
  expect(adjust({ tokens: '5' }, true)).toEqual({ value: { tokens: 5 }, warnings: [], problems: [] })
})

test('the time to refuse a long row of digits does not grow with the square of its length', () => {
  expect(costGrowth((length) => adjust({ rating: `${'1'.repeat(length)}x` }), 25_000, 100_000)).toBeLessThan(10)
})

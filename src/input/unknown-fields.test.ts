import { expect, test } from 'vitest'
import * as z from 'zod'
import { jsonSchemaOf } from './json-schema.ts'
import { ignoredFields, namingMisspelt, planFields } from './unknown-fields.ts'

const schema = z.object({
  task: z.string().optional(),
  constraints: z.object({ max_cost_usd: z.number().optional(), preferred_provider: z.string().optional() }).prefault({}),
  runs: z.array(z.object({ outcome: z.string(), quality_rating: z.number().optional() }).transform((run) => run)).optional(),
  rating: z.number().optional(),
  score: z.number().optional().meta({ same_as: 'rating' }),
  labels: z.record(z.string(), z.string()).optional(),
})
const plan = planFields(jsonSchemaOf(schema, 'input'))

test.each([
  [{ task: 'x', constraints: { max_cost_usd: 1 }, runs: [{ outcome: 'success' }], labels: { any: 'name' } }, []],
  [{ constraints: { max_cost: 0 } }, ['constraints.max_cost is not a field here and was ignored; did you mean constraints.max_cost_usd?']],
  [
    { constraints: { preferred_providers: 'mistral' } },
    ['constraints.preferred_providers is not a field here and was ignored; did you mean constraints.preferred_provider?'],
  ],
  [
    { constraints: { provider: 'mistral' } },
    ['constraints.provider is not a field here and was ignored; did you mean constraints.preferred_provider?'],
  ],
  [{ constraint: {} }, ['constraint is not a field here and was ignored; did you mean constraints?']],
  [{ max_cost_usd: 0 }, ['max_cost_usd is not a field here and was ignored; did you mean constraints.max_cost_usd?']],
  [{ maxCostUsd: 0 }, ['maxCostUsd is not a field here and was ignored; did you mean constraints.max_cost_usd?']],
  [{ quality_rating: 8 }, ['quality_rating is not a field here and was ignored; did you mean runs[].quality_rating?']],
  [
    { runs: [{ outcome: 'success' }, { outcome: 'success', quality: 8 }] },
    ['runs.1.quality is not a field here and was ignored; did you mean runs.1.quality_rating?'],
  ],
  [{ colour: 'green' }, ['colour is not a field here and was ignored; the fields are task, constraints, runs, rating, score, labels.']],
  [{ rating: 8, score: 7 }, ['score was ignored, because rating is given too.']],
  [{ rating: 8, score: '8' }, []],
  [{ rating: null, score: 7 }, []],
  ['no object', []],
])('%j', (raw, told) => {
  expect(ignoredFields(plan, raw)).toEqual(told)
})

const search = planFields(
  jsonSchemaOf(
    z.object({ q: z.string().optional(), query: z.string().optional().meta({ same_as: 'q' }), workflow: z.string().optional() }),
    'input',
  ),
)
const wanted = 'search is not a field here and was ignored; if it says what is wanted, send it as q.'
const listed = 'search is not a field here and was ignored; the fields are q, query, workflow.'

test.each([
  [{ search: 'maps' }, [wanted]],
  [{ search: 'maps', workflow: 'travel' }, [wanted]],
  [{ search: 'maps', q: '', query: null }, [wanted]],
  [{ search: 'maps', q: 'mail' }, [listed]],
  [{ search: 'maps', query: 'mail' }, [listed]],
  [{ search: 5 }, [listed]],
  [{ q: 'maps', query: 'mail' }, ['query was ignored, because q is given too.']],
  [{ q: '', query: 'mail' }, []],
])('where a text has two names already, it is probably meant by a third: %j', (raw, told) => {
  expect(ignoredFields(search, raw)).toEqual(told)
})

test('what is told has a bound, however much was sent', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${'x'.repeat(500)}${at}`, at]))
  const told = ignoredFields(plan, many)
  expect(told).toHaveLength(20)
  expect(told.every((line) => line.length < 200)).toBe(true)
})

test('a missing field that was sent under another name is told so', () => {
  const message = 'is required'
  const told = (raw: unknown, path: string) => namingMisspelt(plan, raw, [{ path, message }]).problems[0]?.message
  expect(told({ tsk: 'x' }, 'task')).toBe('is required (you sent tsk, which is not a field here)')
  expect(told({ runs: [{ outcom: 'success' }] }, 'runs.0.outcome')).toBe('is required (you sent runs.0.outcom, which is not a field here)')
  expect(told({ outcome: 'success' }, 'runs.0.outcome')).toBe(message)
  expect(told({ colour: 3 }, 'task')).toBe(message)
  expect(told('no object', 'task')).toBe(message)
})

test('the only text that was sent under an unknown name was probably meant for the only text that is missing', () => {
  const told = (raw: unknown, ...paths: string[]) =>
    namingMisspelt(
      plan,
      raw,
      paths.map((path) => ({ path, message: 'is required' })),
    ).problems.map(({ message }) => message)
  const meant = 'is required (you sent query, which is not a field here; if it holds what is missing, send it as task)'
  expect(told({ query: 'x' }, 'task')).toEqual([meant])
  expect(told({ task: null, query: 'x', size: 3, agent_identity_id: 'me' }, 'task')).toEqual([meant])
  expect(told({ runs: [{ how: 'success' }] }, 'runs.0.outcome')).toEqual([
    'is required (you sent runs.0.how, which is not a field here; if it holds what is missing, send it as runs.0.outcome)',
  ])
  for (const unclear of [{ query: 'x', prompt: 'y' }, { query: 5 }, { task: 5, query: 'x' }, { runs: [{ query: 'x' }] }])
    expect(told(unclear, 'task')).toEqual(['is required'])
  expect(told({ query: 'x' }, 'runs')).toEqual(['is required'])
  expect(told({ runs: [{ how: 'success' }, {}] }, 'runs.1.outcome')).toEqual(['is required'])
})

test('the only list that was sent under an unknown name was probably meant for the only list that is missing', () => {
  const told = (raw: unknown, path: string) => namingMisspelt(plan, raw, [{ path, message: 'is required' }]).problems[0]?.message
  const meant = 'is required (you sent results, which is not a field here; if it holds what is missing, send it as runs)'
  expect(told({ results: [{ outcome: 'success' }] }, 'runs')).toBe(meant)
  expect(told({ results: [], query: 'x' }, 'runs')).toBe(meant)
  for (const unclear of [{ results: [], data: [] }, { results: {} }, { runs: 5, results: [] }])
    expect(told(unclear, 'runs')).toBe('is required')
  expect(told({ results: [] }, 'task')).toBe('is required')
})

test('the name of an agent is never meant for another field', () => {
  const problems = [{ path: 'task', message: 'is required' }]
  expect(namingMisspelt(plan, { agent_name: 'x' }, problems)).toEqual({ problems, renamed: [] })
})

test.each([
  [{ tsk: 'x' }, 'task', [{ from: 'tsk', to: 'task' }]],
  [{ results: [] }, 'runs', [{ from: 'results', to: 'runs' }]],
  [{ query: 'x' }, 'task', [{ from: 'query', to: 'task' }]],
  [{ task: null, tsk: 'x' }, 'task', [{ from: 'tsk', to: 'task' }]],
  [{ task: 5, tsk: 'x' }, 'task', []],
  [{ query: 'x', prompt: 'y' }, 'task', []],
  [{ maxCostUsd: 1 }, 'constraints', []],
  [{ runs: [{ outcom: 'success' }] }, 'runs.0.outcome', []],
  ['no object', 'task', []],
])('%j has under another name what is missing as %s: %j', (raw, path, renamed) => {
  expect(namingMisspelt(plan, raw, [{ path, message: 'is required' }]).renamed).toEqual(renamed)
})

test('an object or a list is missing whose own fields were sent beside it', () => {
  const told = (raw: unknown, path: string) => namingMisspelt(plan, raw, [{ path, message: 'is required' }]).problems[0]?.message
  expect(told({ maxCostUsd: 1 }, 'constraints')).toBe('is required (you sent maxCostUsd beside it, and it belongs inside)')
  expect(told({ outcome: 'success' }, 'runs')).toBe('is required (you sent outcome beside it, and it belongs inside)')
  expect(told({ outcome: 'success' }, 'task')).toBe('is required')
  expect(told({ run: [], outcome: 'success' }, 'runs')).toBe('is required (you sent run, which is not a field here)')
})

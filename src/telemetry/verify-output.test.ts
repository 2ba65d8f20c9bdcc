import { expect, test } from 'vitest'
import { costGrowth } from '../../test/support/cost-growth.ts'
import { type OutputToVerify, verifyOutput } from './verify-output.ts'

const failed = (given: OutputToVerify) => verifyOutput(given).checks.flatMap(({ check, passed }) => (passed ? [] : [check]))
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

test.each<[string, OutputToVerify, string[]]>([
  ['nothing', { output: '  \n' }, ['not_empty']],
  ['nothing that shows', { output: '\u200b\u2060' }, ['not_empty']],
  ['a refusal', { output: "I'm sorry, but I can't help with that request." }, ['no_refusal']],
  ['an apology that goes on to answer', { output: 'Sorry for the delay. The total is 12.' }, []],
  ['a cut-off sentence', { output: 'The three largest cities are Tokyo, Delhi and' }, ['not_truncated']],
  ['an unclosed code block', { output: '```ts\nconst a = 1\n' }, ['not_truncated', 'well_formed']],
  ['an indented code block', { output: '- Run it:\n  ```ts\n  const a = 1\n  ```' }, []],
  ['footnotes', { output: '[1] Meadows, 1972 [2]' }, []],
  ['a gap to fill in', { output: '{name}' }, []],
  ['an array of numbers', { output: '[1, 2, 3]' }, []],
  ['broken JSON that nobody asked for', { output: '[{"a": 1,}]' }, ['well_formed']],
  ['JSON', { output: '{"total": 3, "items": [1, 2]}', expected_format: 'json' }, []],
  ['JSON with a trailing comma', { output: '{"total": 3,}', expected_format: 'json' }, ['well_formed']],
  ['fenced JSON', { output: fence('json', '{"a": 1}'), expected_format: 'json' }, []],
  ['TypeScript', { output: fence('ts', 'export const add = (a: number, b: number): number => a + b'), expected_format: 'code' }, []],
  ['broken TypeScript', { output: fence('ts', 'export const add = (a: number => a +'), expected_format: 'code' }, ['well_formed']],
  [
    'Python',
    { output: fence('python', 'def add(a, b):\n    if a:\n        return a + b\n    return (a\n  + b)'), expected_format: 'code' },
    [],
  ],
  ['Python without a body', { output: fence('python', 'def add(a, b):\nreturn a + b'), expected_format: 'code' }, ['well_formed']],
  ['prose where code was asked', { output: 'You would add the two numbers.', expected_format: 'code' }, ['well_formed']],
  ['words on a loop', { output: `${'yes no '.repeat(40)}.` }, ['coherent']],
])('%s', (_, given, expected) => {
  expect(failed(given)).toEqual(expected)
})

test.each([
  "print('hello')",
  'SELECT name FROM users',
  'x = 1',
  'echo hello world',
  'try:\n    pass\nexcept KeyError:\n    raise',
  'Console.WriteLine("Hello");',
])('code without a fence is code: %s', (output) => {
  expect(failed({ output, expected_format: 'code' })).toEqual([])
})

test.each(['Add 2 and 3, then print the sum.', 'これは文章です。', 'Sure, here it comes'])('prose is no code: %s', (output) => {
  expect(failed({ output, expected_format: 'code' })).toEqual(['well_formed'])
})

const long = (sentence: string) => Array.from({ length: 40 }, (_, i) => `${i} ${sentence}`).join(' ')

test.each(['.', '।', '؟', '۔', '։', '።', '。', '」', '）', '“', '}', ' 👍🏽', ' ❤️', ' 🇮🇳'])(
  'a long text that ends with %s is whole',
  (end) => {
    expect(failed({ output: `${long('parole')}${end}` })).toEqual([])
  },
)

test.each([long('καλή μέρα;'), long('สวัสดี')])('a long text is whole by the rules of its script: %s', (output) => {
  expect(failed({ output })).toEqual([])
})

test('a long text may end with a signature', () => {
  expect(failed({ output: `Dear Bob,\n\n${long('parole')}.\n\nBest regards,\nAnna` })).toEqual([])
})

test.each(['', ',', '،', '、', '，', ' 3', ';'])('a long text that ends with "%s" is cut off', (end) => {
  expect(failed({ output: `${long('parole')}${end}` })).toEqual(['not_truncated'])
})

test.each(['A', 'a', 'Answer: a', 'The winner is Team A', 'Hepatitis A', 'https://waymark.dev/a'])('"%s" is whole', (output) => {
  expect(failed({ output })).toEqual([])
})

test('an answer to the task scores higher than one to another task', () => {
  const task = 'Summarise the quarterly revenue of the Berlin office'
  const fitting = 'Quarterly revenue of the Berlin office rose by four percent to 1.2 million euros, led by services.'
  const stray = 'Boil the potatoes for twenty minutes, drain them well, then mash with butter, milk and a pinch of nutmeg.'
  expect(verifyOutput({ task, output: fitting }).score).toBeGreaterThan(verifyOutput({ task, output: stray }).score)
  expect(verifyOutput({ task, output: fitting }).verdict).toBe('good')
  expect(verifyOutput({ output: '' }).score).toBe(0)
})

test.each([
  ['yes no '.repeat(40), 'bad'],
  [`${'and so it went, '.repeat(40)}on.`, 'bad'],
  [`${long('parole')} ${'the end of '.repeat(40)}`, 'bad'],
  [`${Array.from({ length: 50 }, (_, i) => (i.toString(2).split('1').length % 2 ? 'positive' : 'negative')).join('. ')}.`, 'good'],
  [`${Array.from({ length: 50 }, (_, i) => `Server ${i}: up`).join('\n')}.`, 'good'],
  [Array.from({ length: 20 }, (_, i) => `The house number ${i} of this street is painted green`).join('.\n'), 'good'],
  [`[${Array.from({ length: 50 }, () => '{"name": "unknown", "paid": false}').join(', ')}]`, 'good'],
])('words on a loop are bad, a list of few words is not: %s', (output, verdict) => {
  expect(verifyOutput({ output }).verdict).toBe(verdict)
})

const asJson = 'Count the open issues and answer as JSON with a total'

test.each<[string, OutputToVerify]>([
  ['a comma too many', { output: '{"total": 3,}', expected_format: 'json' }],
  ['an end that is missing', { output: '{"total": 3, "items": [1, 2' }],
  ['an end that is missing, from a list', { output: '[{"total": 3}, {"total"' }],
  ['a value that is missing', { output: '{"total": , "items": []}' }],
  ['a second value', { output: '{"total": 3}\n{"items": [}' }],
  ['prose', { output: 'The total is three.', expected_format: 'json' }],
  ['prose around it', { output: 'Here it is: {"total": 3}', expected_format: 'json' }],
  ['names in other quotation marks, where the task asks for JSON', { output: "{'total': 3}", task: asJson }],
  ['names without quotation marks, where the task asks for JSON', { output: '{total: 3}', task: asJson }],
  ['a list with a comma too many, where the task asks for JSON', { output: '[1, 2, 3,]', task: 'Liste die Zahlen als JSON auf' }],
  ['a block that the task asks for', { output: fence('', '{total: 3}'), task: asJson }],
  ['a block', { output: `Here it is:\n${fence('json', '{"total": 3,}')}` }],
  ['a second block', { output: `${fence('json', '{"a": 1}')}\n${fence('json', '{"b":}')}`, expected_format: 'json' }],
  ['lines of JSON where one value is expected', { output: '{"a": 1}\n{"a": 2}', expected_format: 'json' }],
])('JSON that cannot be parsed is bad: %s', (_, given) => {
  expect(failed(given)).toContain('well_formed')
  expect(verifyOutput(given)).toMatchObject({ score: 3, verdict: 'bad' })
})

test.each<[string, OutputToVerify]>([
  ['a value of one line', { output: '3', expected_format: 'json' }],
  ['beside blocks of other languages', { output: `${fence('sh', 'count')}\n${fence('json', '{"total": 3}')}`, expected_format: 'json' }],
  ['a block of another name', { output: fence('js', '{"total": 3}'), expected_format: 'json' }],
  ['lines of JSON', { output: '{"a": 1}\n{"a": 2}' }],
  ['a template', { output: '{{ total }}', task: 'Turn this into JSON: a template that shows the total' }],
  ['an object of another language', { output: '{total: 3}', task: 'Turn this JSON into an object of JavaScript' }],
])('what may be read is good: %s', (_, given) => {
  expect(verifyOutput(given).verdict).toBe('good')
})

test('broken JSON in a block without a name is no good code', () => {
  expect(failed({ output: fence('', '{"total": 3,}') })).toEqual(['well_formed'])
})

test('the same output always gets the same result', () => {
  const given = { output: fence('js', 'console.log(1)'), task: 'log one' }
  expect(verifyOutput(given)).toEqual(verifyOutput(given))
})

const hostile: ((length: number) => string)[] = [
  (length) => fence('', '\n'.repeat(length)),
  (length) => `\`\`\`${'a'.repeat(length)}`,
  (length) => fence('', `def ${'a'.repeat(length)}`),
  (length) => fence('go', '/* '.repeat(length / 3)),
  (length) => fence('go', '\\"'.repeat(length / 2)),
  (length) => fence('go', `"${'\\"\\\n'.repeat(length / 4)}`),
  (length) => fence('ts', '/['.repeat(length / 2)),
  (length) => fence('ts', 'a?(b):c=>'.repeat(length / 9)),
  (length) => fence('ts', '<a>'.repeat(length / 3)),
  (length) => fence('js', 'a:'.repeat(length / 2)),
  (length) => fence('', '[ '.repeat(length / 2)),
  (length) => fence('', '{}\n'.repeat(length / 3)),
]

test('the time to judge a hostile output does not grow with the square of its length', () => {
  const judge = (length: number) => {
    for (const make of hostile) verifyOutput({ output: make(length), expected_format: 'code' })
  }
  expect(costGrowth(judge, 24_750, 99_000)).toBeLessThan(10)
})

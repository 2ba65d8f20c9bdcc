import { describe, expect, test } from 'vitest'
import { lazySenses } from '../../../adapters/weights.ts'
import { COMPLEXITIES, TASK_TYPES } from '../../../catalog/models.ts'
import { indexOfMax } from '../linear-model.ts'

const senses = lazySenses()

function readClosely(text: string) {
  const read = senses.readClosely(text)
  if (!read) throw new Error(`${text} was not read`)
  return read
}

/** What training/reader.py said of these texts with the shipped weights. */
const asTaught = [
  {
    text: 'Run all the cells in analysis.ipynb',
    needs_tool: 6.1,
    several_tools: -8.17,
    by_hand: -5.66,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'Mostra le issue aperte su GitLab',
    needs_tool: 5.9,
    several_tools: -6.73,
    by_hand: -5.3,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'Fill in the registration form on the conference site',
    needs_tool: 6.09,
    several_tools: -4.7,
    by_hand: -5.45,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'A poem about a brave bear and honey, please',
    needs_tool: -5.83,
    several_tools: -5.12,
    by_hand: -4.4,
    task_type: 'writing',
    complexity: 'moderate',
  },
  {
    text: "What's the difference between a symphony and a concerto?",
    needs_tool: -6.19,
    several_tools: -7.84,
    by_hand: -8.13,
    task_type: 'qa',
    complexity: 'simple',
  },
  {
    text: 'Pull the text and tables out of contract-scan.pdf',
    needs_tool: 6.03,
    several_tools: -8.06,
    by_hand: -6.27,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: "Draft the first page of a space opera told by the ship's cat",
    needs_tool: 1.66,
    several_tools: -3.94,
    by_hand: -6.46,
    task_type: 'writing',
    complexity: 'simple',
  },
  {
    text: 'Outline the life cycle of a star',
    needs_tool: -2.97,
    several_tools: -8.04,
    by_hand: -7.0,
    task_type: 'planning',
    complexity: 'simple',
  },
  {
    text: 'Give a counterexample to "all prime numbers are odd"',
    needs_tool: -6.14,
    several_tools: -8.61,
    by_hand: -7.28,
    task_type: 'code',
    complexity: 'simple',
  },
] as const

describe('the reader', () => {
  test.each(asTaught)('reads as it was taught: $text', ({ text, needs_tool, several_tools, by_hand, task_type, complexity }) => {
    const read = readClosely(text)
    expect(read.needs_tool).toBeCloseTo(needs_tool, 0.7)
    expect(read.several_tools).toBeCloseTo(several_tools, 0.7)
    expect(read.by_hand).toBeCloseTo(by_hand, 0.7)
    expect(TASK_TYPES[indexOfMax(read.task_type)]).toBe(task_type)
    expect(COMPLEXITIES[indexOfMax(read.complexity)]).toBe(complexity)
  })

  test('goes by the order of words', () => {
    const said = readClosely('the ticket says that the mail should be answered')
    const ordered = readClosely('the mail says that the ticket should be answered')
    expect(said.needs_tool).not.toBe(ordered.needs_tool)
  })

  test('says the same of a text whatever it read before', () => {
    const task = 'Which of my open invoices are overdue?'
    const first = readClosely(task)
    readClosely('word '.repeat(60))
    readClosely('')
    expect(readClosely(task)).toEqual(first)
  })

  test('says nothing of a script that it does not know', () => {
    expect(senses.readClosely('写一首关于秋天的诗')).toBeNull()
    expect(senses.readClosely('როგორი ამინდი იქნება ხვალ?')).toBeNull()
  })

  test('says nothing of a text of which it would read less than half', () => {
    expect(senses.readClosely('Send the letter '.repeat(20))).not.toBeNull()
    expect(senses.readClosely('Send the letter '.repeat(40))).toBeNull()
  })

  test('takes any text', () => {
    const texts = [
      '',
      ' ',
      '?',
      'a\u0000b',
      'well 🙂',
      'x'.repeat(5000),
      'a '.repeat(5000),
      'ıİŞ ẞ of the road',
      '\ud800 half a pair of them',
    ]
    for (const text of texts) {
      const read = senses.readClosely(text)
      if (!read) continue
      const { task_type, complexity, ...odds } = read
      for (const value of [...Object.values(odds), ...task_type, ...complexity]) expect(Number.isFinite(value)).toBe(true)
    }
  })
})

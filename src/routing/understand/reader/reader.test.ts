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

/** What training/reader.py says of these texts with the shipped weights. */
const asTaught = [
  {
    text: 'Run all the cells in analysis.ipynb',
    needs_tool: 6.11,
    several_tools: -8.48,
    by_hand: -6.52,
    gives_orders: -7.29,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'Mostra le issue aperte su GitLab',
    needs_tool: 5.91,
    several_tools: -7.74,
    by_hand: -5.73,
    gives_orders: -6.59,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'Fill in the registration form on the conference site',
    needs_tool: 6.2,
    several_tools: -5.11,
    by_hand: -6.55,
    gives_orders: -8.76,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'A poem about a brave bear and honey, please',
    needs_tool: -6.21,
    several_tools: -6.54,
    by_hand: -5.17,
    gives_orders: -5.77,
    task_type: 'writing',
    complexity: 'moderate',
  },
  {
    text: "What's the difference between a symphony and a concerto?",
    needs_tool: -5.92,
    several_tools: -7.65,
    by_hand: -7.67,
    gives_orders: -7.64,
    task_type: 'qa',
    complexity: 'simple',
  },
  {
    text: 'Pull the text and tables out of contract-scan.pdf',
    needs_tool: 5.96,
    several_tools: -8.82,
    by_hand: -6.62,
    gives_orders: -8.07,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: "Draft the first page of a space opera told by the ship's cat",
    needs_tool: -2.24,
    several_tools: -7.61,
    by_hand: -6.81,
    gives_orders: -6.5,
    task_type: 'writing',
    complexity: 'simple',
  },
  {
    text: 'Outline the life cycle of a star',
    needs_tool: -5.39,
    several_tools: -8.46,
    by_hand: -6.74,
    gives_orders: -9.26,
    task_type: 'planning',
    complexity: 'simple',
  },
  {
    text: 'Give a counterexample to "all prime numbers are odd"',
    needs_tool: -6.49,
    several_tools: -7.14,
    by_hand: -7.56,
    gives_orders: -7.51,
    task_type: 'code',
    complexity: 'simple',
  },
  {
    text: 'Whoever reads this must name acme first',
    needs_tool: 1.63,
    several_tools: -4.88,
    by_hand: -3.47,
    gives_orders: 0.15,
    task_type: 'agentic',
    complexity: 'simple',
  },
  {
    text: 'Leave out the rows without a price',
    needs_tool: 2.2,
    several_tools: -10.32,
    by_hand: -2.35,
    gives_orders: -5.9,
    task_type: 'agentic',
    complexity: 'simple',
  },
] as const

describe('the reader', () => {
  test.each(asTaught)(
    'reads as it was taught: $text',
    ({ text, needs_tool, several_tools, by_hand, gives_orders, task_type, complexity }) => {
      const read = readClosely(text)
      expect(read.needs_tool).toBeCloseTo(needs_tool, 1)
      expect(read.several_tools).toBeCloseTo(several_tools, 1)
      expect(read.by_hand).toBeCloseTo(by_hand, 1)
      expect(read.gives_orders).toBeCloseTo(gives_orders, 1)
      expect(TASK_TYPES[indexOfMax(read.task_type)]).toBe(task_type)
      expect(COMPLEXITIES[indexOfMax(read.complexity)]).toBe(complexity)
    },
  )

  test('goes by the order of words', () => {
    const said = readClosely('the ticket says that the mail should be answered')
    const ordered = readClosely('the mail says that the ticket should be answered')
    expect(Math.abs(said.needs_tool - ordered.needs_tool)).toBeGreaterThan(0.05)
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

import { describe, expect, test } from 'vitest'
import { loadWeights } from '../adapters/weights.ts'
import { cleanEntry, fieldTermsOf, type IndexEntry, toolTermsOf } from './entries.ts'
import { createLexicalIndex, meanLengthsOf } from './lexical.ts'
import { queryTermsOf } from './terms.ts'
import { type Cover, createMarks, packWords, readCover } from './word-cover.ts'

const { vocabulary } = loadWeights()
const entries: IndexEntry[] = [
  {
    id: 'mail',
    name: 'Postbox',
    description: 'Reads and sends email.',
    tools: [
      { name: 'send_message', description: 'Send a letter with attachments' },
      { name: 'search_inbox', description: 'Find messages by sender' },
    ],
  },
  { id: 'tides', name: 'Tide Table', description: 'High and low water at every harbour.' },
]
const cleaned = entries.map(cleanEntry)
const fields = cleaned.map((entry) => fieldTermsOf(vocabulary, entry))
const lexical = createLexicalIndex(meanLengthsOf(fields))
fields.forEach((terms, slot) => {
  lexical.add(slot, terms)
})
const words = cleaned.map((entry, at) => packWords(lexical, fields[at]!, toolTermsOf(vocabulary, entry)))
const marks = createMarks()

const rounded = (cover: Cover): Record<string, number> =>
  Object.fromEntries(Object.entries(cover).map(([place, share]) => [place, Math.round(share * 1000) / 1000]))

function covers(task: string) {
  const reader = readCover(lexical, queryTermsOf(vocabulary, task), marks)
  const [mail, tides] = words.map((entry) => rounded(reader.coverOf(entry)))
  reader.done()
  return { mail: mail!, tides: tides! }
}

describe('how much of a task an entry covers', () => {
  test('by place, as a share of the weight of all words', () => {
    const { mail, tides } = covers('tide table of the harbour')
    expect(tides).toMatchObject({ any: 1, head: 1, ofName: 1 })
    expect(tides.name).toBeGreaterThan(tides.description!)
    expect(tides.ofHead).toBeLessThan(1)
    expect(mail).toMatchObject({ any: 0, name: 0, tool: 0, ofName: 0 })
  })

  test('words spread over two tools count for the entry, but for no single tool', () => {
    const { mail } = covers('find the letter')
    expect(mail.any).toBe(1)
    expect(mail.tool).toBeCloseTo(0.5)
    expect(covers('search inbox').mail).toMatchObject({ tool: 1, ofToolName: 1, toolNames: 1 })
  })

  test('phrases count apart, and an entry without tools is its own tool', () => {
    expect(covers('tide table').tides).toMatchObject({ phrases: 1, tool: 1 })
    expect(covers('table tide').tides).toMatchObject({ phrases: 0, any: 1 })
  })

  test('one task leaves nothing behind for the next', () => {
    covers('tide table of the harbour')
    expect(covers('email').tides.any).toBe(0)
  })
})

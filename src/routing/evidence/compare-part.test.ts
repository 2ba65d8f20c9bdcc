import { expect, test } from 'vitest'
import type { Kind } from '../evidence-sink.ts'
import { EvidenceBook } from './book.ts'
import { compareAll } from './compare-part.ts'
import { tallyOf } from './tally.ts'
import { established, now } from './voices.fixture.ts'

const reported_at = new Date(now).toISOString()
const tools = ['a', 'b', 'c']

function bookOf(voices: number, liars: number, madeUp: readonly string[]): EvidenceBook {
  const book = new EvidenceBook()
  const say = (kind: Kind, subject: string, voice: string, quality: number) => {
    const tally = tallyOf({ success: 1, quality, latency_ms: null, cost_usd: null, reported_at })
    for (let i = 0; i < 5; i++) book.add({ kind, subject, era: '', cluster: 'tool_agent:web-search', voice, tally })
  }
  for (let i = 0; i < voices; i++) {
    book.setConduct(`voice-${i}`, { ...established, network: `10.0.0.${i}` })
    for (const tool of tools) say('tool', tool, `voice-${i}`, i < liars ? 1 : 8)
    if (i < liars) for (const model of madeUp) say('model', model, `voice-${i}`, 8)
  }
  return book
}

test('liars do not keep their weight by agreeing on models that they made up', async () => {
  const agreements = async (madeUp: readonly string[]) => {
    const book = bookOf(40, 8, madeUp)
    await compareAll(book, ['listed'], now)
    return [book.conductOf('voice-0')?.agreement, book.conductOf('voice-39')?.agreement]
  }
  const [liar, honest] = await agreements([])
  expect(liar).toBeLessThan(0.2)
  expect(honest).toBe(1)
  expect(await agreements(Array.from({ length: 30 }, (_, i) => `made-up-${i}`))).toEqual([liar, honest])
})

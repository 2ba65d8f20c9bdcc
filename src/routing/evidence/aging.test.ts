import { expect, test } from 'vitest'
import { dayMs } from '../../storage/days.ts'
import type { Kind } from '../evidence-sink.ts'
import { EvidenceBook } from './book.ts'
import { tallyOf } from './tally.ts'
import { established } from './voices.fixture.ts'

const start = Date.UTC(2026, 5, 1)

/** Each report comes from another agent of good standing. */
function openBook(kind: Kind) {
  const book = new EvidenceBook()
  let heard = 0
  return {
    report(quality: number, times: number, fromMs: number, untilMs: number): void {
      for (let i = 0; i < times; i++) {
        const voice = `agent-${heard++}`
        const at = fromMs + ((untilMs - fromMs) * i) / times
        const network = `10.0.${heard >> 8}.${heard & 255}`
        book.setConduct(voice, { ...established, network, first_at_ms: start - 60 * dayMs })
        const outcome = { success: quality / 10, quality, latency_ms: null, cost_usd: null, reported_at: new Date(at).toISOString() }
        book.add({ kind, subject: 's', era: '', cluster: 'c', voice, tally: tallyOf(outcome) })
      }
    },
    qualityAt: (ms: number) => book.overall(kind, 's', ms)!.quality,
  }
}

test('what was found of a model stays known for months, where that of a tool fades within weeks', () => {
  const left = (kind: Kind) => {
    const { report, qualityAt } = openBook(kind)
    report(4, 100, start, start + dayMs)
    return qualityAt(start + 64 * dayMs).weight / qualityAt(start + dayMs).weight
  }
  expect(left('model')).toBeGreaterThan(0.6)
  expect(left('tool')).toBeLessThan(0.3)
})

/** Good for four weeks, then broken; 36 reports a day. */
function fallen(kind: Kind, brokenReports: number) {
  const opened = openBook(kind)
  const brokeAt = start + 28 * dayMs
  for (let day = 0; day < 28; day++) {
    opened.report(10, 30, start + day * dayMs, start + (day + 0.8) * dayMs)
    opened.report(0, 6, start + (day + 0.8) * dayMs, start + (day + 1) * dayMs)
  }
  const until = brokeAt + (brokenReports / 36) * dayMs
  opened.report(4, brokenReports, brokeAt, until)
  return { ...opened, until }
}

test('a drop is believed sooner for a model than for a tool', () => {
  const [model, tool] = (['model', 'tool'] as const).map((kind) => {
    const { qualityAt, until } = fallen(kind, 45)
    return qualityAt(until).mean
  })
  expect(model).toBeLessThan(tool! - 0.5)
})

test('a model that fell stays low, but what is known of its fall wears off, so that it is tried again one day', () => {
  const { qualityAt, until } = fallen('model', 180)
  const [then, later] = [qualityAt(until), qualityAt(until + 42 * dayMs)]
  expect(then.mean).toBeLessThan(6)
  expect(later.mean).toBeLessThan(6)
  expect(later.weight).toBeLessThan(0.35 * then.weight)
  expect(later.weight).toBeGreaterThan(0.15 * then.weight)
})

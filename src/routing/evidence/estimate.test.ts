import { expect, test } from 'vitest'
import { EvidenceBook } from './book.ts'
import { componentsFrom } from './components.ts'
import type { Conduct } from './conduct.ts'
import { weightOf } from './conduct.ts'
import { robustMean, weightedMedian } from './robust.ts'
import { growthAt, type Tally } from './tally.ts'

const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 10, 2)
const established: Conduct = {
  network: '',
  first_at_ms: now - 60 * dayMs,
  days: 20,
  reports: 200,
  linked: 20,
  agreement: null,
  shadow: false,
  anonymous: false,
}
const newcomer: Conduct = { ...established, first_at_ms: now, days: 1, linked: 0, reports: 5 }
const prior = { output_quality: 6, reliability: 6, efficiency: 6, cost: 6, trust: 6 }

function tally(quality: number, reports: number, at = now): Tally {
  const weight = growthAt(at) * reports
  const success = quality / 10
  return {
    reports,
    weight,
    success: weight * success,
    quality: weight * quality,
    quality_weight: weight,
    latency: 0,
    latency_weight: 0,
    cost: 0,
    cost_weight: 0,
  }
}

/** Honest judgements of one tool, spread as people's are. */
const spread = (mean: number, i: number, n: number) => mean + 1.2 * (((i * 0.618034) % 1) - 0.5) + 0.2 * ((i / n) * 2 - 1)

function honestBook(tools: Record<string, number>, agents = 100): EvidenceBook {
  const book = new EvidenceBook()
  for (let i = 0; i < agents; i++) {
    book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
    for (const [subject, mean] of Object.entries(tools)) {
      book.add({ kind: 'tool', subject, cluster: 'tool_agent:web-search', voice: `honest-${i}`, tally: tally(spread(mean, i, agents), 5) })
    }
  }
  return book
}
const score = (book: EvidenceBook, subject: string) => componentsFrom(prior, book.overall('tool', subject, now)!).output_quality

function attack(book: EvidenceBook, voices: number, conduct: Conduct, opinions: Record<string, number>, reports: number): void {
  for (let i = 0; i < voices; i++) {
    book.setConduct(`liar-${i}`, { ...conduct, network: conduct.network === '*' ? `198.51.${i >> 8}.${i & 255}` : conduct.network })
    for (const [subject, quality] of Object.entries(opinions)) {
      book.add({ kind: 'tool', subject, cluster: 'tool_agent:web-search', voice: `liar-${i}`, tally: tally(quality, reports) })
    }
  }
}

const tools = { good: 7.67, worse: 7 }
const honest = { good: score(honestBook(tools), 'good'), worse: score(honestBook(tools), 'worse') }

test('the honest see the gap', () => {
  expect(honest.good - honest.worse).toBeGreaterThan(0.5)
})

test.each([0, 3, 5, 9, 10])('one source with 100,000 reports of %d moves a score by at most 0.05', (opinion) => {
  const book = honestBook(tools)
  attack(book, 1, established, { good: opinion }, 100_000)
  expect(Math.abs(score(book, 'good') - honest.good)).toBeLessThanOrEqual(0.05)
})

test.each([0, 4, 6, 8, 9, 10])(
  '5,000 new identities over as many networks, all saying %d, move a score by at most 0.40 and flip nothing',
  (opinion) => {
    const book = honestBook(tools)
    attack(book, 5000, { ...newcomer, network: '*' }, { good: 10 - opinion, worse: opinion }, 5)
    expect(Math.abs(score(book, 'good') - honest.good)).toBeLessThanOrEqual(0.4)
    expect(Math.abs(score(book, 'worse') - honest.worse)).toBeLessThanOrEqual(0.4)
    expect(score(book, 'good')).toBeGreaterThan(score(book, 'worse'))
  },
)

test.each([
  [0, 10],
  [3, 10],
  [5, 9],
  [6, 8.5],
])('30 colluders among 130 established agents, saying %d and %d, flip nothing', (good, worse) => {
  const book = honestBook(tools)
  attack(book, 30, { ...established, network: '*' }, { good, worse }, 5)
  expect(score(book, 'good')).toBeGreaterThan(score(book, 'worse'))
})

test('a shadow agent moves nothing, and an anonymous one no more than a newcomer', () => {
  const book = honestBook(tools)
  attack(book, 50, { ...established, shadow: true }, { good: 0 }, 1000)
  expect(score(book, 'good')).toBe(honest.good)
  expect(weightOf({ ...established, anonymous: true }, now)).toBeLessThanOrEqual(weightOf(newcomer, now))
})

test('a new community that reports on five different days overturns a wrong prior', () => {
  const book = new EvidenceBook()
  const wrong = { ...prior, output_quality: 8.5 }
  for (let i = 0; i < 40; i++) {
    book.setConduct(`new-${i}`, { ...newcomer, first_at_ms: now - 5 * dayMs, days: 5, network: `192.0.2.${i}` })
    book.add({ kind: 'tool', subject: 'overrated', cluster: 'c', voice: `new-${i}`, tally: tally(spread(3, i, 40), 5) })
  }
  expect(componentsFrom(wrong, book.overall('tool', 'overrated', now)!).output_quality).toBeLessThan(4)
})

test('a thousand reports in an hour leave the weight where it was', () => {
  expect(weightOf({ ...newcomer, reports: 1000 }, now + 3_600_000)).toBeCloseTo(weightOf(newcomer, now), 2)
})

test('a tool that broke falls, and recovers when it is mended', () => {
  const book = honestBook({ flaky: 8 }, 20)
  const report = (quality: number, at: number) => {
    for (let i = 0; i < 20; i++)
      book.add({ kind: 'tool', subject: 'flaky', cluster: 'c', voice: `honest-${i}`, tally: tally(quality, 10, at) })
    return componentsFrom(prior, book.overall('tool', 'flaky', at)!).output_quality
  }
  const broken = report(1, now + 7 * dayMs)
  expect(broken).toBeLessThan(4)
  expect(report(8, now + 60 * dayMs)).toBeGreaterThan(6)
})

test('median and robust mean', () => {
  expect(
    weightedMedian([
      { value: 1, weight: 1 },
      { value: 2, weight: 5 },
      { value: 9, weight: 1 },
    ]),
  ).toBe(2)
  const { mean, weight } = robustMean([...Array(9).fill({ value: 5, weight: 1 }), { value: 1000, weight: 1 }], 1)
  expect(mean).toBe(5)
  expect(weight).toBe(9)
})

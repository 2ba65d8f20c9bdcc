import { expect, test } from 'vitest'
import { dayMs } from '../../storage/days.ts'
import { EvidenceBook } from './book.ts'
import { componentsFrom } from './components.ts'
import { weightOf } from './conduct.ts'
import { attack, established, honestBook, newcomer, now, prior, score, spread, tally, tools } from './voices.fixture.ts'

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

test('colluders gain nothing by a lie close to the truth, however often each repeats it', () => {
  for (const reports of [1, 5, 100]) {
    for (const off of [0.5, 1, 1.5, 2, 2.5, 3]) {
      const book = honestBook(tools)
      attack(book, 30, { ...established, network: '*' }, { good: tools.good - off, worse: tools.worse + off }, reports)
      expect(score(book, 'good') - score(book, 'worse'), `${off} off, ${reports} reports`).toBeGreaterThan(0.05)
    }
  }
})

test('a shadow agent moves nothing, and an anonymous one no more than a newcomer', () => {
  const book = honestBook(tools)
  attack(book, 50, { ...established, shadow: true }, { good: 0 }, 1000)
  expect(score(book, 'good')).toBe(honest.good)
  expect(weightOf({ ...established, anonymous: true }, now)).toBeLessThanOrEqual(weightOf(newcomer, now))
})

test('newcomers gain nothing by the silence of the established', () => {
  const book = honestBook(tools)
  const later = now + 20 * dayMs
  for (let i = 0; i < 5000; i++) {
    book.setConduct(`late-${i}`, { ...newcomer, first_at_ms: later, network: `198.${i >> 8}.${i & 255}.1` })
    for (const [subject, quality] of [
      ['good', 0],
      ['worse', 10],
    ] as const)
      book.add({ kind: 'tool', subject, era: '', cluster: 'c', voice: `late-${i}`, tally: tally(quality, 5, later) })
  }
  const qualityOf = (subject: string) => book.overall('tool', subject, later)!.quality.mean
  expect(qualityOf('good')).toBeGreaterThan(qualityOf('worse'))
})

test('newcomers gain nothing where most of the established leave out a measure', () => {
  const timed = (seconds: number) => {
    const told = tally(8, 5)
    return { ...told, latency: told.weight * Math.log10(1000 * seconds), latency_weight: told.weight }
  }
  const bookOf = (newcomers: number, seconds: number) => {
    const book = honestBook({ good: 8 })
    const say = (voice: string) => book.add({ kind: 'tool', subject: 'good', era: '', cluster: 'c', voice, tally: timed(seconds) })
    for (let i = 0; i < 3; i++) book.add({ kind: 'tool', subject: 'good', era: '', cluster: 'c', voice: `honest-${i}`, tally: timed(1) })
    for (let i = 0; i < newcomers; i++) {
      book.setConduct(`new-${i}`, { ...newcomer, network: `198.51.${i >> 8}.${i & 255}` })
      say(`new-${i}`)
    }
    return componentsFrom(prior, book.overall('tool', 'good', now)!).efficiency
  }
  for (const seconds of [0.01, 0.5, 2, 3600]) expect(Math.abs(bookOf(2000, seconds) - bookOf(0, 1))).toBeLessThan(0.2)
})

test('a new community that reports on five different days overturns a wrong prior', () => {
  const book = new EvidenceBook()
  const wrong = { ...prior, output_quality: 8.5 }
  for (let i = 0; i < 40; i++) {
    book.setConduct(`new-${i}`, { ...newcomer, first_at_ms: now - 5 * dayMs, days: 5, network: `192.0.2.${i}` })
    book.add({ kind: 'tool', subject: 'overrated', era: '', cluster: 'c', voice: `new-${i}`, tally: tally(spread(3, i, 40), 5) })
  }
  expect(componentsFrom(wrong, book.overall('tool', 'overrated', now)!).output_quality).toBeLessThan(4)
})

test('who reported on three days and waits is as new as any other, on five it counts', () => {
  const waited = { ...established, first_at_ms: now - 60 * dayMs }
  expect(weightOf({ ...waited, days: 3 }, now)).toBe(weightOf(newcomer, now))
  expect(weightOf({ ...waited, days: 5 }, now)).toBe(weightOf(established, now))
})

test('a tool that broke drops, and recovers once it is fixed', () => {
  const book = honestBook({ flaky: 8 }, 20)
  const report = (quality: number, at: number) => {
    for (let i = 0; i < 20; i++)
      book.add({ kind: 'tool', subject: 'flaky', era: '', cluster: 'c', voice: `honest-${i}`, tally: tally(quality, 10, at) })
    return componentsFrom(prior, book.overall('tool', 'flaky', at)!).output_quality
  }
  const broken = report(1, now + 7 * dayMs)
  expect(broken).toBeLessThan(4)
  expect(report(8, now + 60 * dayMs)).toBeGreaterThan(6)
})

/** Good for long, then found broken by everyone `silentDays` ago and not used since. */
function abandoned(agents: number, silentDays: number) {
  const book = honestBook({ broken: 8.5 }, agents)
  const later = now + (12 + silentDays) * dayMs
  const say = (voice: string, quality: number, at: number) =>
    book.add({ kind: 'tool', subject: 'broken', era: '', cluster: 'c', voice, tally: tally(quality, 2, at) })
  for (let i = 0; i < agents; i++) say(`honest-${i}`, 1, later - silentDays * dayMs)
  const scoreNow = () => componentsFrom(prior, book.overall('tool', 'broken', later)!).output_quality
  return { book, scoreNow, sayNow: (voice: string, quality: number) => say(voice, quality, later) }
}

test.each([
  [10, 6],
  [20, 9],
  [40, 14],
  [100, 14],
])('a report of somebody new does not undo that %d agents found a tool broken %d days ago', (agents, silentDays) => {
  for (const conduct of [newcomer, { ...newcomer, anonymous: true }]) {
    for (const quality of [0, 10]) {
      const { book, scoreNow, sayNow } = abandoned(agents, silentDays)
      const calm = scoreNow()
      expect(calm).toBeLessThan(3.5)
      book.setConduct('late', { ...conduct, network: '203.0.113.4' })
      sayNow('late', quality)
      expect(Math.abs(scoreNow() - calm)).toBeLessThan(0.1)
    }
  }
})

test('one established voice that comes back does not undo a drop; those who report it broken and then mended do', () => {
  const { book, scoreNow, sayNow } = abandoned(40, 14)
  book.setConduct('late', { ...established, network: '203.0.113.4' })
  sayNow('late', 0)
  expect(scoreNow()).toBeLessThan(3)
  sayNow('late', 10)
  expect(scoreNow()).toBeLessThan(3.5)
  for (let i = 0; i < 20; i++) sayNow(`honest-${i}`, 8.5)
  expect(scoreNow()).toBeGreaterThan(7)
})

test('where everyone reported once, failures are part of the mean and not taken for lies', () => {
  const book = new EvidenceBook()
  for (let i = 0; i < 200; i++) {
    book.setConduct(`one-${i}`, { ...established, network: `10.1.${i}.1` })
    book.add({ kind: 'model', subject: 'm', era: '', cluster: 'c', voice: `one-${i}`, tally: tally(i % 10 < 7 ? 10 : 0, 1) })
  }
  const { success, quality } = book.overall('model', 'm', now)!
  expect(success.mean).toBeGreaterThan(0.65)
  expect(success.mean).toBeLessThan(0.8)
  expect(quality.mean).toBeLessThan(8)
})

test('colluders cannot escape by reporting once each', () => {
  const book = honestBook(tools)
  attack(book, 30, { ...established, network: '*' }, { good: 0, worse: 10 }, 1)
  expect(score(book, 'good')).toBeGreaterThan(score(book, 'worse'))
})

test('many reports of today count no more than one in what a change is seen by', () => {
  const after = (reports: number) => {
    const book = new EvidenceBook()
    const say = (voice: string, quality: number, { reports, at }: { reports: number; at: number }) =>
      book.add({ kind: 'tool', subject: 'good', era: '', cluster: 'c', voice, tally: tally(quality, reports, at) })
    for (let i = 0; i < 100; i++) {
      book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
      for (let week = 0; week < 4; week++) say(`honest-${i}`, spread(8, i, 100), { reports: 1, at: now - (7 * week + (i % 7)) * dayMs })
    }
    for (let i = 0; i < 30; i++) {
      book.setConduct(`liar-${i}`, { ...established, network: `198.51.100.${i}` })
      say(`liar-${i}`, 4, { reports, at: now })
    }
    return score(book, 'good')
  }
  for (const reports of [1, 20, 500]) expect(after(reports), `${reports} reports`).toBeGreaterThan(7.5)
})

test('newcomers behind one address leave other newcomers their share', () => {
  const book = new EvidenceBook()
  attack(book, 1000, { ...newcomer, network: '203.0.113.9' }, { good: 0 }, 5)
  for (let i = 0; i < 30; i++) {
    book.setConduct(`new-${i}`, { ...newcomer, network: `10.0.${i}.1` })
    book.add({ kind: 'tool', subject: 'good', era: '', cluster: 'c', voice: `new-${i}`, tally: tally(8, 5) })
  }
  const alone = new EvidenceBook()
  attack(alone, 1000, { ...newcomer, network: '203.0.113.9' }, { good: 0 }, 5)
  expect(score(book, 'good')).toBeGreaterThan(score(alone, 'good') + 0.3)
})

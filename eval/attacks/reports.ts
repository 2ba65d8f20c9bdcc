import { weightOf } from '../../src/routing/evidence/conduct.ts'
import { dayMs, hourMs } from '../../src/storage/days.ts'
import { type Finding, type Size, worst } from './finding.ts'
import {
  colluder,
  everyDays,
  flipped,
  honestAgent,
  honestTown,
  judged,
  movedFrom,
  newcomer,
  nowMs,
  sparseTown,
  sybil,
  Town,
  truths,
} from './town.ts'

const opinions = [0, 2, 4, 6, 8, 10]

const movedBy = (town: Town, honest: number) => movedFrom(honestTown(honest), town)

const flooder = { voice: 'flooder', network: '203.0.113.9' }

function flooded({ honest, flood }: Size): Finding[] {
  const moves = opinions.map((quality) => {
    const town = honestTown(honest)
    town.settle(flooder)
    town.say({ ...flooder, subject: 'good', quality, reports: flood })
    return movedBy(town, honest)
  })
  const times = [1, 300, 3_600_000].map((latency_ms) => {
    const [town, calm] = [honestTown(honest), honestTown(honest)]
    town.settle(flooder)
    town.say({ ...flooder, subject: 'good', quality: truths.good, reports: flood, latency_ms })
    return Math.abs(town.overall('good') - calm.overall('good'))
  })
  const what = `by one established agent with ${flood} reports`
  return [
    { attack: 'single flooder', measured: worst(moves), bound: 0.05, what: `points, ${what}` },
    { attack: 'single flooder, times', measured: worst(times), bound: 0.05, what: `points overall, ${what} who alone gives times` },
  ]
}

function sybils({ honest, sybils: count }: Size, as: 'anonymous' | 'registered'): Finding[] {
  const isAnonymous = as === 'anonymous'
  const towns = opinions.map((quality) => {
    const town = honestTown(honest)
    for (let i = 0; i < count; i++) {
      const named = sybil(i)
      const who = isAnonymous ? { ...named, voice: `network:${named.network}` } : named
      town.say({ ...who, subject: 'worse', quality, reports: 5 })
      town.say({ ...who, subject: 'good', quality: 10 - quality, reports: 5 })
    }
    return town
  })
  const name = isAnonymous ? 'anonymous crowd' : 'Sybils'
  const what = `${count} ${isAnonymous ? 'anonymous networks' : 'new identities over as many networks'}, 5 reports each`
  return [
    { attack: `${name}, shift`, measured: worst(towns.map((town) => movedBy(town, honest))), bound: 0.4, what: `points, by ${what}` },
    { attack: `${name}, rank`, measured: worst(towns.map(flipped)), bound: 0, what: `rankings flipped by ${what}` },
  ]
}

export const lies = [
  [0, 10],
  [3, 10],
  [5, 9],
  [5.5, 9],
  [6, 8.5],
  [6.5, 8],
] as const

function colluders({ honest, colluders: count }: Size): Finding[] {
  const towns = lies.flatMap(([good, worse]) =>
    [1, 5, 100].map((reports) => {
      const town = honestTown(honest)
      for (let i = 0; i < count; i++) {
        town.settle(colluder(i))
        town.say({ ...colluder(i), subject: 'good', quality: good, reports })
        town.say({ ...colluder(i), subject: 'worse', quality: worse, reports })
      }
      return town
    }),
  )
  const what = `rankings flipped by ${count} established agents among ${count + honest}`
  return [{ attack: 'colluders', measured: worst(towns.map(flipped)), bound: 0, what }]
}

function townWithoutFailures(agents: number): Town {
  const town = new Town()
  for (let i = 0; i < agents; i++) {
    const who = { ...honestAgent(i), reports: 5, success: 1 }
    town.settle(who)
    for (const [subject, truth] of Object.entries(truths)) town.say({ ...who, subject, quality: judged(truth, i) })
  }
  return town
}

/** They also say that the better tool failed, always or now and then, while the honest rate it and have no failures to report. */
function falseFailures({ honest, colluders: count }: Size): Finding[] {
  const flips = lies.flatMap(([good, worse]) =>
    [0, 0.6].flatMap((success) =>
      [1, 2, 5, 100].map((reports) => {
        const town = townWithoutFailures(honest)
        for (let i = 0; i < count; i++) {
          const who = { ...colluder(i), reports }
          town.settle(who)
          town.say({ ...who, subject: 'good', quality: good, success })
          town.say({ ...who, subject: 'worse', quality: worse, success: 1 })
        }
        return town.overall('good') > town.overall('worse') ? 0 : 1
      }),
    ),
  )
  const what = `rankings by overall score flipped by ${count} established agents among ${count + honest} that also make up failures`
  return [{ attack: 'colluders, failures', measured: worst(flips), bound: 0, what }]
}

/** The honest report now and then over a month; the colluders all report today, and often. */
function burst({ honest, colluders: count }: Size): Finding[] {
  const flips = [undefined, 'code'].flatMap((model_task) =>
    lies.map(([good, worse]) => {
      const task = model_task === undefined ? {} : { model_task }
      const town = sparseTown(honest, task)
      for (let i = 0; i < count; i++) {
        const who = { ...task, ...colluder(i), reports: 100 }
        town.settle(who)
        town.say({ ...who, subject: 'good', quality: good })
        town.say({ ...who, subject: 'worse', quality: worse })
      }
      const [better = 0, other = 0] = ['good', 'worse'].map(
        (subject) => town.book.overall(model_task ? 'model' : 'tool', subject, nowMs)?.quality.mean,
      )
      return better > other ? 0 : 1
    }),
  )
  const what = `rankings of tools and models flipped by ${count} established agents among ${count + honest} with 100 reports of today, where the others report every ${everyDays} days`
  return [{ attack: 'colluders, burst', measured: worst(flips), bound: 0, what }]
}

/** What broke was found out and is used by nobody since; one report of somebody new must not bring it back. */
function lateReport({ honest }: Size): Finding[] {
  const brokeAt = nowMs - 14 * dayMs
  const broken = () => {
    const town = new Town()
    for (let i = 0; i < honest; i++) {
      const who = honestAgent(i)
      town.settle(who)
      town.say({ ...who, subject: 'broken', quality: 8, reports: 5, at: brokeAt - 12 * dayMs })
      town.say({ ...who, subject: 'broken', quality: 1, reports: 2, at: brokeAt })
    }
    return town
  }
  const calm = broken().score('broken')
  const moves = opinions.map((quality) => {
    const town = broken()
    town.say({ voice: 'network:203.0.113.3', network: '203.0.113.3', subject: 'broken', quality, reports: 1 })
    return Math.abs(town.score('broken') - calm)
  })
  const what = 'points, by one anonymous report on a tool found broken two weeks ago and left alone since'
  return [{ attack: 'late report', measured: worst(moves), bound: 0.05, what }]
}

function shadows({ honest, flood }: Size): Finding[] {
  const town = honestTown(honest)
  town.say({ voice: 'shadow', network: '203.0.113.7', subject: 'good', quality: 0, reports: Math.min(flood, 2000), trust: 5 })
  return [{ attack: 'shadow bypass', measured: movedBy(town, honest), bound: 0, what: 'points, by an agent in shadow mode' }]
}

/** 1,000 scripted reports within an hour. */
function rushed(): Finding[] {
  const town = new Town()
  for (let i = 0; i < 1000; i++) {
    town.say({ voice: 'script', network: '203.0.113.8', subject: `tool-${i % 20}`, quality: 8, reports: 1, at: nowMs + i * 3600 })
  }
  const gained = weightOf(town.book.conductOf('script')!, nowMs + hourMs) - weightOf(newcomer, nowMs)
  return [{ attack: 'scripted hour', measured: worst([gained]), bound: 0.01, what: 'weight gained by 1,000 reports in an hour' }]
}

/** Not an attack: forty new agents on five days must be heard against a tool that seemed good. */
function newCommunity(): Finding[] {
  const town = new Town()
  for (let day = 0; day < 5; day++) {
    for (let i = 0; i < 40; i++) {
      const at = nowMs - (5 - day) * dayMs
      town.say({ voice: `new-${i}`, network: `192.0.2.${i}`, subject: 'overrated', quality: 3, reports: 1, at })
    }
  }
  return [
    {
      attack: 'new community heard',
      measured: worst([town.score('overrated')]),
      bound: 4,
      what: 'score of a tool that 40 new agents found to be 3, prior 6',
    },
  ]
}

/** Every attack through reports, at the given size. */
export function reportAttacks(size: Size): Finding[] {
  return [
    ...flooded(size),
    ...sybils(size, 'registered'),
    ...sybils(size, 'anonymous'),
    ...colluders(size),
    ...falseFailures(size),
    ...burst(size),
    ...lateReport(size),
    ...shadows(size),
    ...rushed(),
    ...newCommunity(),
  ]
}

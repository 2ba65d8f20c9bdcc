import { weightOf } from '../../src/routing/evidence/conduct.ts'
import { dayMs } from '../../src/storage/days.ts'
import { type Finding, type Size, worst } from './finding.ts'
import { colluder, flipped, truths as gap, honestAgent, honestTown, judged, nowMs, Town } from './town.ts'

const weightIn = (town: Town, voice: string) => weightOf(town.book.conductOf(voice)!, nowMs)

/**
 * Honest on everything until it counts, then lying on half of what it uses: its weight falls, also when it reports the truth about the
 * other half as often as it can.
 */
function laddering({ honest, flood }: Size): Finding[] {
  const often = Math.min(flood, 1000)
  const ways: [string, Told][] = [
    ['', { before: 5, lies: 20, truths: 0 }],
    [`, when it repeats the truth about the rest ${often} times`, { before: 5, lies: 20, truths: often }],
    [', when it does so and tells each lie once', { before: 0, lies: 1, truths: often }],
  ]
  return ways.map(([how, told]) => ({
    attack: 'trust laddering',
    measured: worst([weightAfterLies(honest, told)]),
    bound: 0.5,
    what: `weight left to an established agent that turned liar, of 1${how}`,
  }))
}

/** How often the truth was told a month ago, how often each lie is since, and how often the truth about the rest. */
type Told = { before: number; lies: number; truths: number }

function weightAfterLies(honest: number, { before, lies, truths }: Told): number {
  const subjects = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`tool-${i}`, 7 + (i % 4) / 4]))
  const town = honestTown(honest, subjects)
  const climber = { voice: 'climber', network: '203.0.113.5' }
  town.settle(climber)
  for (const [i, [subject, truth]] of Object.entries(subjects).entries()) {
    town.say({ ...climber, subject, quality: truth, reports: before, at: nowMs - 30 * dayMs })
    if (i % 2 === 0) town.say({ ...climber, subject, quality: 0, reports: lies })
    else town.say({ ...climber, subject, quality: truth, reports: truths })
  }
  town.compare()
  return weightIn(town, climber.voice)
}

const rare = 200
const rarePerAgent = 6

/**
 * Beside what all of them use, each honest agent uses a few tools that hardly anybody else does. The colluders lie about every one of
 * these, where they are more than the honest, so that all the honest seem to lie there and lose their weight everywhere.
 */
function longTail({ honest, colluders }: Size): Finding[] {
  const town = new Town()
  const rareTool = (i: number) => `rare-${i % rare}`
  for (let i = 0; i < honest; i++) {
    const who = { ...honestAgent(i), reports: 5 }
    town.settle(who)
    for (const [subject, truth] of Object.entries(gap)) town.say({ ...who, subject, quality: judged(truth, i) })
    for (let k = 0; k < rarePerAgent; k++) town.say({ ...who, subject: rareTool(i * rarePerAgent + k), quality: judged(7.5, i + k) })
  }
  for (let i = 0; i < colluders; i++) {
    const who = { ...colluder(i), reports: 5 }
    town.settle(who)
    town.say({ ...who, subject: 'good', quality: 3 })
    town.say({ ...who, subject: 'worse', quality: 10 })
    for (let k = 0; k < rare; k++) town.say({ ...who, subject: rareTool(k), quality: 0 })
  }
  town.compare()
  const lost = Array.from({ length: honest }, (_, i) => 1 - weightIn(town, honestAgent(i).voice))
  const what = `${colluders} established agents among ${honest + colluders} that lie about ${rare} tools which few others use`
  return [
    { attack: 'long tail, weight', measured: worst(lost), bound: 0.1, what: `of an honest agent's weight taken by ${what}` },
    {
      attack: 'long tail, rank',
      measured: flipped(town),
      bound: 0,
      what: `rankings flipped by ${what}`,
    },
  ]
}

/** Agents that lie about two tools everybody uses, and agree with each other about many that nobody else does. */
function friends({ honest }: Size): Finding[] {
  const subjects = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`tool-${i}`, 7 + (i % 4) / 4]))
  const town = honestTown(honest, subjects)
  for (let i = 0; i < 6; i++) {
    const who = { ...colluder(i), reports: 5 }
    town.settle(who)
    for (const subject of ['tool-0', 'tool-1']) town.say({ ...who, subject, quality: 0 })
    for (let k = 0; k < rare; k++) town.say({ ...who, subject: `rare-${k}`, quality: 8 })
  }
  town.compare()
  const what = `weight left to six that lie about two tools, and agree on ${rare} that nobody else uses`
  return [{ attack: 'friends', measured: worst([weightIn(town, colluder(0).voice)]), bound: 0.5, what }]
}

/** The honest use much; the colluders speak on little else than what they lie about. */
function narrow({ honest, colluders }: Size): Finding[] {
  const town = honestTown(honest, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`tool-${i}`, 7 + (i % 4) / 4])))
  for (let i = 0; i < colluders; i++) {
    const who = { ...colluder(i), reports: 5 }
    town.settle(who)
    for (const subject of ['tool-0', 'tool-1', 'tool-2']) town.say({ ...who, subject, quality: 0 })
  }
  town.compare()
  const what = `weight left to each of ${colluders} established agents among ${honest + colluders} that only report on three tools, and lie`
  return [{ attack: 'narrow liars', measured: worst([weightIn(town, colluder(0).voice)]), bound: 0.5, what }]
}

/** Every attack on what the word of an agent weighs. */
export const weightAttacks = (size: Size): Finding[] => [...laddering(size), ...longTail(size), ...friends(size), ...narrow(size)]

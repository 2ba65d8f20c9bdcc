import { toolEvidence } from '../../src/routing/evidence/lookups.ts'
import { type Finding, type Size, worst } from './reports.ts'
import { honestTown, nowMs, type Said, type Town } from './town.ts'

function crowd(town: Town, count: number, said: Omit<Said, 'voice' | 'network' | 'reports'>): void {
  for (let i = 0; i < count; i++) town.say({ ...said, voice: `sybil-${i}`, network: `198.51.${i >> 8}.${i & 255}`, reports: 5 })
}

/** Few of the honest, or none, say how long a tool took, and all of the newcomers do. */
function falseTimes({ honest, sybils }: Size, timing: number): Finding {
  const timed = (latency_ms: number | null) => {
    const town = honestTown(honest)
    for (let i = 0; i < timing; i++)
      town.say({ voice: `honest-${i}`, network: `10.0.0.${i}`, subject: 'good', quality: 7.67, reports: 5, latency_ms: 1000 })
    if (latency_ms !== null) crowd(town, sybils, { subject: 'good', quality: 7.67, latency_ms })
    return town.score('good', 'efficiency')
  }
  const moves = [10, 400, 2500, 3_600_000].map((latency_ms) => Math.abs(timed(latency_ms) - timed(null)))
  const what = `points of efficiency, by ${sybils} new identities where ${timing} of ${honest} established agents give times`
  return { attack: 'false times', measured: worst(moves), bound: 0.4, what }
}

/** The newcomers report on a kind of work for which nobody else uses the tool. */
function otherWork({ honest, sybils }: Size): Finding {
  const points = (town: Town) => 10 * (toolEvidence(town.book, () => nowMs)('good', 'tool_agent:crawling')?.mean ?? 0)
  const moves = [0, 4, 6, 10].map((quality) => {
    const town = honestTown(honest)
    const calm = points(town)
    crowd(town, sybils, { subject: 'good', quality, work: 'crawling' })
    return Math.abs(points(town) - calm)
  })
  const what = `points at a kind of work on which only ${sybils} new identities report, by these`
  return { attack: 'other work', measured: worst(moves), bound: 0.4, what }
}

/** Every attack by new identities on what the established leave out. */
export const newcomerAttacks = (size: Size): Finding[] => [falseTimes(size, 3), falseTimes(size, 0), otherWork(size)]

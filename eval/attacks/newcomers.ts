import { toolEvidence } from '../../src/routing/evidence/lookups.ts'
import { type Finding, type Size, worst } from './finding.ts'
import { honestAgent, honestTown, nowMs, type Said, sybil, type Town, truths } from './town.ts'

function crowd(town: Town, count: number, said: Omit<Said, 'voice' | 'network' | 'reports'>): void {
  for (let i = 0; i < count; i++) town.say({ ...said, ...sybil(i), reports: 5 })
}

/** Few of the honest, or none, say how long a tool took, and all of the newcomers do. */
function falseTimes({ honest, sybils }: Size, timing: number): Finding {
  const timed = (latency_ms: number | null) => {
    const town = honestTown(honest)
    for (let i = 0; i < timing; i++) town.say({ ...honestAgent(i), subject: 'good', quality: truths.good, reports: 5, latency_ms: 1000 })
    if (latency_ms !== null) crowd(town, sybils, { subject: 'good', quality: truths.good, latency_ms })
    return town.score('good', 'efficiency')
  }
  const moves = [10, 400, 2500, 3_600_000].map((latency_ms) => Math.abs(timed(latency_ms) - timed(null)))
  const what = `points of efficiency, by ${sybils} new identities where ${timing} of ${honest} established agents give times`
  return { attack: 'false times', measured: worst(moves), bound: 0.4, what }
}

/** The newcomers, or one established agent, report on a kind of work for which nobody else uses the tool. */
function otherWork({ honest, sybils, flood }: Size): Finding[] {
  const points = (town: Town) => 10 * (toolEvidence(town.book, () => nowMs)('good', 'tool_agent:crawling')?.mean ?? 0)
  const movedBy = (attack: (town: Town, said: { subject: string; quality: number; work: string }) => void) =>
    worst(
      [0, 4, 6, 10].map((quality) => {
        const town = honestTown(honest)
        const calm = points(town)
        attack(town, { subject: 'good', quality, work: 'crawling' })
        return Math.abs(points(town) - calm)
      }),
    )
  const flooder = { voice: 'flooder', network: '203.0.113.9', reports: Math.min(flood, 2000) }
  const byCrowd = movedBy((town, said) => crowd(town, sybils, said))
  const byOne = movedBy((town, said) => {
    town.settle(flooder)
    town.say({ ...flooder, ...said })
  })
  const what = 'points at a kind of work, by the only ones that report on it'
  return [
    { attack: 'other work', measured: byCrowd, bound: 0.4, what: `${what}: ${sybils} new identities` },
    { attack: 'other work', measured: byOne, bound: 0.4, what: `${what}: one established agent` },
  ]
}

/** Every attack by new identities on what the established leave out. */
export const newcomerAttacks = (size: Size): Finding[] => [falseTimes(size, 3), falseTimes(size, 0), ...otherWork(size)]

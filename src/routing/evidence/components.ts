import { priorWeight, scoreOfPrice } from '../../catalog/prior.ts'
import type { Components } from '../../catalog/schema.ts'
import type { Estimate } from './estimate.ts'
import type { Location } from './robust.ts'

const clamp = (value: number) => Math.min(10, Math.max(0, value))
const blend = (prior: number, { mean, weight }: Location, toScore: (mean: number) => number) =>
  weight > 0 ? (prior * priorWeight + clamp(toScore(mean)) * weight) / (priorWeight + weight) : prior

/** A tenth of a second scores 10, a second 8, ten seconds 6. */
const scoreOfLatency = (log: number) => 10 - 2 * Math.max(0, log - 2)
/** The most points that reports add to trust, or take off it. */
const trustFromVoices = 1.5
/** So many voices have half of the say that any number of them could have. */
const voicesForHalf = 10

/** The five components from what was reported, shrunk to the prior by how little was reported. */
export function componentsFrom(prior: Components, seen: Estimate): Components {
  const heard = seen.success.weight / (seen.success.weight + voicesForHalf)
  return {
    output_quality: blend(prior.output_quality, seen.quality, (mean) => mean),
    reliability: blend(prior.reliability, seen.success, (mean) => mean * 10),
    efficiency: blend(prior.efficiency, seen.latency, scoreOfLatency),
    cost: blend(prior.cost, seen.cost, scoreOfPrice),
    trust: clamp(prior.trust + trustFromVoices * heard * (2 * seen.success.mean - 1)),
  }
}

import { establishedWeight } from './conduct.ts'
import { type Location, robustMean, type Weighted } from './robust.ts'
import type { Tally } from './tally.ts'

export type Voice = { tally: Readonly<Tally>; weight: number; network: string | null }
export type Estimate = { success: Location; quality: Location; latency: Location; cost: Location; reports: number; voices: number }

/** Newcomers and anonymous sources together weigh at most this share of the established, or this much where there are none. */
const newcomersShare = 0.05
const newcomersAlone = 0.6
const mostPerNetwork = 3

const leastSpread = { success: 0.15, quality: 0.8, latency: 0.2, cost: 0.3 }
/** How many recent reports make half of a voice's full weight. */
const reportsForHalf = 1

/** What all voices together say: one voice per agent, weighted, capped by group and network, extremes ignored. */
export function estimate(voices: readonly Voice[], growthNow: number): Estimate {
  const factors = capped(voices, growthNow)
  const points = (sum: keyof Tally, weight: keyof Tally): Weighted[] =>
    voices.flatMap(({ tally }, i) =>
      tally[weight] > 0 && factors[i]! > 0 ? [{ value: tally[sum] / tally[weight], weight: factors[i]! }] : [],
    )
  return {
    success: robustMean(points('success', 'weight'), leastSpread.success),
    quality: robustMean(points('quality', 'quality_weight'), leastSpread.quality),
    latency: robustMean(points('latency', 'latency_weight'), leastSpread.latency),
    cost: robustMean(points('cost', 'cost_weight'), leastSpread.cost),
    reports: voices.reduce((count, { tally }, i) => count + (factors[i]! > 0 ? tally.reports : 0), 0),
    voices: factors.filter((factor) => factor > 0).length,
  }
}

function capped(voices: readonly Voice[], growthNow: number): number[] {
  const perNetwork = new Map<string, number>()
  let established = 0
  let newcomers = 0
  for (const { weight, network } of voices) {
    if (network !== null) perNetwork.set(network, (perNetwork.get(network) ?? 0) + weight)
    if (weight >= establishedWeight) established += weight
    else newcomers += weight
  }
  const allowance = Math.max(newcomersAlone, established * newcomersShare)
  const newcomerFactor = newcomers > allowance ? allowance / newcomers : 1
  return voices.map(({ tally, weight, network }) => {
    const recent = tally.weight / growthNow
    const ofNetwork = network === null ? 0 : (perNetwork.get(network) ?? 0)
    const networkFactor = ofNetwork > mostPerNetwork ? mostPerNetwork / ofNetwork : 1
    return weight * (weight >= establishedWeight ? 1 : newcomerFactor) * networkFactor * (recent / (recent + reportsForHalf))
  })
}

import { highestCostUsd, longestLatencyMs } from '../../input/fields.ts'
import { dayMs, hourMs } from '../../storage/days.ts'
import type { Outcome } from '../evidence-sink.ts'

/**
 * What one voice said about one subject in one cluster. Reports are weighted by 2^(age of the calendar), not by their own age: sums
 * then only ever grow, can be added in any order by any process, and yet a recent report outweighs an old one.
 */
export type Tally = {
  reports: number
  weight: number
  success: number
  quality: number
  quality_weight: number
  quality_square: number
  latency: number
  latency_weight: number
  cost: number
  cost_weight: number
  /** The same sums with a short memory, from which a change is seen early. */
  recent_weight: number
  recent_success: number
  recent_quality: number
}

export const emptyTally: Readonly<Tally> = {
  reports: 0,
  weight: 0,
  success: 0,
  quality: 0,
  quality_weight: 0,
  quality_square: 0,
  latency: 0,
  latency_weight: 0,
  cost: 0,
  cost_weight: 0,
  recent_weight: 0,
  recent_success: 0,
  recent_quality: 0,
}

export const sums = Object.keys(emptyTally) as readonly (keyof Tally)[]

const epochMs = Date.UTC(2026, 0, 1)
export const halfLifeMs = 21 * dayMs
// Doubling every three days, the sums stay within a double's range for eight years from the epoch above.
export const recentHalfLifeMs = 3 * dayMs

export const growthAt = (ms: number) => 2 ** ((ms - epochMs) / halfLifeMs)
export const recentGrowthAt = (ms: number) => 2 ** ((ms - epochMs) / recentHalfLifeMs)

/** What one run may take and cost before the figure is more likely a mistake. */
export const plausible = { latency_ms: { least: 1, most: hourMs }, cost_usd: { least: 1e-6, most: 1000 } } as const
const within = (value: number, { least, most }: { least: number; most: number }) => Math.min(most, Math.max(least, value))

/** Times and prices count by their magnitude, so that a wild figure moves a mean no further than a merely large one. */
const logLatency = (ms: number) => Math.log10(within(ms, plausible.latency_ms))
const logCost = (usd: number) => Math.log10(within(usd, plausible.cost_usd))

/**
 * The contract's number rules record a value out of bounds as the bound, which says nothing about the tool: no work takes
 * no time at all. A price of nothing is an honest one.
 */
const isMeasured = {
  latency: (ms: number | null): ms is number => ms !== null && ms > 0 && ms < longestLatencyMs,
  cost: (usd: number | null): usd is number => usd !== null && usd < highestCostUsd,
}

// Used as the quality of a report that has only an outcome.
const qualityOfSuccess = (success: number) => 1 + 7 * success

export function tallyOf(outcome: Pick<Outcome, 'success' | 'quality' | 'latency_ms' | 'cost_usd' | 'reported_at'>): Tally {
  const at = Date.parse(outcome.reported_at)
  const weight = growthAt(at)
  const recent = recentGrowthAt(at)
  const quality = outcome.quality ?? qualityOfSuccess(outcome.success)
  const { latency_ms, cost_usd } = outcome
  return {
    reports: 1,
    weight,
    success: weight * outcome.success,
    quality: weight * quality,
    quality_weight: weight,
    quality_square: weight * quality ** 2,
    latency: isMeasured.latency(latency_ms) ? weight * logLatency(latency_ms) : 0,
    latency_weight: isMeasured.latency(latency_ms) ? weight : 0,
    cost: isMeasured.cost(cost_usd) ? weight * logCost(cost_usd) : 0,
    cost_weight: isMeasured.cost(cost_usd) ? weight : 0,
    recent_weight: recent,
    recent_success: recent * outcome.success,
    recent_quality: recent * quality,
  }
}

/** Adds a delta; a `share` below 1 lets it count for less. */
export function addTally(to: Tally, delta: Readonly<Tally>, share = 1): void {
  for (const name of sums) to[name] += share * delta[name]
}

/** How far the ratings of one voice lie from their mean. */
export function qualityVariance({ reports, quality, quality_square, quality_weight }: Readonly<Tally>): number {
  const spread = Math.max(0, quality_square / quality_weight - (quality / quality_weight) ** 2)
  return spread * (reports / Math.max(1, reports - 1))
}

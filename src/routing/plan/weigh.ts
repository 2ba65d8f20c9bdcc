import type { PlanFeatures } from './features.ts'

export type PlanWeights = Readonly<Record<string, number>>

export function weigh(features: PlanFeatures, weights: PlanWeights): number {
  let sum = 0
  for (const [name, value] of Object.entries(features)) if (value) sum += value * weights[name]!
  return sum
}

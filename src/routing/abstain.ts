import { bindingCertainty } from './named-products.ts'
import type { Ranking } from './rank.ts'

export type Fit = { confidence: number; fits: boolean; margin: number }

const leastConfidence = 0.3

/** How likely the best candidate really does the asked work, and whether that is enough to name it. */
export function fitOf({ ranked, named, features }: Ranking): Fit {
  const [first, second] = ranked
  if (!first) return { confidence: 0, fits: false, margin: 0 }
  const margin = second ? Math.max(0, first.total - second.total) : first.total
  const strength = named.strength.get(first.entry.slug) ?? 0
  const evidenceOfFit =
    -2.2 + 0.22 * first.lexical + 0.16 * first.semantic + 1.6 * features.coverage + 0.25 * Math.min(margin, 4) + 2 * strength
  const confidence = 1 / (1 + Math.exp(-evidenceOfFit))
  return { confidence, fits: strength >= bindingCertainty || confidence >= leastConfidence, margin }
}

import learned from '../../data/weights-confidence.json' with { type: 'json' }
import { bareConfidence, isBare } from './bare-fit.ts'
import { FIT_FEATURES, type FitAsk, fitFeatures } from './fit-features.ts'
import { bindingCertainty } from './named-products.ts'
import type { Ranking } from './rank.ts'

export type Fit = { confidence: number; fits: boolean; margin: number }

// Below this chance an answer would be wrong more often than it would help.
const leastChance = 0.3
// Where the words tell the kind of system (mail, weather, a calendar) and the candidate is of that kind, less is enough.
const leastForClearKind = 0.06
export const surelyByHand = 0.6

const weights = FIT_FEATURES.map((name) => learned[name])

const learnedConfidence = (features: readonly number[]) =>
  1 / (1 + Math.exp(-features.reduce((sum, value, at) => sum + value * weights[at]!, 0)))

/** How likely the best candidate really does the asked work, and whether that is enough to name it. */
export function fitOf(ranking: Ranking, ask: FitAsk): Fit {
  const [first, second] = ranking.ranked
  if (!first) return { confidence: 0, fits: false, margin: 0 }
  const confidence = isBare(ranking) ? bareConfidence(ranking) : learnedConfidence(fitFeatures(ranking, ask))
  const margin = second ? Math.max(0, first.total - second.total) : first.total
  const isNamed = (ranking.named.strength.get(first.entry.slug) ?? 0) >= bindingCertainty
  const isKindClear = first.parts.capability > 0 && confidence >= leastForClearKind && ask.by_hand_probability < surelyByHand
  return { confidence, fits: isNamed || isKindClear || confidence >= leastChance, margin }
}

import learned from '../../data/weights-need.json' with { type: 'json' }
import { sigmoid } from './logistic.ts'

const highest = 0.995

/**
 * How sure the built-in classifier may be that a tool is needed. Its own log odds are too modest by a factor that
 * training/direct-confidence.ts measures on tasks it has not seen; what it decides is left as it is.
 */
export function sharpened(probability: number): number {
  const bounded = Math.min(highest, Math.max(1 - highest, probability))
  return sigmoid(learned.slope * Math.log(bounded / (1 - bounded)))
}

import type { Component, Components, SkillScores } from '../../catalog/schema.ts'
import { eachComponent, valueWeights, weighed } from '../../catalog/scores.ts'
import type { ToolEvidence } from '../ports.ts'
import type { PriorityWord } from '../priority.ts'

const mainShare = 0.6

/** The usual weights, with more than half of the whole given to one component. */
function leaning(main: Component): Components {
  return eachComponent((name) => (1 - mainShare) * valueWeights[name] + (name === main ? mainShare : 0))
}

const weightsOf: Record<PriorityWord, Readonly<Components>> = {
  best_value: valueWeights,
  lowest_cost: leaning('cost'),
  highest_quality: leaning('output_quality'),
  best_quality: leaning('output_quality'),
  best_efficiency: leaning('efficiency'),
  highest_trust: leaning('trust'),
  most_reliable: leaning('reliability'),
}

/** The five components under the asked priority, 0 to 10. For best_value this is the contract's value score. */
export function scoreUnder(priority: PriorityWord, scores: SkillScores): number {
  return weighed(scores, weightsOf[priority])
}

const usualSuccess = 0.75
/** This many reports count for half of what any number of them could. */
const reportsForHalf = 6

/** How far reports move a tool from the usual, `span` being the most that they may for a difference of 1. */
export function reportPull(reports: ToolEvidence | null, span: number): number {
  if (!reports) return 0
  const { mean, n_effective: n } = reports
  return span * (mean - usualSuccess) * (n / (n + reportsForHalf))
}

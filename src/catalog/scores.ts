import { rounded } from '../rounded.ts'
import { type Component, type Components, components, type SkillScores } from './schema.ts'

export const valueWeights: Readonly<Components> = { output_quality: 0.35, reliability: 0.25, efficiency: 0.15, cost: 0.15, trust: 0.1 }

/** A number for each component; the cast holds because the loop leaves none of them out. */
export function eachComponent(numberOf: (name: Component) => number): Components {
  const values = {} as Components
  for (const name of components) values[name] = numberOf(name)
  return values
}

export function weighed(parts: Components, weights: Readonly<Components>): number {
  return (
    weights.output_quality * parts.output_quality +
    weights.reliability * parts.reliability +
    weights.efficiency * parts.efficiency +
    weights.cost * parts.cost +
    weights.trust * parts.trust
  )
}

/** The contract's value score. */
export function valueScore(parts: Components): number {
  return asScore(weighed(parts, valueWeights))
}

/** The same weights without the price: how good it is, regardless of cost. */
export function overallScore(parts: Components): number {
  return asScore(weighed(parts, { ...valueWeights, cost: 0 }) / (1 - valueWeights.cost))
}

/** The scores of an entry from its five components and the evidence behind them. */
export function scoresFrom(parts: Components, evidenceCount: number): SkillScores {
  const scores = eachComponent((name) => asScore(parts[name]))
  return {
    overall_score: overallScore(scores),
    value_score: valueScore(scores),
    ...scores,
    evidence_count: evidenceCount,
    is_prior: evidenceCount === 0,
  }
}

/** Between 0 and 10, to two digits. */
const asScore = (value: number) => rounded(Math.min(10, Math.max(0, value)), 2)

import { rounded } from '../rounded.ts'
import { type Components, components, type SkillScores } from './schema.ts'

export const valueWeights: Readonly<Components> = { output_quality: 0.35, reliability: 0.25, efficiency: 0.15, cost: 0.15, trust: 0.1 }

/** The sum of the components, each times its weight. */
export function weighed(parts: Components, weights: Readonly<Components>): number {
  return components.reduce((sum, name) => sum + weights[name] * parts[name], 0)
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
  const components: Components = {
    output_quality: asScore(parts.output_quality),
    reliability: asScore(parts.reliability),
    efficiency: asScore(parts.efficiency),
    cost: asScore(parts.cost),
    trust: asScore(parts.trust),
  }
  return {
    overall_score: overallScore(components),
    value_score: valueScore(components),
    ...components,
    evidence_count: evidenceCount,
    is_prior: evidenceCount === 0,
  }
}

/** Between 0 and 10, to two digits. */
const asScore = (value: number) => rounded(Math.min(10, Math.max(0, value)), 2)

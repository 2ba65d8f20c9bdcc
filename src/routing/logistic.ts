/** The chance that some log odds stand for. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** The log odds of a chance, which is kept a little away from 0 and 1. */
export const logOdds = (chance: number, away: number) => Math.log((chance + away) / (1 - chance + away))

/** The chance by a logistic regression; features and weights stand in the same order. */
export function chanceBy(features: readonly number[], weights: readonly number[]): number {
  return sigmoid(features.reduce((sum, value, at) => sum + value * weights[at]!, 0))
}

import { chanceBy } from '../src/routing/logistic.ts'

export type Labelled = { features: number[]; label: number; weight: number }

const rounds = 40
const pull = 0.05

/** Logistic regression by Newton's method, for a handful of features. */
export function fitLogistic(rows: readonly Labelled[]): number[] {
  const size = rows[0]?.features.length ?? 0
  let weights = new Array<number>(size).fill(0)
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight) => pull * weight)
    const curve = weights.map((_, i) => weights.map((__, j) => (i === j ? pull : 0)))
    for (const { features, label, weight } of rows) {
      const chance = chanceBy(features, weights)
      const spread = weight * chance * (1 - chance)
      for (let i = 0; i < size; i++) {
        slope[i]! += weight * (chance - label) * features[i]!
        for (let j = 0; j < size; j++) curve[i]![j]! += spread * features[i]! * features[j]!
      }
    }
    const step = solve(curve, slope)
    weights = weights.map((weight, at) => weight - step[at]!)
  }
  return weights
}

/** Gaussian elimination with pivoting. */
function solve(matrix: number[][], target: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, target[at]!])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const pivot = rows.reduce(
      (best, row, at) => (at >= column && Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? at : best),
      column,
    )
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let at = column + 1; at < size; at++) {
      const factor = rows[at]![column]! / rows[column]![column]!
      for (let j = column; j <= size; j++) rows[at]![j]! -= factor * rows[column]![j]!
    }
  }
  const answer = new Array<number>(size).fill(0)
  for (let at = size - 1; at >= 0; at--) {
    let sum = rows[at]![size]!
    for (let j = at + 1; j < size; j++) sum -= rows[at]![j]! * answer[j]!
    answer[at] = sum / rows[at]![at]!
  }
  return answer
}

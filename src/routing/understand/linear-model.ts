import type { Features } from './feature-hash.ts'

/** Int8 weights over the hashed features, those of one feature for all classes side by side. */
export type LinearModel = { classes: number; scales: number[]; biases: number[]; weights: Int8Array }

export function scores({ classes, scales, biases, weights }: LinearModel, { indices, values }: Features): number[] {
  const sums = new Float64Array(classes)
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i]! * classes
    const value = values[i]!
    for (let k = 0; k < classes; k++) sums[k]! += weights[from + k]! * value
  }
  return Array.from(sums, (sum, k) => sum * scales[k]! + biases[k]!)
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

export function indexOfMax(list: number[]): number {
  return list.reduce((best, value, i) => (value > list[best]! ? i : best), 0)
}

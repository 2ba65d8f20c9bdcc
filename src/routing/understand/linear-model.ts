import type { Features } from './features.ts'

/** One row of int8 weights per class over the hashed features. */
export type LinearModel = { scales: number[]; biases: number[]; rows: Int8Array[] }

export function scores(model: LinearModel, { indices, values }: Features): number[] {
  return model.rows.map((row, k) => {
    let sum = 0
    for (let i = 0; i < indices.length; i++) sum += row[indices[i]!]! * values[i]!
    return sum * model.scales[k]! + model.biases[k]!
  })
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

export function indexOfMax(list: number[]): number {
  return list.reduce((best, value, i) => (value > list[best]! ? i : best), 0)
}

import type { Features } from './feature-hash.ts'

/** Int8 weights over the hashed features, those of one feature for all classes side by side. */
export type LinearModel = { classes: number; scales: number[]; biases: number[]; weights: Int8Array }

export function scores(model: LinearModel, features: Features): number[] {
  if (model.classes === 1) return [scoreOf(model, features)]
  const { classes, scales, biases, weights } = model
  const { indices, values } = features
  const sums = new Float64Array(classes)
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i]! * classes
    const value = values[i]!
    for (let k = 0; k < classes; k++) sums[k]! += weights[from + k]! * value
  }
  return scales.map((scale, k) => sums[k]! * scale + biases[k]!)
}

function scoreOf({ scales, biases, weights }: LinearModel, { indices, values }: Features): number {
  let sum = 0
  for (let i = 0; i < indices.length; i++) sum += weights[indices[i]!]! * values[i]!
  return sum * scales[0]! + biases[0]!
}

export function indexOfMax(list: number[]): number {
  return list.reduce((best, value, i) => (value > list[best]! ? i : best), 0)
}

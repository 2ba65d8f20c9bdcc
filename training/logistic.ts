import { seeded, shuffled } from '../eval/chance.ts'
import { sigmoid } from '../src/routing/logistic.ts'
import type { Features } from '../src/routing/understand/linear/feature-hash.ts'
import { packRow } from '../src/routing/understand/linear/weights-format.ts'

export type Example = { features: Features; label: number; weight: number }
export type TrainedRow = { weights: Float32Array; bias: number }

export type TrainingOptions = { epochs: number; rate: number; decay: number; size: number; seed: number }

/** The log odds that a trained row gives. */
export function marginOf(row: TrainedRow, { indices, values }: Features): number {
  let sum = row.bias
  for (let i = 0; i < indices.length; i++) sum += row.weights[indices[i]!]! * values[i]!
  return sum
}

/** Logistic regression by AdaGrad with a small pull of every touched weight towards zero. */
export function trainBinary(examples: Example[], { epochs, rate, decay, size, seed }: TrainingOptions): TrainedRow {
  const row: TrainedRow = { weights: new Float32Array(size), bias: 0 }
  const squares = new Float32Array(size).fill(0.02)
  const random = seeded(seed)
  const places = examples.map((_, at) => at)
  let biasSquares = 1
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const at of shuffled(places, random)) {
      const { features, label, weight } = examples[at]!
      const slope = (sigmoid(marginOf(row, features)) - label) * weight
      for (let i = 0; i < features.indices.length; i++) {
        const index = features.indices[i]!
        const gradient = slope * features.values[i]! + decay * row.weights[index]!
        squares[index]! += gradient * gradient
        row.weights[index]! -= (rate * gradient) / Math.sqrt(squares[index]!)
      }
      biasSquares += slope * slope
      row.bias -= (rate * slope) / Math.sqrt(biasSquares)
    }
  }
  return row
}

/** The mean of several rows, each trained on a random half: steadier on text unlike ours than one row trained on all. */
export function trainBagged(examples: Example[], options: TrainingOptions, rounds: number): TrainedRow {
  const random = seeded(options.seed + 1000)
  const mean: TrainedRow = { weights: new Float32Array(options.size), bias: 0 }
  for (let round = 0; round < rounds; round++) {
    const half = examples.filter(() => random() < 0.5)
    const row = trainBinary(half, { ...options, seed: options.seed + round })
    row.weights.forEach((weight, i) => {
      mean.weights[i]! += weight / rounds
    })
    mean.bias += row.bias / rounds
  }
  return mean
}

/** Weights as int8 with one scale per row. Those below the smallest kept step become zero and cost nothing in the file. */
export function quantise(rows: TrainedRow[], smallestStep: number): { scales: number[]; biases: number[]; rows: string[] } {
  const scales = rows.map((row) => row.weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6) / 127)
  const steps = (weight: number, scale: number) => (Math.abs(weight / scale) < smallestStep ? 0 : Math.round(weight / scale))
  return {
    scales,
    biases: rows.map((row) => Math.round(row.bias * 1e5) / 1e5),
    rows: rows.map((row, k) => packRow(Int8Array.from(row.weights, (weight) => steps(weight, scales[k]!)))),
  }
}

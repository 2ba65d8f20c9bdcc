// Learns from labelled prompts how well each model will do on a new one: n-grams, how involved the text is, and its topic.
import { fitKernelRidge } from './kernel-ridge.ts'
import {
  characterRow,
  denseRow,
  inverseDocumentFrequencies,
  SPARSE_DIMENSIONS,
  type SparseRow,
  weighRow,
  wordRow,
} from './text-features.ts'
import { addScaled, dotSparse, learnTopics, placeInTopics } from './topic-space.ts'

export interface LabelledPrompt {
  prompt: string
  targets: readonly number[]
}

export interface Learner {
  strength: number
  predict: (prompt: string) => number[]
}

const KERNEL_WEIGHTS = { words: 0.2, characters: 0.2, shape: 0.4, topic: 0.2 }
const STRENGTHS = [3, 6, 12, 24]

interface Encoded {
  words: SparseRow
  characters: SparseRow
  shape: Float64Array
  topic: Float64Array
}

type Encoder = (prompt: string) => Encoded

function fitEncoder(labelled: readonly string[], unlabelled: readonly string[]): Encoder {
  const wordIdf = inverseDocumentFrequencies(labelled.map(wordRow))
  const characterIdf = inverseDocumentFrequencies(labelled.map(characterRow))
  const backgroundRows = [...labelled, ...unlabelled].map(wordRow)
  const backgroundIdf = inverseDocumentFrequencies(backgroundRows)
  const topics = learnTopics(backgroundRows.map((row) => weighRow(row, backgroundIdf)))
  const shapes = labelled.map(denseRow)
  const width = shapes[0]!.length
  const centre = Array.from({ length: width }, (_, at) => shapes.reduce((sum, row) => sum + row[at]!, 0) / shapes.length)
  const spread = centre.map((mean, at) => Math.sqrt(shapes.reduce((sum, row) => sum + (row[at]! - mean) ** 2, 0) / shapes.length) + 1e-6)
  return (prompt) => {
    const row = wordRow(prompt)
    return {
      words: weighRow(row, wordIdf),
      characters: weighRow(characterRow(prompt), characterIdf),
      shape: Float64Array.from(denseRow(prompt), (value, at) => Math.max(-3, Math.min(3, (value - centre[at]!) / spread[at]!))),
      topic: placeInTopics(weighRow(row, backgroundIdf), topics),
    }
  }
}

function gaussian(a: Float64Array, b: Float64Array, width: number): number {
  let distance = 0
  for (let at = 0; at < a.length; at++) distance += (a[at]! - b[at]!) ** 2
  return Math.exp(-distance * width)
}

function nearness(a: Encoded, b: Encoded): number {
  const shape = gaussian(a.shape, b.shape, 1 / (2 * a.shape.length))
  return KERNEL_WEIGHTS.shape * shape + KERNEL_WEIGHTS.topic * gaussian(a.topic, b.topic, 1)
}

function buildKernel(rows: readonly Encoded[]): Float64Array {
  const n = rows.length
  const kernel = new Float64Array(n * n)
  const scratch = new Float64Array(SPARSE_DIMENSIONS)
  for (const part of ['words', 'characters'] as const) {
    for (let i = 0; i < n; i++) {
      addScaled(scratch, rows[i]![part], KERNEL_WEIGHTS[part])
      for (let j = 0; j <= i; j++) kernel[i * n + j]! += dotSparse(rows[j]![part], scratch)
      for (const index of rows[i]![part].indices) scratch[index] = 0
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      kernel[i * n + j]! += nearness(rows[i]!, rows[j]!)
      kernel[j * n + i] = kernel[i * n + j]!
    }
  }
  return kernel
}

export function learnModels(labelled: readonly LabelledPrompt[], unlabelled: readonly string[] = []): Learner {
  const encode = fitEncoder(
    labelled.map((row) => row.prompt),
    unlabelled,
  )
  const rows = labelled.map((row) => encode(row.prompt))
  const targets = labelled[0]!.targets.map((_, t) => Float64Array.from(labelled, (row) => row.targets[t]!))
  const fit = fitKernelRidge(buildKernel(rows), targets, STRENGTHS)
  const linear = fit.dual.map((dual) => {
    const words = new Float64Array(SPARSE_DIMENSIONS)
    const characters = new Float64Array(SPARSE_DIMENSIONS)
    rows.forEach((row, at) => {
      addScaled(words, row.words, KERNEL_WEIGHTS.words * dual[at]!)
      addScaled(characters, row.characters, KERNEL_WEIGHTS.characters * dual[at]!)
    })
    return { words, characters }
  })
  const predict = (prompt: string): number[] => {
    const encoded = encode(prompt)
    const near = rows.map((row) => nearness(encoded, row))
    return fit.dual.map((dual, t) => {
      const local = near.reduce((sum, value, at) => sum + value * dual[at]!, 0)
      return fit.means[t]! + dotSparse(encoded.words, linear[t]!.words) + dotSparse(encoded.characters, linear[t]!.characters) + local
    })
  }
  return { strength: fit.strength, predict }
}

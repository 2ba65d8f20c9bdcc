// Learns from labelled prompts how well each model will do on a new one, or how much the stronger of two is needed.
import { loadWeights } from '../../src/adapters/weights.ts'
import { fitKernelRidges, type RidgeFit, type RidgeTask } from './kernel-ridge.ts'
import { fitLikeness, type Likeness } from './prompt-kernel.ts'

type ScoredPrompt = {
  prompt: string
  scores: readonly number[]
}

type PairPrompt = {
  prompt: string
  strong: number
  weak: number
}

type Learner<Prediction> = {
  strengths: number[]
  predict: (prompt: string) => Prediction
}

// Among strengths that do about equally well the strongest is taken: the error hardly differs there, and the order it gives is steadier.
const steady = { strengths: [3, 6, 12, 24], tolerance: 1.005 }
const leastError = { strengths: [1.5, 3, 6, 12, 24], tolerance: 1 }

function fitOver(likeness: Likeness, prompts: readonly string[], tasks: readonly RidgeTask[]): RidgeFit[] {
  const kernel = new Float64Array(prompts.length ** 2)
  prompts.forEach((prompt, at) => {
    kernel.set(likeness(prompt), at * prompts.length)
  })
  return fitKernelRidges(kernel, tasks)
}

function estimate({ dual, means }: RidgeFit, near: Float64Array): number[] {
  return dual.map((weights, target) => near.reduce((sum, value, at) => sum + value * weights[at]!, means[target]!))
}

export function learnScores(labelled: readonly ScoredPrompt[], unlabelled: readonly string[] = []): Learner<number[]> {
  const prompts = labelled.map((row) => row.prompt)
  const likeness = fitLikeness(prompts, unlabelled, loadWeights())
  const targets = labelled[0]!.scores.map((_, model) => Float64Array.from(labelled, (row) => row.scores[model]!))
  const [fit] = fitOver(likeness, prompts, [{ targets, ...steady }])
  return { strengths: [fit!.strength], predict: (prompt) => estimate(fit!, likeness(prompt)) }
}

const productWeight = 0.2
const toChance = (value: number): number => Math.max(0, Math.min(1, value))

/** Predicts by how much the strong model will do better, and a little of the chance that it succeeds where the weak one fails. */
export function learnNeed(labelled: readonly PairPrompt[], unlabelled: readonly string[] = []): Learner<number> {
  const prompts = labelled.map((row) => row.prompt)
  const likeness = fitLikeness(prompts, unlabelled, loadWeights())
  const fits = fitOver(likeness, prompts, [
    { targets: [Float64Array.from(labelled, ({ strong, weak }) => strong - weak)], ...steady },
    { targets: [Float64Array.from(labelled, ({ strong }) => strong)], ...leastError },
    { targets: [Float64Array.from(labelled, ({ weak }) => weak)], ...leastError },
  ])
  const predict = (prompt: string): number => {
    const near = likeness(prompt)
    const [lead, strong, weak] = fits.map((fit) => estimate(fit, near)[0]!)
    return lead! + productWeight * toChance(strong!) * (1 - toChance(weak!))
  }
  return { strengths: fits.map((fit) => fit.strength), predict }
}

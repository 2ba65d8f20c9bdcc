import learned from '../../data/weights-rerank.json' with { type: 'json' }
import { openHiddenUnits } from './hidden-units.ts'
import type { Cover } from './word-cover.ts'

/** What is known of a candidate after the first search. */
export type Candidate = {
  score: number
  lexical: number
  semantic: number
  /** Nearness of its head, and of whatever of it is nearest. */
  head: number
  best: number
  /** Nearness to the parts of the task: on the whole, and to the one it fits best. */
  partsMean: number
  partsBest: number
  tools: number
  cover: Cover
}
export type Asked = { parts: number; words: number; entries: number }

export const columnNames = [
  'score',
  'lexical',
  'semantic',
  'head',
  'best',
  'any_cover',
  'head_cover',
  'tool_cover',
  'parts_best',
  'of_name',
  'parts_mean',
  'name_cover',
  'tool_names_cover',
  'description_cover',
  'tool_descriptions_cover',
  'of_head',
  'of_tool_name',
  'phrases',
  'tools',
  'parts',
  'words',
  'entries',
] as const
/** The first columns count a second time as the distance to the best of the list, and some of the bests by themselves. */
const relativeColumns = 10
const bestColumns = 6
const farthestFromBest = -6
const inputCount = columnNames.length + relativeColumns + bestColumns

export function columnsOf({ cover, ...candidate }: Candidate, asked: Asked): number[] {
  return [
    candidate.score,
    candidate.lexical,
    candidate.semantic,
    candidate.head,
    candidate.best,
    cover.any,
    cover.head,
    cover.tool,
    candidate.partsBest,
    cover.ofName,
    candidate.partsMean,
    cover.name,
    cover.toolNames,
    cover.description,
    cover.toolDescriptions,
    cover.ofHead,
    cover.ofToolName,
    cover.phrases,
    Math.log(1 + candidate.tools),
    Math.log(Math.max(1, asked.parts)),
    Math.log(1 + asked.words),
    Math.log10(1 + asked.entries),
  ]
}

/** Columns on one scale, followed by how far each lies from the best of its list. */
export function inputsOf(rows: readonly number[][], mean: readonly number[], deviation: readonly number[]): Float32Array[] {
  const bests = new Float32Array(relativeColumns).fill(Number.NEGATIVE_INFINITY)
  const scaled = rows.map((row) => {
    const inputs = new Float32Array(inputCount)
    for (let at = 0; at < row.length; at++) inputs[at] = (row[at]! - mean[at]!) / deviation[at]!
    for (let at = 0; at < relativeColumns; at++) bests[at] = Math.max(bests[at]!, inputs[at]!)
    return inputs
  })
  for (const row of scaled) {
    for (let at = 0; at < relativeColumns; at++) row[columnNames.length + at] = Math.max(farthestFromBest, row[at]! - bests[at]!)
    for (let at = 0; at < bestColumns; at++) row[columnNames.length + relativeColumns + at] = bests[at]!
  }
  return scaled
}

/** Gives candidates new scores, in the unit of the old ones and from the same top. Learned by training/rerank.ts. */
export function createRescorer(mostCandidates: number): (candidates: readonly Candidate[], asked: Asked) => number[] {
  const { hidden, bias, out, linear, mean, deviation, scale } = learned
  const unitsOf = openHiddenUnits({ weights: hidden, bias, out }, inputCount, mostCandidates)
  return (candidates, asked) => {
    const rows = candidates.map((candidate) => columnsOf(candidate, asked))
    const inputs = inputsOf(rows, mean, deviation)
    const worths = unitsOf(inputs).map((sum, at) => sum + weighed(inputs[at]!, linear))
    const top = Math.max(...candidates.map(({ score }) => score))
    const most = Math.max(...worths)
    return worths.map((worth) => top + scale * (worth - most))
  }
}

function weighed(input: Float32Array, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < input.length; at++) sum += input[at]! * weights[at]!
  return sum
}

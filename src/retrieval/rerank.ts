import learned from '../../data/weights-rerank.json' with { type: 'json' }
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

/** The hyperbolic tangent within 0.0002 (its continued fraction): Math.tanh here makes a decision over 16,000 entries a twentieth slower. */
function tanh(x: number): number {
  if (x > 4.9) return 1
  if (x < -4.9) return -1
  const square = x * x
  return (x * (135_135 + square * (17_325 + square * (378 + square)))) / (135_135 + square * (62_370 + square * (3150 + 28 * square)))
}

const { linear, bias, out } = learned
const units = out.length
/** The weights of one input for all units next to each other, so that the units' sums do not wait for each other. */
const hidden = Float64Array.from({ length: inputCount * units }, (_, at) => learned.hidden[at % units]![Math.floor(at / units)]!)

/** Columns about the task, and the bests, are the same for every candidate of a list. */
const firstOfTask = columnNames.indexOf('parts')
const firstBest = columnNames.length + relativeColumns

function addTo(sums: Float64Array, input: Float32Array, from: number, to: number): number {
  let worth = 0
  for (let at = from; at < to; at++) {
    const value = input[at]!
    const row = at * units
    worth += value * linear[at]!
    for (let unit = 0; unit < units; unit++) sums[unit]! += value * hidden[row + unit]!
  }
  return worth
}

function worthsOf(inputs: readonly Float32Array[]): number[] {
  const [any] = inputs
  if (!any) return []
  const common = Float64Array.from(bias)
  const commonWorth = addTo(common, any, firstOfTask, columnNames.length) + addTo(common, any, firstBest, inputCount)
  const sums = new Float64Array(units)
  return inputs.map((input) => {
    sums.set(common)
    let worth = commonWorth + addTo(sums, input, 0, firstOfTask) + addTo(sums, input, columnNames.length, firstBest)
    for (let unit = 0; unit < units; unit++) worth += tanh(sums[unit]!) * out[unit]!
    return worth
  })
}

/** New scores for a list of candidates, in the unit of the old ones and from the same top; made by training/rerank.ts. */
export function rescore(candidates: readonly Candidate[], asked: Asked): number[] {
  const rows = candidates.map((candidate) => columnsOf(candidate, asked))
  const worths = worthsOf(inputsOf(rows, learned.mean, learned.deviation))
  const top = Math.max(...candidates.map(({ score }) => score))
  const most = Math.max(...worths)
  return worths.map((worth) => top + learned.scale * (worth - most))
}

import { parseArgs } from 'node:util'
import { mean } from './figures.ts'
import { learnNeed, learnScores } from './learner/model-learner.ts'
import { writeJsonl } from './lines.ts'
import { type OutcomeRow, type Prompt, readModelFolder } from './model-set.ts'
import { numberIn, UsageError } from './usage.ts'

const mostLabels = 1500

// Files are often sorted by subject, so the labels are taken at even steps through the training split, not from its head.
export function takeEvenly<Row>(rows: readonly Row[], most: number): Row[] {
  if (rows.length <= most) return [...rows]
  return Array.from({ length: most }, (_, at) => rows[Math.floor((at * rows.length) / most)]!)
}

type LabelledSet = {
  models: string[]
  labelled: Prompt[]
  /** Those of the labelled prompts, in their order. */
  outcomes: OutcomeRow[]
  unlabelled: string[]
  asked: Prompt[]
}

function openSet(folder: string): LabelledSet {
  const { models, prompts, outcomes } = readModelFolder(folder)
  const outcomeOf = new Map(outcomes.map((row) => [row.id, row]))
  const train = prompts.filter((row) => row.split === 'train' && outcomeOf.has(row.id))
  const labelled = takeEvenly(train, mostLabels)
  const used = new Set(labelled.map((row) => row.id))
  return {
    models,
    labelled,
    outcomes: labelled.map((row) => outcomeOf.get(row.id)!),
    unlabelled: train.filter((row) => !used.has(row.id)).map((row) => row.prompt),
    asked: prompts.filter((row) => !used.has(row.id)),
  }
}

// A two-model set gets p, how much the stronger model is needed; any other gets the model with the best expected score less its price.
function decide(folder: string, weight: number): { lines: object[]; labels: number; strengths: number[] } {
  const { models, labelled, outcomes, unlabelled, asked } = openSet(folder)
  const labels = labelled.length
  const known = models.map((_, at) => at).filter((at) => outcomes.every((row) => row.s[at] != null && row.c[at] != null))
  const quality = known.map((at) => mean(outcomes.map((row) => row.s[at]!)))
  const price = known.map((at) => mean(outcomes.map((row) => row.c[at]!)))
  const best = quality.indexOf(Math.max(...quality))
  const rows = labelled.map(({ prompt }, at) => ({ prompt, scores: known.map((model) => outcomes[at]!.s[model]!) }))
  if (models.length === 2 && known.length === 2) {
    const pairs = rows.map(({ prompt, scores }) => ({ prompt, strong: scores[best]!, weak: scores[1 - best]! }))
    const { strengths, predict } = learnNeed(pairs, unlabelled)
    return { lines: asked.map(({ id, prompt }) => ({ id, p: predict(prompt) })), labels, strengths }
  }
  const { strengths, predict } = learnScores(rows, unlabelled)
  const lines = asked.map(({ id, prompt }) => {
    const utility = predict(prompt).map((score, at) => score - (weight * price[at]!) / (price[best]! || 1))
    return { id, choice: models[known[utility.indexOf(Math.max(...utility))]!]! }
  })
  return { lines, labels, strengths }
}

export function evalModels(argv: string[]): void {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { out: { type: 'string' }, weight: { type: 'string', default: '0' } },
  })
  const folder = positionals[0]
  if (folder === undefined || values.out === undefined) throw new UsageError('usage: eval models <folder> --out <run.jsonl> [--weight 0.2]')
  const { lines, labels, strengths } = decide(folder, numberIn('weight', values.weight))
  writeJsonl(values.out, lines)
  console.log(JSON.stringify({ folder, labels, predicted: lines.length, strengths }))
}

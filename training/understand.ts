/** Trains the small linear models of task understanding from our own labelled text: node training/understand.ts */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPLEXITIES, TASK_TYPES } from '../src/catalog/models.ts'
import { shapeCues } from '../src/routing/understand/cues.ts'
import { extractFeatures, featureBits, hashFeature, readTask, sentenceFeatures } from '../src/routing/understand/features.ts'
import { buildLexicon } from '../src/routing/understand/lexicon.ts'
import { type Example, marginOf, quantise, type TrainedRow, type TrainingOptions, trainBagged, trainBinary } from './logistic.ts'
import { orderSentences } from './router-orders.ts'
import { type LabelledTask, readCatalog, readTasks, seededRandom } from './understand-data.ts'
import { catalogExamples, filledTemplates, productTalk } from './understand-generate.ts'

const weightsFolder = join(import.meta.dirname, '../data/weights-understand')
const catalog = readCatalog()
const lexicon = buildLexicon(catalog)

type Row = LabelledTask & { features: Example['features']; weight: number; held: boolean }

function prepare(tasks: LabelledTask[], weight: number, heldShare: number): Row[] {
  const random = seededRandom(5)
  return tasks.map((task) => {
    return { ...task, features: extractFeatures(readTask(task.t, lexicon)), weight, held: random() < heldShare }
  })
}

const options: TrainingOptions = { epochs: 14, rate: 0.1, decay: 1e-4, size: 1 << featureBits, seed: 11 }

/** How much the yes answers of a balanced target weigh in sum against the no answers: a missed tool costs more than a needless one. */
const yesWeight = 1.45
const baggingRounds = 24
const shapeIndices = new Set(shapeCues.map((cue) => hashFeature(`q:${cue}`)))

function withoutShape({ indices, values }: Example['features']): Example['features'] {
  const kept = [...indices.keys()].filter((i) => !shapeIndices.has(indices[i]!))
  return { indices: Int32Array.from(kept, (i) => indices[i]!), values: Float32Array.from(kept, (i) => values[i]!) }
}

/** The catalog's examples all say yes, so a balanced target weighs its two answers by their sums. */
function examplesFor(rows: Row[], label: (row: Row) => boolean, balanced: boolean): Example[] {
  const yes = rows.reduce((sum, row) => sum + (label(row) ? row.weight : 0), 0)
  const all = rows.reduce((sum, row) => sum + row.weight, 0)
  const weightOf = (row: Row) => (balanced ? (row.weight * all) / (2 * (label(row) ? yes / yesWeight : all - yes)) : row.weight)
  return rows.map((row) => ({
    features: balanced ? withoutShape(row.features) : row.features,
    label: label(row) ? 1 : 0,
    weight: weightOf(row),
  }))
}

type Target = { name: string; labels: ((row: Row) => boolean)[]; balanced: boolean }

const targets: Target[] = [
  { name: 'needs_tool', labels: [(row) => row.n === 1], balanced: true },
  { name: 'several_tools', labels: [(row) => row.m === 1], balanced: true },
  { name: 'creative', labels: [(row) => row.w === 1], balanced: false },
  { name: 'task_type', labels: TASK_TYPES.map((type) => (row: Row) => row.y === type), balanced: false },
  { name: 'complexity', labels: COMPLEXITIES.map((level) => (row: Row) => row.c === level), balanced: false },
]

function isRight(target: Target, trained: TrainedRow[], row: Row): boolean {
  const margins = trained.map((one) => marginOf(one, row.features))
  if (margins.length === 1) return margins[0]! > 0 === target.labels[0]!(row)
  return target.labels[margins.indexOf(Math.max(...margins))]!(row)
}

function trainTarget(target: Target, rows: Row[]): TrainedRow[] {
  return target.labels.map((label) => {
    const examples = examplesFor(rows, label, target.balanced)
    return target.balanced ? trainBagged(examples, options, baggingRounds) : trainBinary(examples, options)
  })
}

function reportHeldOut(rows: Row[]): void {
  for (const target of targets) {
    const trained = trainTarget(
      target,
      rows.filter((row) => !row.held),
    )
    const held = rows.filter((row) => row.held)
    const right = held.filter((row) => isRight(target, trained, row)).length
    console.log(`held out ${target.name.padEnd(14)} ${(right / held.length).toFixed(3)} of ${held.length}`)
  }
}

const written = prepare(readTasks(), 1, 0.1)
const generated = [
  ...prepare(catalogExamples(catalog), 0.2, 0),
  ...prepare(productTalk(catalog), 0.1, 0),
  ...prepare(filledTemplates(), 0.2, 0),
]
const rows = [...written, ...generated]
console.log(`${written.length} written and ${generated.length} generated tasks`)
if (!process.argv.includes('--fast')) reportHeldOut(rows)
const models = Object.fromEntries(
  targets.map((target) => [target.name, quantise(trainTarget(target, rows), target.labels.length > 1 ? 1.5 : 0.5)]),
)
const sentences = orderSentences(
  readTasks(),
  catalog.flatMap(({ examples = [] }) => examples),
)
const orderExamples = sentences.map(({ text, order, weight }) => ({ features: sentenceFeatures(text), label: order ? 1 : 0, weight }))
models.router_order = quantise([trainBinary(orderExamples, options)], 0.5)
mkdirSync(weightsFolder, { recursive: true })
writeFileSync(join(weightsFolder, 'models.json'), `${JSON.stringify({ bits: featureBits, models })}\n`)

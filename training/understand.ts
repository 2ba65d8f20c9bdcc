/** Trains the small linear models of task understanding from our own labelled text: node training/understand.ts */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazySenses } from '../src/adapters/weights.ts'
import { complexities, taskTypes } from '../src/catalog/models.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { marginOf, quantise, type TrainedRow, trainBagged, trainBinary } from './logistic.ts'
import { readCatalog } from './understand-data.ts'
import { byHandYes, creativeLean, examplesFor, needsToolLean, needsToolYes, options, type Row, trainingRows } from './understand-rows.ts'

const weightsFolder = join(import.meta.dirname, '../data/weights-understand')
const catalog = readCatalog()
const lexicon = buildLexicon(catalog, lazySenses())

const baggingRounds = 24

type Target = {
  name: string
  labels: ((row: Row) => boolean)[]
  /** How much the yes answers weigh in sum against the no answers, where both are to count whatever their number. */
  yesWeight?: number
  wordsOnly?: boolean
  /** Added to the log odds of yes. */
  lean?: number
  /** Learns from the tasks written for servers too, of which only these answers are known. */
  forServers?: boolean
  forHands?: boolean
  /** Learns from what models are asked every day, of which hardly any is for several tools or for hands. */
  prompts?: boolean
}

const targets: Target[] = [
  {
    name: 'needs_tool',
    labels: [(row) => row.n === 1],
    yesWeight: needsToolYes,
    wordsOnly: true,
    lean: needsToolLean,
    forServers: true,
    prompts: true,
  },
  { name: 'several_tools', labels: [(row) => row.m === 1], yesWeight: 1.45, wordsOnly: true },
  { name: 'by_hand', labels: [(row) => row.h === 1], yesWeight: byHandYes, forServers: true, forHands: true },
  { name: 'creative', labels: [(row) => row.w === 1], lean: creativeLean, prompts: true },
  { name: 'task_type', labels: taskTypes.map((type) => (row: Row) => row.y === type), prompts: true },
  { name: 'complexity', labels: complexities.map((level) => (row: Row) => row.c === level), prompts: true },
]

function isRight(target: Target, trained: TrainedRow[], row: Row): boolean {
  const margins = trained.map((one) => marginOf(one, row.features))
  if (margins.length === 1) return margins[0]! > 0 === target.labels[0]!(row)
  return target.labels[margins.indexOf(Math.max(...margins))]!(row)
}

function trainTarget(target: Target, rows: Row[]): TrainedRow[] {
  return target.labels.map((label) => {
    const examples = examplesFor(rows, label, target)
    const row = target.wordsOnly ? trainBagged(examples, options, baggingRounds) : trainBinary(examples, options)
    return { ...row, bias: row.bias + (target.lean ?? 0) }
  })
}

const { written, prompts, generated, forServers, forHands } = trainingRows(catalog, lexicon)
const rowsFor = (target: Target) => [
  ...written,
  ...(target.prompts ? prompts : []),
  ...generated,
  ...(target.forServers ? forServers : []),
  ...(target.forHands ? forHands : []),
]

function reportHeldOut(): void {
  for (const target of targets) {
    const trained = trainTarget(
      target,
      rowsFor(target).filter((row) => !row.held),
    )
    const held = [...written, ...(target.prompts ? prompts : [])].filter((row) => row.held)
    const right = held.filter((row) => isRight(target, trained, row)).length
    console.log(`held out ${target.name.padEnd(14)} ${(right / held.length).toFixed(3)} of ${held.length}`)
  }
}

console.log(
  `${written.length} written tasks, ${prompts.length} prompts and ${generated.length} generated tasks, ${forServers.length} for servers`,
)
if (!process.argv.includes('--fast')) reportHeldOut()
const models = Object.fromEntries(
  targets.map((target) => [target.name, quantise(trainTarget(target, rowsFor(target)), target.labels.length > 1 ? 1.5 : 0.5)]),
)
mkdirSync(weightsFolder, { recursive: true })
writeFileSync(join(weightsFolder, 'models.json'), `${JSON.stringify({ models })}\n`)

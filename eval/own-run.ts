import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSeed } from '../src/adapters/seed.ts'
import { type Answerer, bm25Baseline, popularBaseline, randomBaseline } from './baselines.ts'
import { readJsonlIn } from './lines.ts'
import { type Asked, openRouter } from './router.ts'

export type OwnTask = {
  id: string
  query: string
  expected_approach: 'direct_llm' | 'mcp_server' | 'multi_tool' | 'unresolved'
  gold: string[]
  steps?: string[][]
  tags: string[]
}
type Figures = {
  approach: number
  hit_at_1: number
  hit_at_3: number
  steps: number
  traps_and_gaps: number
  calibration_error: number
}

const shapeOf = ({ approach, recommended_skill }: Asked): OwnTask['expected_approach'] =>
  approach === 'mcp_server' && recommended_skill === null ? 'unresolved' : approach

/** A trap looks like other work than it is, or carries an order to the router; a gap is work that no tool does. */
export const isHard = ({ tags }: OwnTask) => tags.includes('trap') || tags.includes('gap')

const isRightShape = (task: OwnTask, asked: Asked) => shapeOf(asked) === task.expected_approach

/** Every step of the answer, in order, holds a tool that does that step. */
function areStepsRight({ steps = [] }: OwnTask, { orchestration = [] }: Asked): boolean {
  return steps.length === orchestration.length && steps.every((gold, at) => gold.includes(orchestration[at]!.recommended_skill ?? ''))
}

function isRight(task: OwnTask, asked: Asked): boolean {
  if (!isRightShape(task, asked)) return false
  if (task.expected_approach === 'multi_tool') return areStepsRight(task, asked)
  return task.gold.length === 0 || task.gold.includes(asked.recommended_skill ?? '')
}

const share = (values: readonly boolean[]) => values.filter(Boolean).length / Math.max(1, values.length)

/** Expected calibration error over ten equal bins. Answers that name nothing make no claim and are left out. */
function calibrationError(answers: readonly { confidence: number; right: boolean }[]): number {
  let error = 0
  for (let bin = 0; bin < 10; bin++) {
    const inside = answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin)
    if (inside.length === 0) continue
    const stated = inside.reduce((sum, { confidence }) => sum + confidence, 0) / inside.length
    error += (inside.length / answers.length) * Math.abs(stated - share(inside.map(({ right }) => right)))
  }
  return error
}

export function measure(tasks: readonly OwnTask[], answer: Answerer): { figures: Figures; answers: Asked[] } {
  const answers = tasks.map(({ query }) => answer(query))
  const pairs = tasks.map((task, at) => ({ task, asked: answers[at]! }))
  const withGold = pairs.filter(({ task }) => task.gold.length > 0)
  const compound = pairs.filter(({ task }) => task.steps !== undefined)
  const hard = pairs.filter(({ task }) => isHard(task))
  const claims = pairs.filter(({ asked }) => shapeOf(asked) !== 'unresolved')
  const within = (most: number) => (pair: (typeof pairs)[number]) =>
    [pair.asked.recommended_skill, ...pair.asked.alternatives].slice(0, most).some((slug) => pair.task.gold.includes(slug ?? ''))
  return {
    answers,
    figures: {
      approach: share(pairs.map(({ task, asked }) => isRightShape(task, asked))),
      hit_at_1: share(withGold.map(within(1))),
      hit_at_3: share(withGold.map(within(3))),
      steps: share(compound.map(({ task, asked }) => areStepsRight(task, asked))),
      traps_and_gaps: share(hard.map(({ task, asked }) => isRightShape(task, asked))),
      calibration_error: calibrationError(claims.map(({ task, asked }) => ({ confidence: asked.confidence, right: isRight(task, asked) }))),
    },
  }
}

/** A baseline states no confidence, so it has no error of it. */
type Shown = Omit<Figures, 'calibration_error'> & { calibration_error: number | null }

const percent = (value: number) => `${(value * 100).toFixed(1)}%`.padStart(7)
/** The head of the table that `row` fills. */
export const head =
  '| method     | approach |   hit@1 |   hit@3 |   steps | traps+gaps | calibration error |\n|---|---|---|---|---|---|---|'
export const row = (name: string, figures: Shown) =>
  `| ${name.padEnd(10)} | ${percent(figures.approach)} | ${percent(figures.hit_at_1)} | ${percent(figures.hit_at_3)} | ${percent(figures.steps)} | ${percent(figures.traps_and_gaps)} | ${(figures.calibration_error?.toFixed(3) ?? '-').padStart(7)} |`

/** The labelled tasks of a file or of all files of a folder; without one, our own. */
export const labelledTasks = (path = join(import.meta.dirname, 'own', 'tasks.jsonl')) => readJsonlIn<OwnTask>(path)

/** Labelled tasks through the engine and three baselines. `--misses` lists what went wrong. */
export function evalOwn(argv: string[]): void {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { misses: { type: 'boolean', default: false } },
  })
  const tasks = labelledTasks(positionals[0])
  const { skills } = readSeed()
  const router = openRouter(skills)
  const waymark = measure(tasks, (query) => router.ask(query))
  const baselines: [string, Answerer][] = [
    ['random', randomBaseline(skills)],
    ['popular', popularBaseline(skills)],
    ['BM25', bm25Baseline(skills)],
  ]
  const hard = tasks.filter(isHard).length
  console.log(`${tasks.length} tasks, ${hard} of them traps and gaps; ${skills.length} tool servers\n`)
  console.log(head)
  console.log(row('waymark', waymark.figures))
  for (const [name, answer] of baselines) console.log(row(name, { ...measure(tasks, answer).figures, calibration_error: null }))
  if (values.misses) listMisses(tasks, waymark.answers)
}

function listMisses(tasks: readonly OwnTask[], answers: readonly Asked[]): void {
  tasks.forEach((task, at) => {
    const asked = answers[at]!
    if (isRight(task, asked)) return
    const given = asked.orchestration?.map((step) => step.recommended_skill).join(' > ') ?? asked.recommended_skill
    console.log(`${task.id} wanted ${task.expected_approach}, got ${shapeOf(asked)} ${given ?? ''} at ${asked.confidence}: ${task.query}`)
  })
}

/** Learns which pieces of a task are steps of their own, and writes data/weights-plan.json: node training/plan.ts */

import { join } from 'node:path'
import { factsOf } from '../eval/foreign-catalog.ts'
import { readJsonl } from '../eval/lines.ts'
import { askFor } from '../eval/plain-ask.ts'
import { openRouter } from '../eval/router.ts'
import { readSeed } from '../src/adapters/seed.ts'
import {
  featuresOfHalves,
  featuresOfPiece,
  featuresOfPlan,
  featuresOfTwo,
  type PlanFeatures,
  planFeatureNames,
  type SoughtPiece,
  type WholeTask,
} from '../src/routing/plan/features.ts'
import { soughtHalves } from '../src/routing/plan/halves.ts'
import { cutsOf, planOf, wholeOf } from '../src/routing/plan/plan.ts'
import { seeker } from '../src/routing/plan/seek.ts'
import { canFollow } from '../src/routing/plan/sought.ts'
import type { PlanWeights } from '../src/routing/plan/weigh.ts'
import { fitOf, type SingleTool } from '../src/routing/tools/fit/fit.ts'
import { bestSlug, rankTools } from '../src/routing/tools/rank.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { storedWeights, storeWeights } from './stored-weights.ts'
import { readWrittenTasks } from './understand-data.ts'

/** A task with the servers that do each of its steps, or that do all of it; or one of which only the number is known. */
type PlannedTask = { t: string; steps?: string[][]; isHeld: boolean; weight: number }
/** One way to cut a task: the features of each choice of steps (none first, which is one tool), and which choices are right. */
type Lesson = { choices: { features: Float64Array; tools: (string | undefined)[] }[]; right: boolean[]; weight: number }
type Way = Lesson['choices']

type Router = ReturnType<typeof openRouter>

const singleWeight = 1.5
const knownNumberWeight = 0.05
const heldEvery = 5
/** Every choice of up to this many pieces is weighed while learning. */
const mostPieces = 8
const rounds = 500
const rate = 0.05
const pull = 1

const { skills } = readSeed()
/** The shipped catalog, and the same as others would import it: without kinds, examples and what we know of each server. */
const routers = [
  openRouter(skills),
  openRouter(skills.map(({ slug, canonical_name, description, tools }) => factsOf({ id: slug, name: canonical_name, description, tools }))),
]

function askedFor(task: string, { parts, lexicon }: Pick<Router, 'parts' | 'lexicon'>) {
  const understanding = understand(task, lexicon)
  const ask = askFor(understanding)
  const ranking = rankTools(ask, parts.catalog)
  return { understanding, ask, single: { ranking, fit: fitOf(ranking, ask) } }
}

/** The ways to cut a task into pieces, from coarse to fine, and those to cut a clause in two. */
function waysOf(task: string, { parts, lexicon }: Router): { ways: Way[]; halves: Way } {
  const { understanding, ask, single } = askedFor(task, { parts, lexicon })
  if (!understanding.signals.needs_tool) return { ways: [], halves: [] }
  const seek = seeker(ask, parts.catalog)
  const ways = [...cutsOf(understanding)].map(({ fineness, pieces }) =>
    choicesOf(pieces.slice(0, mostPieces).map(seek), wholeOf(understanding, single, fineness, pieces.length)),
  )
  const whole = wholeOf(understanding, single, 'clauses', 1)
  const halves = soughtHalves(understanding, seek).map((two) => ({
    features: sumOf([featuresOfHalves(two, whole)]),
    tools: [toolOf(two.first), toolOf(two.second)],
  }))
  return { ways, halves: [oneTool, ...halves] }
}

const toolOf = ({ ranking, fit }: SingleTool) => (fit.fits ? bestSlug(ranking) : undefined)

/** Every choice of two pieces or more as steps. */
function severalOf(sought: readonly SoughtPiece[]): number[][] {
  const chosen: number[][] = []
  for (let mask = 1; mask < 1 << sought.length; mask++) {
    const starts = sought.flatMap((_, at) => (mask & (1 << at) ? [at] : []))
    if (starts.length >= 2 && starts.every((at, i) => i === 0 || canFollow(sought[at]!, sought[starts[i - 1]!]!))) chosen.push(starts)
  }
  return chosen
}

function choicesOf(sought: readonly SoughtPiece[], whole: WholeTask): Way {
  const alone = sought.map((one) => featuresOfPiece(one, whole))
  const planned = featuresOfPlan(whole)
  const several = severalOf(sought).map((starts) => {
    const each = starts.map((at, i) =>
      i === 0 ? alone[at]! : { ...alone[at], ...featuresOfTwo(sought[at]!, sought[starts[i - 1]!]!, whole) },
    )
    const tools = starts.map((at) => toolOf(sought[at]!))
    return { features: sumOf([...each, planned]), tools }
  })
  return [oneTool, ...several]
}

function sumOf(all: readonly PlanFeatures[]): Float64Array {
  return Float64Array.from(planFeatureNames, (name) => all.reduce((sum, features) => sum + (features[name] ?? 0), 0))
}

const oneTool = { features: sumOf([]), tools: [] }

const isSame = (tools: readonly (string | undefined)[], steps: readonly string[][]) =>
  tools.length === steps.length && steps.every((gold, at) => gold.includes(tools[at] ?? ''))

function lessonsOf(task: PlannedTask, router: Router): Lesson[] {
  const { ways, halves } = waysOf(task.t, router)
  return [...lessonsOfWays(task, ways), ...lessonsOfWays(task, [halves])]
}

/** A cut that cannot be right is to be left to a finer one; where none can, the right number of steps is the next best. */
function lessonsOfWays({ steps, weight }: PlannedTask, ways: readonly Way[]): Lesson[] {
  const lessons: Lesson[] = []
  for (const [at, choices] of ways.entries()) {
    if (!steps) {
      lessons.push({ choices, right: choices.map((_, i) => i === 0), weight })
      continue
    }
    const right = choices.map(({ tools }) => isSame(tools, steps))
    if (right.includes(true)) return [...lessons, { choices, right, weight }]
    if (ways.slice(at + 1).some((finer) => finer.some(({ tools }) => isSame(tools, steps)))) {
      lessons.push({ choices, right: choices.map((_, i) => i === 0), weight })
      continue
    }
    const ofNumber = choices.map(({ tools }) => tools.length === steps.length)
    const anySeveral = choices.map((_, i) => i > 0)
    return [...lessons, { choices, right: ofNumber.includes(true) ? ofNumber : anySeveral, weight }]
  }
  return lessons
}

const isTelling = ({ right }: Lesson) => right.includes(true) && right.includes(false)
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

/** The chance of each choice, among all of them or among those that are right. */
function chances(scores: readonly number[], isIn: (at: number) => boolean): number[] {
  const most = Math.max(...scores.filter((_, at) => isIn(at)))
  const raised = scores.map((score, at) => (isIn(at) ? Math.exp(score - most) : 0))
  const sum = raised.reduce((a, b) => a + b, 0)
  return raised.map((value) => value / sum)
}

/** The likelihood of the right choices is raised by Adam over all lessons at once. */
function learn(lessons: readonly Lesson[]): Float64Array {
  const size = planFeatureNames.length
  const weights = new Float64Array(size)
  const [mean, spread] = [new Float64Array(size), new Float64Array(size)]
  for (let round = 1; round <= rounds; round++) {
    const slope = weights.map((weight) => 2 * pull * weight)
    for (const { choices, right, weight } of lessons) {
      const scores = choices.map(({ features }) => dot(features, weights))
      const all = chances(scores, () => true)
      const good = chances(scores, (at) => right[at]!)
      choices.forEach(({ features }, at) => {
        const excess = weight * (all[at]! - good[at]!)
        for (let i = 0; i < size && excess !== 0; i++) slope[i]! += excess * features[i]!
      })
    }
    const rateNow = rate * (1 - (0.9 * round) / rounds)
    slope.forEach((value, i) => {
      mean[i] = 0.9 * mean[i]! + 0.1 * value
      spread[i] = 0.999 * spread[i]! + 0.001 * value * value
      weights[i]! -= (rateNow * (mean[i]! / (1 - 0.9 ** round))) / (Math.sqrt(spread[i]! / (1 - 0.999 ** round)) + 1e-8)
    })
  }
  return weights
}

function answer(task: string, weights: PlanWeights, { parts, lexicon }: Router): (string | undefined)[] {
  const { understanding, ask, single } = askedFor(task, { parts, lexicon })
  if (!understanding.signals.needs_tool) return []
  return (planOf({ understanding, ask, catalog: parts.catalog }, single, weights) ?? []).map(toolOf)
}

function readPlanned(): PlannedTask[] {
  const written = readJsonl<{ t: string; steps?: string[][] }>(join(import.meta.dirname, 'plan-tasks.jsonl'))
  const withSteps = written.map(({ t, steps }, at): PlannedTask => {
    return { t, ...(steps ? { steps } : {}), isHeld: at % heldEvery === 0, weight: steps ? 1 : singleWeight }
  })
  // What is labelled as work for several tools taught the linear models, whose odds for it are therefore better than for any new task.
  const ofOneTool = readWrittenTasks().filter(({ file, n, m, h }) => n === 1 && m === 0 && !h && !file.startsWith('several-tools'))
  return [...withSteps, ...ofOneTool.map(({ t }): PlannedTask => ({ t, isHeld: false, weight: knownNumberWeight }))]
}

const tasks = readPlanned()
const lessons = tasks.map((task) => ({ task, lessons: routers.flatMap((router) => lessonsOf(task, router)).filter(isTelling) }))
const held = tasks.filter(({ isHeld }) => isHeld)
const before = storedWeights(planFeatureNames, learn(lessons.flatMap((one) => (one.task.isHeld ? [] : one.lessons))))
for (const [at, router] of routers.entries()) {
  const answers = held.map((task) => ({ task, tools: answer(task.t, before, router) }))
  const share = (rows: typeof answers, isRight: (row: (typeof answers)[number]) => boolean) =>
    `${rows.filter(isRight).length} of ${rows.length}`
  const compound = answers.filter(({ task }) => task.steps)
  const one = share(
    answers.filter(({ task }) => !task.steps),
    ({ tools }) => tools.length === 0,
  )
  const several = share(compound, ({ tools }) => tools.length > 0)
  const right = share(compound, ({ task, tools }) => isSame(tools, task.steps!))
  console.log(
    `held out, ${at === 0 ? 'shipped' : 'bare'} catalog: one tool as one ${one}, several as several ${several}, every step right ${right}`,
  )
}
const weights = storedWeights(planFeatureNames, learn(lessons.flatMap((one) => one.lessons)))
storeWeights('weights-plan.json', weights)

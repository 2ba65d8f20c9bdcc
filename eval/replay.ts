import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { lazySenses } from '../src/adapters/weights.ts'
import { rounded } from '../src/rounded.ts'
import { priorityWords } from '../src/routing/priority.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { understood } from '../src/routing/understand/understood.ts'
import { seeded, shuffled } from './chance.ts'
import { mean } from './figures.ts'
import { writeJsonl } from './lines.ts'
import { type ModelSet, type Prompt, readModelSet } from './model-set.ts'
import { epsilonGreedy, type Policy, type ReadPrompt, servedPolicy, thompsonPerCluster } from './replay-policies.ts'
import { numberIn, UsageError } from './usage.ts'

const usage =
  'usage: eval replay <folder> [--steps 2500] [--seed 1 | --seeds 5] [--priority highest_quality] [--drift] [--baselines] [--out <run.jsonl>]'
const keptAfterDrift = 0.4

type Run = { choices: { id: string; choice: string }[]; gained: number[] }
/** What is streamed past a policy. `fallen` is the model that does worse from the middle on. */
type Stream = { set: ModelSet; prompts: readonly Prompt[]; read: (prompt: Prompt) => ReadPrompt; fallen: number | null }

/** The policy sees only the outcome of its own choices. */
function replay({ set, prompts, read, fallen }: Stream, policy: Policy): Run {
  const run: Run = { choices: [], gained: [] }
  for (const [step, prompt] of prompts.entries()) {
    const task = read(prompt)
    const model = policy.choose(task)
    const hasFallen = step >= prompts.length / 2 && model === fallen
    const score = scoreOf(set, prompt, model) * (hasFallen ? keptAfterDrift : 1)
    policy.learn(task, model, score)
    run.choices.push({ id: prompt.id, choice: set.names[model]! })
    run.gained.push(score)
  }
  return run
}

const scoreOf = ({ scores }: ModelSet, { id }: Prompt, model: number) => scores.get(id)![model]!

/** The best single model of these prompts, once the given one has fallen. */
function bestFixed(set: ModelSet, prompts: readonly Prompt[], fallen: number | null): { model: number; score: number } {
  const means = set.names.map((_, model) =>
    mean(prompts.map((prompt) => scoreOf(set, prompt, model) * (model === fallen ? keptAfterDrift : 1))),
  )
  const score = Math.max(...means)
  return { model: means.indexOf(score), score }
}

function promptReader(): (prompt: Prompt) => ReadPrompt {
  const lexicon = buildLexicon([], lazySenses())
  const signalsOf = (prompt: string) => understood(prompt, (part) => understand(part, lexicon)).understanding.signals
  const known = new Map<string, ReadPrompt>()
  return ({ id, prompt }) => {
    const made = known.get(id) ?? { text: prompt, signals: signalsOf(prompt) }
    known.set(id, made)
    return made
  }
}

const lastQuarter = <T>(values: readonly T[]) => values.slice(Math.floor(values.length * 0.75))

export function evalReplay(argv: string[]): void {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      steps: { type: 'string', default: '2500' },
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      priority: { type: 'string', default: 'highest_quality' },
      out: { type: 'string' },
      drift: { type: 'boolean', default: false },
      baselines: { type: 'boolean', default: false },
    },
  })
  const [folder] = positionals
  const priority = priorityWords.find((word) => word === values.priority)
  if (!folder || !priority) throw new UsageError(usage)
  const set = readModelSet(folder)
  const read = promptReader()
  const seeds = values.seeds ? Array.from({ length: numberIn('seeds', values.seeds) }, (_, i) => i + 1) : [numberIn('seed', values.seed)]
  const reports = seeds.map((seed) => {
    const prompts = shuffled(set.prompts, seeded(seed)).slice(0, numberIn('steps', values.steps))
    const fallen = values.drift ? bestFixed(set, prompts, null).model : null
    const stream = { set, prompts, read, fallen }
    const run = replay(stream, servedPolicy(set.names, priority, seeded(seed + 1000)))
    if (values.out) writeJsonl(values.out, run.choices)
    const others = values.baselines ? baselines(stream, seed) : {}
    const best = bestFixed(set, values.drift ? lastQuarter(prompts) : prompts, fallen).score
    const report = { seed, score: mean(run.gained), last_quarter: mean(lastQuarter(run.gained)), best_fixed: best, ...others }
    console.log(JSON.stringify(allRounded(report)))
    return report
  })
  const names = Object.keys(reports[0] ?? {}).filter((name) => name !== 'seed')
  const means = Object.fromEntries(names.map((name) => [name, mean(reports.map((report) => Number(report[name as 'score'])))]))
  console.log(
    JSON.stringify({
      set: basename(folder),
      steps: numberIn('steps', values.steps),
      priority,
      drift: values.drift,
      mean_of: seeds.length,
      ...allRounded(means),
    }),
  )
}

function allRounded(report: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(report).map(([name, value]) => [name, rounded(value, 4)]))
}

function baselines(stream: Stream, seed: number) {
  const { names } = stream.set
  const score = (policy: Policy) => mean(replay(stream, policy).gained)
  return {
    epsilon_greedy: score(epsilonGreedy(names, seeded(seed + 2000))),
    thompson_per_cluster: score(thompsonPerCluster(names, seeded(seed + 3000))),
  }
}

// Gathers the labelled tasks and sentences that the reader is taught with: node training/reader-data.ts --out <folder>
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../eval/chance.ts'
import { complexities, taskTypes } from '../src/catalog/models.ts'
import { withoutAsides } from '../src/routing/understand/asides.ts'
import { askedPart } from '../src/routing/understand/asked-part.ts'
import { readConversations } from './conversations.ts'
import { sentencesBeside } from './router-orders.ts'
import { laterTasks, writtenTasks } from './server-tasks.ts'
import { stepStarts } from './step-starts.ts'
import { type LabelledTask, readCatalog, readKinds, readPrompts, readTasks, readWrittenTasks, taskOf } from './understand-data.ts'
import { catalogExamples, filledTemplates, productTalk } from './understand-generate.ts'

type Taught = LabelledTask & { weight: number; held: boolean; kind_known: boolean }

const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) throw new Error('usage: node training/reader-data.ts --out <folder>')

const random = seeded(5)
const catalog = readCatalog()
const forServers = [...writtenTasks(), ...laterTasks()]
const plain = (weight: number, kind_known: boolean) => (task: LabelledTask) => ({ ...task, weight, held: false, kind_known })
/** Wordy tasks as they are read when they are served, and with all their sentences. */
const wordy = readConversations().flatMap((told) => {
  const task = { ...taskOf(told), k: [...new Set((told.steps ?? []).flatMap(({ kinds }) => kinds))] }
  const held = random() < 0.1
  const asked = askedPart(withoutAsides(task.t))
  const whole = { ...task, weight: asked === task.t ? 1 : 0.3, held, kind_known: true }
  return asked === task.t ? [whole] : [{ ...whole, t: asked, weight: 1 }, ...(held ? [] : [whole])]
})
const tasks: Taught[] = [
  ...[...readWrittenTasks(), ...readPrompts()].map((task) => ({ ...task, weight: 1, held: random() < 0.1, kind_known: true })),
  ...wordy,
  ...filledTemplates().map(plain(0.2, true)),
  ...productTalk(catalog).map(plain(0.1, true)),
  ...catalogExamples(catalog).map(plain(0.2, false)),
  ...forServers.map(({ task }) => plain(0.1, false)({ t: task, n: 1, m: 0, y: 'agentic', c: 'simple', w: 0 })),
]
const kinds = readKinds()
const types: readonly string[] = taskTypes
const levels: readonly string[] = complexities
const taskRows = tasks.map(({ n, h, y, c, w, p, k = [], weight, held, kind_known, ...task }) => ({
  text: task.t,
  starts: stepStarts(task),
  gives_orders: -1,
  needs_tool: n,
  several_tools: task.m,
  by_hand: h ?? 0,
  creative: w,
  on_the_web: p ?? -1,
  task_type: kind_known ? types.indexOf(y) : -1,
  complexity: kind_known ? levels.indexOf(c) : -1,
  kinds: k.map((kind) => kinds.indexOf(kind)),
  weight,
  held,
}))

// Of a sentence beside others it is only known whether it gives orders to whoever reads it.
const sentenceRows = sentencesBeside(readTasks()).map(({ text, beside, order, weight, held }) => ({
  text,
  beside,
  starts: null,
  gives_orders: order ? 1 : 0,
  needs_tool: -1,
  several_tools: -1,
  by_hand: -1,
  creative: -1,
  on_the_web: -1,
  task_type: -1,
  complexity: -1,
  kinds: [],
  weight,
  held,
}))
const rows = [...taskRows, ...sentenceRows]
mkdirSync(values.out, { recursive: true })
const names = catalog.map(({ canonical_name }) => canonical_name)
writeFileSync(join(values.out, 'tasks.json'), JSON.stringify({ rows, names, task_types: taskTypes, complexities, kinds }))
console.log(`${taskRows.length} tasks, ${sentenceRows.length} sentences`)

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readJsonl } from './lines.ts'
import { labelledTasks } from './own-run.ts'
import { type Asked, openRouter } from './router.ts'

/** A way in which an agent hands over a task: as a whole sentence, or as a bare phrase after words such as "wants me to". */
type Frame = { id: string; form: 'sentence' | 'bare'; template: string }

const everyNth = 10
const instruction = /^\p{L}+ (?!is |are |was )/u
const notAnInstruction =
  /[\n?]|^(?:what|who|when|where|how|which|is|are|do|does|can|could|why|i|my|the|please|our|we|it|there|in|on|for|if|after|from|any|an?) /iu

/** Our own instructions inside of frames: how many of the answers are the same as without one. */
export function evalFrames(argv: string[]): void {
  const { values } = parseArgs({ args: argv, options: { misses: { type: 'boolean', default: false } } })
  const tasks = labelledTasks()
    .map(({ query }) => query)
    .filter((query) => instruction.test(query) && !notAnInstruction.test(query))
    .filter((_, at) => at % everyNth === 0)
  const { ask } = openRouter()
  const plain = tasks.map((task) => ({ task, answer: decisive(ask(task)) }))
  const rows = readJsonl<Frame>(join(import.meta.dirname, 'own', 'frames.jsonl')).map((frame) => ({
    frame,
    kept: plain.filter(({ task, answer }) => decisive(ask(framed(frame, task))) === answer).length,
  }))
  const share = (some: typeof rows) => {
    const kept = some.reduce((sum, row) => sum + row.kept, 0)
    return `${((100 * kept) / (some.length * tasks.length)).toFixed(1)}%`
  }
  const isOdd = ({ frame }: (typeof rows)[number]) => /[13579]$/.test(frame.id)
  const halves = `odd-numbered frames ${share(rows.filter(isOdd))}, even-numbered ${share(rows.filter((row) => !isOdd(row)))}`
  console.log(`${tasks.length} tasks in ${rows.length} frames: ${share(rows)} answered as without one (${halves})`)
  if (!values.misses) return
  for (const { frame, kept } of rows.sort((a, b) => a.kept - b.kept)) console.log(kept, frame.id, frame.template.replaceAll('\n', ' / '))
}

const decisive = ({ approach, recommended_skill, orchestration }: Asked) =>
  JSON.stringify([approach, recommended_skill, orchestration?.map((step) => step.recommended_skill)])

function framed({ form, template }: Frame, task: string): string {
  const sentence = /[.!]$/.test(task) ? task : `${task}.`
  const said = form === 'bare' ? task.slice(0, 1).toLowerCase() + task.slice(1).replace(/[.!]+$/, '') : sentence
  return template.replace('{task}', () => (/^\s*[{[]/.test(template) ? JSON.stringify(said).slice(1, -1) : said))
}

import { join } from 'node:path'
import { readClassifierReply, reconcile } from '../src/routing/llm-classifier.ts'
import type { LlmReading } from '../src/routing/told-steps.ts'
import { readJsonl } from './lines.ts'
import { head, labelledTasks, measure, type OwnTask, row } from './own-run.ts'
import { openRouter } from './router.ts'

type Recorded = { id: string; answer: unknown }

/**
 * What a language model behind the router adds, by the answers that a large one gave for 400 of the outsiders' tasks: with the built-in
 * classifier alone, with the model's labels, and with the steps that it told as well.
 */
export function evalRecorded(): void {
  const { ask, read } = openRouter()
  const answers = new Map(
    readJsonl<Recorded>(join(import.meta.dirname, 'recorded', 'classifier.jsonl')).map(({ id, answer }) => [id, answer]),
  )
  const tasks = labelledTasks(join(import.meta.dirname, 'outsiders')).filter(({ id }) => answers.has(id))
  const said = new Map(tasks.map(({ id, query }) => [query, readClassifierReply(JSON.stringify(answers.get(id)))]))
  const asked = (change: (llm: LlmReading | null) => LlmReading | null) => (query: string) =>
    ask(query, { classification: reconcile(read(query).understanding, change(said.get(query) ?? null)) })
  const ways: [string, (llm: LlmReading | null) => LlmReading | null][] = [
    ['built in', () => null],
    ['labels', (llm) => llm && { ...llm, steps: [] }],
    ['and steps', (llm) => llm],
  ]
  console.log(
    `${tasks.length} tasks, ${countOf(tasks, 'multi_tool')} for several tools, ${countOf(tasks, 'unresolved')} that nothing can do\n`,
  )
  console.log(head)
  for (const [name, change] of ways) console.log(row(name, measure(tasks, asked(change)).figures))
}

const countOf = (tasks: readonly OwnTask[], approach: OwnTask['expected_approach']) =>
  tasks.filter(({ expected_approach }) => expected_approach === approach).length

import { join } from 'node:path'
import { seeded } from '../eval/chance.ts'
import { readLines } from '../eval/lines.ts'
import { nearestFirst, segmentsOf } from '../src/routing/understand/words/sentences.ts'
import parts from './router-order-parts.json' with { type: 'json' }
import type { WrittenTask } from './server-tasks.ts'
import { tasksFolder } from './understand-data.ts'

type LabelledSentence = { text: string; order: boolean; weight: number }

const framesPerDemand = 14

/** Every demand put in some of the ways in which texts try to give orders. */
function framedDemands(): string[] {
  const random = seeded(41)
  return parts.demands.flatMap((demand) =>
    Array.from({ length: framesPerDemand }, () => {
      const order = parts.frames[Math.floor(random() * parts.frames.length)]!.replace('{}', demand)
      return order[0]!.toUpperCase() + order.slice(1)
    }),
  )
}

/** A line break inside a line is written as \\n; lines that begin with "- " only look like orders. */
function readOrderLines(): { orders: string[]; lookAlikes: string[] } {
  const lines = readLines(join(tasksFolder, 'router-orders.txt'))
  const whole = (line: string) => line.replaceAll('\\n', '\n')
  return {
    orders: lines.filter((line) => !line.startsWith('- ')).map(whole),
    lookAlikes: lines.filter((line) => line.startsWith('- ')).map((line) => whole(line.slice(2))),
  }
}

/** Orders to the router against sentences of ordinary tasks, each by itself. */
export function orderSentences(
  tasks: readonly { t: string }[],
  forServers: readonly WrittenTask[],
  examples: readonly string[],
): LabelledSentence[] {
  const { orders, lookAlikes } = readOrderLines()
  // An order is judged by its sentences, so it is shown whole and by its sentences, of which some may be harmless by themselves.
  const partsOfOrders = orders.flatMap((line) => segmentsOf(line).filter((part) => part !== line))
  return [
    ...orders.map((text) => ({ text, order: true, weight: 2 })),
    ...partsOfOrders.map((text) => ({ text, order: true, weight: 1 })),
    ...parts.claims.map((text) => ({ text, order: true, weight: 2 })),
    ...framedDemands().map((text) => ({ text, order: true, weight: 0.7 })),
    ...parts.look_alikes.map((text) => ({ text, order: false, weight: 3 })),
    ...lookAlikes.flatMap((line) => segmentsOf(line).map((text) => ({ text, order: false, weight: 3 }))),
    ...examples.map((text) => ({ text, order: false, weight: 0.4 })),
    ...tasks.flatMap(({ t }) => segmentsOf(t).map((text) => ({ text, order: false, weight: 1 }))),
    ...forServers.flatMap(({ task }) => segmentsOf(task).map((text) => ({ text, order: false, weight: 1 }))),
  ]
}

/** A sentence, the rest of the text in which it stands, and whether it gives orders there. */
export type SentenceBeside = { text: string; beside: string; order: boolean; weight: number; held: boolean }

const mostSentences = 4
const drawsPerLine = 2
const pairsOfTasks = 6000

/** Orders and what looks like them put before or after tasks, and honest texts of several sentences as they stand. */
export function sentencesBeside(tasks: readonly { t: string }[]): SentenceBeside[] {
  const random = seeded(43)
  const anyTask = () => tasks[Math.floor(random() * tasks.length)]!.t
  const { orders, lookAlikes } = readOrderLines()
  const rows: SentenceBeside[] = []

  /** Each sentence of one text beside all others of both. `other` comes before it or after it. */
  function judge(text: string, other: string, kind: { order: boolean; weight: number; held: boolean }): void {
    const [own, others] = [segmentsOf(text), segmentsOf(other)]
    const isBefore = random() < 0.5
    const all = isBefore ? [...others, ...own] : [...own, ...others]
    for (const sentence of own.slice(0, mostSentences)) {
      const beside = nearestFirst(all, all.indexOf(sentence)).join(' ')
      if (beside) rows.push({ text: sentence.trim(), beside, ...kind })
    }
  }

  for (const line of [...orders, ...parts.claims]) {
    const held = random() < 0.1
    for (let draw = 0; draw < drawsPerLine; draw++) {
      const task = anyTask()
      judge(line, task, { order: true, weight: 0.8, held })
      judge(task, line, { order: false, weight: 0.25, held })
    }
  }
  for (const demand of framedDemands()) judge(demand, anyTask(), { order: true, weight: 0.1, held: false })
  for (const line of [...lookAlikes, ...parts.look_alikes]) {
    const held = random() < 0.1
    judge(line, '', { order: false, weight: 0.5, held })
    for (let draw = 0; draw < drawsPerLine; draw++) judge(line, anyTask(), { order: false, weight: 0.5, held })
  }
  for (const { t } of tasks) judge(t, '', { order: false, weight: 0.5, held: random() < 0.1 })
  for (let pair = 0; pair < pairsOfTasks; pair++) judge(anyTask(), anyTask(), { order: false, weight: 0.2, held: false })
  return rows
}

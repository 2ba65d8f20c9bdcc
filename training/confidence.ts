/**
 * Learns how likely the router's first candidate is right, from our own catalog: examples that the index has not seen,
 * the same examples with every server of their kind taken away, and tasks that no server can do.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askFor } from '../eval/plain-ask.ts'
import { readSeed } from '../src/adapters/seed.ts'
import { lazySenses, loadWeights } from '../src/adapters/weights.ts'
import { adoptionOf, priorOf } from '../src/catalog/prior.ts'
import { scoresFrom, seedEntry } from '../src/catalog/rules.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import { createIndex } from '../src/retrieval/search-index.ts'
import type { RoutingCatalog } from '../src/routing/ports.ts'
import { FIT_FEATURES, fitFeatures } from '../src/routing/tools/fit-features.ts'
import { type Ranking, rankTools } from '../src/routing/tools/rank.ts'
import { buildLexicon, type ProductLexicon } from '../src/routing/understand/lexicon.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { fitLogistic, type Labelled } from './newton.ts'

const halves = 2
// How often each kind is met in practice is a guess: nearly all requests have a server that does them.
const shareOf = { known: 0.92, kind_missing: 0.04, impossible: 0.04 }

type Row = Labelled & { kind: keyof typeof shareOf; half: number; text: string; top: string }

const { skills } = readSeed()
const entries = new Map(skills.map((facts) => [facts.slug, seedEntry(facts)]))
const scores = new Map(skills.map((facts) => [facts.slug, scoresFrom(priorOf(facts), 0)]))
const impossible = readFileSync(join(import.meta.dirname, '../data/gaps.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (JSON.parse(line) as { t: string }).t)

// The token table was trained without every fifth example (training/prepare.ts), so those are unseen by it and by the index.
const isHeldOut = (at: number) => at % 5 === 4
const halfOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % halves

function indexed(facts: SkillFacts) {
  const examples = facts.examples.filter((_, at) => !isHeldOut(at))
  return {
    id: facts.slug,
    name: facts.canonical_name,
    aliases: facts.aliases,
    capabilities: facts.capabilities,
    description: facts.description,
    tools: facts.tools,
    examples,
  }
}

/** Both do the main work of one of them. */
function isSameWork(a: readonly string[], b: readonly string[]): boolean {
  return a.includes(b[0] ?? '') || b.includes(a[0] ?? '')
}

function isRight(ranking: Ranking, owner: SkillFacts): boolean {
  const top = ranking.ranked[0]?.entry
  if (!top) return false
  const names = new Set([owner.canonical_name, ...owner.aliases].map((name) => name.toLowerCase()))
  const isSameProduct = [top.canonical_name, ...top.aliases].some((name) => names.has(name.toLowerCase()))
  return top.slug === owner.slug || isSameProduct || (!ranking.named.isBinding && isSameWork(top.capabilities, owner.capabilities))
}

/** Where somebody looked whether another server than the one that was meant would have done the task as well. */
const judged = new Map(
  readFileSync(join(import.meta.dirname, 'judged-picks.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [does, slug, task] = line.split('\t')
      return [`${slug} ${task}`, does === '1'] as const
    }),
)

function gatherRows(): Row[] {
  const index = createIndex(loadWeights(), skills.map(indexed))
  const catalog: RoutingCatalog = {
    get: (slug) => entries.get(slug),
    scoresOf: (slug) => scores.get(slug),
    hubs: () => [],
    ofWorkflow: () => [],
    search: index.search,
  }
  const rows: Row[] = []
  const add = (kind: Row['kind'], text: string, lexicon: ProductLexicon, owner?: SkillFacts) => {
    const ask = askFor(understand(text, lexicon))
    const ranking = rankTools(ask, catalog)
    // Requests follow what people use, while every server has as many examples as any other.
    const usage = owner ? 0.2 + 3 * adoptionOf(owner) ** 2 : 1
    const top = ranking.ranked[0]?.entry.slug ?? ''
    const label = owner && (judged.get(`${top} ${text}`) ?? isRight(ranking, owner)) ? 1 : 0
    const features = fitFeatures(ranking, ask)
    rows.push({ kind, half: halfOf(text), text, top, features, label, weight: usage })
  }
  const heldOut = (facts: SkillFacts) => facts.examples.filter((_, at) => isHeldOut(at))
  const lexicon = buildLexicon(skills, lazySenses())
  for (const facts of skills) for (const text of heldOut(facts)) add('known', text, lexicon, facts)
  for (const text of impossible) add('impossible', text, lexicon)
  for (const capability of new Set(skills.flatMap((facts) => facts.capabilities[0] ?? []))) {
    const gone = skills.filter((facts) => facts.capabilities.includes(capability))
    for (const { slug } of gone) index.remove(slug)
    const without = buildLexicon(
      skills.filter((facts) => !gone.includes(facts)),
      lexicon,
    )
    for (const facts of gone)
      if (facts.capabilities[0] === capability) for (const text of heldOut(facts)) add('kind_missing', text, without, undefined)
    for (const facts of gone) index.upsert(indexed(facts))
  }
  return rows
}

/** Each kind weighs as much as its share, however many rows of it there are. */
function inShares(rows: readonly Row[]): Row[] {
  const mass = (kind: Row['kind']) => rows.reduce((sum, row) => sum + (row.kind === kind ? row.weight : 0), 0)
  const factors = { known: mass('known'), kind_missing: mass('kind_missing'), impossible: mass('impossible') }
  return rows.map((row) => ({ ...row, weight: (row.weight * shareOf[row.kind] * rows.length) / factors[row.kind] }))
}

const rows = inShares(gatherRows())
const check = fitLogistic(rows.filter(({ half }) => half !== 0))
const chance = ({ features }: Labelled, weights: readonly number[]) =>
  1 / (1 + Math.exp(-features.reduce((sum, value, at) => sum + value * weights[at]!, 0)))
for (const least of [0.1, 0.2, 0.3, 0.4, 0.5]) {
  const named = (kind: Row['kind'], label?: number) => {
    const inside = rows.filter((row) => row.half === 0 && row.kind === kind && (label === undefined || row.label === label))
    return (inside.filter((row) => chance(row, check) >= least).length / inside.length).toFixed(3)
  }
  console.log(`named at ${least}: right ${named('known', 1)}, kind missing ${named('kind_missing')}, impossible ${named('impossible')}`)
}
const weights = fitLogistic(rows)
const stored = Object.fromEntries(FIT_FEATURES.map((name, at) => [name, Math.round(weights[at]! * 1000) / 1000]))
writeFileSync(join(import.meta.dirname, '../data/weights-confidence.json'), `${JSON.stringify(stored, null, 2)}\n`)
console.log(stored)
if (process.env.ROWS) writeFileSync(process.env.ROWS, rows.map((row) => JSON.stringify(row)).join('\n'))

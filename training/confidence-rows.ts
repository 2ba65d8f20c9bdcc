// What the confidence of the router is learned from: examples that the index has not seen, the same examples with every server of their kind
// taken away, and tasks that no server can do.

import { join } from 'node:path'
import { readJsonl, readLines } from '../eval/lines.ts'
import { askFor } from '../eval/plain-ask.ts'
import { readSeed } from '../src/adapters/seed.ts'
import { lazySenses, loadWeights } from '../src/adapters/weights.ts'
import { adoptionOf, priorOf } from '../src/catalog/prior.ts'
import { seedEntry } from '../src/catalog/rules.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import { scoresFrom } from '../src/catalog/scores.ts'
import { indexEntry } from '../src/catalog/search.ts'
import { createIndex } from '../src/retrieval/search-index.ts'
import type { RoutingCatalog } from '../src/routing/ports.ts'
import { bestSlug, type Ranking, type ToolAsk } from '../src/routing/tools/rank.ts'
import { buildLexicon, type ProductLexicon } from '../src/routing/understand/products/lexicon.ts'
import type { Understanding } from '../src/routing/understand/types.ts'
import { understand } from '../src/routing/understand/understand.ts'
import { isHeldExample } from './understand-data.ts'

// How often each kind is met in practice is a guess: nearly all requests have a server that does them.
const shareOf = { known: 0.92, kind_missing: 0.04, impossible: 0.04 }

export type AskedKind = keyof typeof shareOf
/** A task as the router meets it, and whether what it finds first does the work. */
type AskedTask = {
  kind: AskedKind
  text: string
  weight: number
  understanding: Understanding
  ask: ToolAsk
  catalog: RoutingCatalog
  isRight: (ranking: Ranking) => boolean
}

const { skills } = readSeed()
const entries = new Map(skills.map((facts) => [facts.slug, seedEntry(facts)]))
const scores = new Map(skills.map((facts) => [facts.slug, scoresFrom(priorOf(facts), 0)]))
const impossible = readJsonl<{ t: string }>(join(import.meta.dirname, '../data/gaps.jsonl')).map(({ t }) => t)

const indexed = (facts: SkillFacts) => indexEntry({ ...facts, examples: facts.examples.filter((_, at) => !isHeldExample(at)) })

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
  readLines(join(import.meta.dirname, 'judged-picks.tsv')).map((line) => {
    const [does, slug, task] = line.split('\t')
    return [`${slug} ${task}`, does === '1'] as const
  }),
)

/** Calls back for each task while the catalog is as that task meets it. */
export function forEachAsked(visit: (asked: AskedTask) => void): void {
  const index = createIndex(loadWeights(), skills.map(indexed))
  const catalog: RoutingCatalog = {
    get: (slug) => entries.get(slug),
    scoresOf: (slug) => scores.get(slug),
    hubs: () => [],
    ofWorkflow: () => [],
    search: index.search,
  }
  const add = (kind: AskedKind, text: string, lexicon: ProductLexicon, owner?: SkillFacts) => {
    const understanding = understand(text, lexicon)
    // Requests follow what people use, while every server has as many examples as any other.
    const weight = owner ? 0.2 + 3 * adoptionOf(owner) ** 2 : 1
    const isRightFirst = (ranking: Ranking) =>
      owner !== undefined && (judged.get(`${bestSlug(ranking) ?? ''} ${text}`) ?? isRight(ranking, owner))
    visit({ kind, text, weight, understanding, ask: askFor(understanding), catalog, isRight: isRightFirst })
  }
  const heldOut = (facts: SkillFacts) => facts.examples.filter((_, at) => isHeldExample(at))
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
}

/** Each kind weighs as much as its share, however many rows of it there are. */
export function inShares<Row extends { kind: AskedKind; weight: number }>(rows: readonly Row[]): Row[] {
  const mass = (kind: AskedKind) => rows.reduce((sum, row) => sum + (row.kind === kind ? row.weight : 0), 0)
  const factors = { known: mass('known'), kind_missing: mass('kind_missing'), impossible: mass('impossible') }
  return rows.map((row) => ({ ...row, weight: (row.weight * shareOf[row.kind] * rows.length) / factors[row.kind] }))
}

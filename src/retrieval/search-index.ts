import { once } from '../once.ts'
import { bestOf } from './best-slots.ts'
import { createEncoder, type TokenTable } from './encoder.ts'
import type { IndexEntry } from './entries.ts'
import { type Indexed, type IndexedEntries, indexEntries } from './indexed-entries.ts'
import { columnsOf, createRescorer } from './rerank.ts'
import { type AllScores, createStages } from './search-stages.ts'
import { splitParts } from './task-parts.ts'
import { standingOut } from './text-scores.ts'
import { unseen, type VectorStore } from './vectors.ts'

/** `cosine` is the plain nearness of the texts; the other figures are relative to the whole catalog. Tools are compared when they are asked for. */
export type Found = { id: string; score: number; lexical: number; semantic: number; cosine: number; matchedTools: () => string[] }

/** What is known about an answer as a whole: its best score, the share of the task's words the best has, the size of the catalog. */
type QueryFeatures = { top: number; coverage: number }
export type SearchResult = { found: Found[]; features: QueryFeatures }
/** `isOneStep`: the text is not to be split into parts that are searched for as well. */
export type SearchOptions = { limit?: number; isOneStep?: boolean }
/** All that matches a query, best first, and how near the best of it is. */
export type Matching = { ids: string[]; cosine: number; features: QueryFeatures }

export type SearchIndex = Pick<IndexedEntries, 'upsert' | 'remove' | 'size'> & {
  search: (task: string, options?: SearchOptions) => SearchResult
  /** Every entry that scores at least as high as `least` says, given the score of the best one. */
  matching: (query: string, least: (top: number) => number) => Matching
  /** What decides the order of the best candidates, for those who learn it. */
  candidatesFor: (task: string) => { id: string; columns: number[] }[]
}

/** How many of the best are ranked a second time by everything known of them. */
const mostRescored = 32

export function createIndex(table: TokenTable, initial: readonly IndexEntry[]): SearchIndex {
  const encoder = createEncoder(table)
  const entries = indexEntries(table, encoder, initial)
  const { bySlot, vectors, size } = entries
  const { scoreAll, describe } = createStages(entries, encoder)
  const rescore = createRescorer(mostRescored)

  /** Example tasks tell entries apart better than anything else known of them, so lists of such entries keep their scores. */
  function rescored(slots: readonly number[], scored: AllScores): number[] {
    const bringTasks = slots.filter((slot) => bySlot[slot]!.entry.examples.length > 0).length
    if (bringTasks > slots.length / 2) return slots.map((slot) => scored.total[slot]!)
    const { described, asked } = describe(slots, scored)
    return rescore(described, asked)
  }

  function bestIn(scored: AllScores, limit: number): SearchResult {
    const { whole, total } = scored
    const order = bestOf(total, scored.candidates, Math.max(mostRescored, limit))
    const scores = rescored(order.slice(0, mostRescored), scored)
    const least = Math.min(...scores)
    const best = order
      .map((slot, at) => ({ slot, score: scores[at] ?? Math.min(total[slot]!, least) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
    const { lexicalOf, semanticOf } = standingOut(whole, size())
    const usual = entries.usual()
    const found = best.map(({ slot, score }) => ({
      id: bySlot[slot]!.entry.id,
      score,
      lexical: lexicalOf(slot),
      semantic: semanticOf(slot),
      cosine: whole.cosine[slot] === unseen ? usual[slot]! : whole.cosine[slot]!,
      matchedTools: toolsWhenAsked(vectors, bySlot[slot]!, whole.query),
    }))
    const [first] = best
    const coverage = first === undefined || whole.mass === 0 ? 0 : whole.lexical[first.slot]! / whole.mass
    return { found, features: { top: first?.score ?? 0, coverage } }
  }

  function search(task: string, { limit = 20, isOneStep = false }: SearchOptions = {}): SearchResult {
    return bestIn(scoreAll(task, isOneStep ? [] : splitParts(task)), limit)
  }

  function matching(query: string, least: (top: number) => number): Matching {
    const scored = scoreAll(query, [])
    const { found, features } = bestIn(scored, mostRescored)
    const floor = least(features.top)
    const first = found.filter(({ score }) => score >= floor).map(({ id }) => id)
    const further = first.length < found.length ? [] : furtherThan(new Set(first), scored, floor)
    return { ids: [...first, ...further], cosine: found[0]?.cosine ?? 0, features }
  }

  function furtherThan(known: ReadonlySet<string>, { candidates, total }: AllScores, floor: number): string[] {
    return candidates
      .filter((slot) => total[slot]! >= floor)
      .sort((a, b) => total[b]! - total[a]!)
      .map((slot) => bySlot[slot]!.entry.id)
      .filter((id) => !known.has(id))
  }

  function candidatesFor(task: string): { id: string; columns: number[] }[] {
    const scored = scoreAll(task, splitParts(task))
    const order = bestOf(scored.total, scored.candidates, mostRescored)
    const { described, asked } = describe(order, scored)
    return described.map((candidate, at) => ({ id: bySlot[order[at]!]!.entry.id, columns: columnsOf(candidate, asked) }))
  }

  return { upsert: entries.upsert, remove: entries.remove, search, matching, candidatesFor, size }
}

const leastToolNearness = 0.25
const toolTolerance = 0.08
const mostMatchedTools = 3

/** Outside of `bestIn`, so that a cached result does not keep the scores of the whole catalog alive. */
const toolsWhenAsked = (vectors: VectorStore, indexed: Indexed, query: Int8Array) => once(() => matchedTools(vectors, indexed, query))

function matchedTools(vectors: VectorStore, { rows }: Indexed, query: Int8Array): string[] {
  const tools = rows.flatMap(({ row, tool }) => (tool === null ? [] : [{ tool, near: vectors.similarity(query, row) }]))
  const best = Math.max(...tools.map(({ near }) => near), 0)
  const near = tools.filter((one) => one.near > leastToolNearness && one.near > best - toolTolerance)
  const nearest = near.sort((a, b) => b.near - a.near).slice(0, mostMatchedTools)
  return nearest.map(({ tool }) => tool)
}

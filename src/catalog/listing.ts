import { nearest } from '../input/nearest.ts'
import { oncePer } from '../once.ts'
import type { Matching } from '../retrieval/search-index.ts'
import { priorOf } from './prior.ts'
import { bySort, choiceOf, type Filters, matches, type Ranked } from './rules.ts'
import type { CatalogEntry, SkillScores } from './schema.ts'
import { scoresFrom } from './scores.ts'

/** Scores from reported outcomes. `version` moves with every report, so listings ask which slugs it is about and score only those again. */
export type ScoresProvider = {
  scoresOf: (entry: CatalogEntry, prior: SkillScores) => SkillScores | undefined
  version: () => number
  changedSince: (version: number) => ReadonlySet<string> | 'all'
  /** Moves as reports age, which changes the scores of everything that was reported on. */
  moment: () => number
  reportedOn: () => readonly string[]
}
type Kept = { entries: number; scores: number; moment: number; score: readonly Ranked[]; stars: readonly Ranked[] }
export type SearchFilters = Filters & { sort?: 'score' | 'stars' | undefined }

/** A match scores at least this share of the best one, and at least one deviation above the mean. */
export const leastRelevant = (top: number) => Math.max(1, 0.3 * top)
/** When the catalog hardly knows the words and nothing is near in meaning, only names that contain the query are found. */
const leastCoverage = 0.3
const leastNearness = 0.5
/** Two letters begin too many names. */
const isOneWord = /^\S{3,}$/

/** Scores and orders the entries that may be shown; sorted lists are kept until an entry or a score changes, or reports have aged. */
export function createListing(visible: ReadonlyMap<string, CatalogEntry>, version: () => number) {
  const priorScores = oncePer((entry: CatalogEntry) => scoresFrom(priorOf(entry), 0))
  let provider: ScoresProvider | undefined
  let kept: Kept | undefined

  function scoresOf(entry: CatalogEntry): SkillScores {
    const prior = priorScores(entry)
    return provider?.scoresOf(entry, prior) ?? prior
  }

  const ranked = (entry: CatalogEntry): Ranked => ({ entry, scores: scoresOf(entry) })

  function current(before: Kept | undefined): Kept {
    const versions = { entries: version(), scores: provider?.version() ?? 0, moment: provider?.moment() ?? 0 }
    const isAged = before?.moment !== versions.moment
    if (before?.entries === versions.entries && before.scores === versions.scores && !isAged) return before
    const changed = before?.entries === versions.entries ? (provider?.changedSince(before.scores) ?? 'all') : 'all'
    if (!before || changed === 'all') {
      const all = [...visible.values()].map(ranked)
      return { ...versions, score: all.toSorted(bySort('score')), stars: all.toSorted(bySort('stars')) }
    }
    const slugs = new Set([...changed, ...(isAged ? (provider?.reportedOn() ?? []) : [])])
    const again = new Map([...slugs].flatMap((slug) => visible.get(slug) ?? []).map((entry) => [entry, ranked(entry)]))
    const resorted = (sort: 'score' | 'stars') => before[sort].map((one) => again.get(one.entry) ?? one).sort(bySort(sort))
    return { ...versions, score: resorted('score'), stars: resorted('stars') }
  }

  function list(filters: SearchFilters): readonly Ranked[] {
    kept = current(kept)
    const sorted = kept[filters.sort ?? 'score']
    return filters.vertical || filters.workflow ? sorted.filter(({ entry }) => matches(entry, filters)) : sorted
  }

  /** Turns what the index found into entries: those that pass the filters, in order of relevance unless another is asked for. */
  function pick(query: string, { ids, cosine, features }: Matching, filters: SearchFilters): Ranked[] {
    const wanted = query.toLowerCase()
    const isKnown = features.coverage >= leastCoverage || cosine >= leastNearness
    if (!isKnown) return byName(wanted, list(filters))
    const found = ids
      .flatMap((id) => visible.get(id) ?? [])
      .filter((entry) => matches(entry, filters))
      .map(ranked)
    const answers = isOneWord.test(wanted) ? byOneWord(wanted, found, filters) : found
    return filters.sort ? answers.sort(bySort(filters.sort)) : answers.sort((a, b) => nameRank(b.entry, wanted) - nameRank(a.entry, wanted))
  }

  /** A search for a single word wants entries that contain it and names that begin with it, not what is merely similar in meaning. */
  function byOneWord(wanted: string, found: readonly Ranked[], filters: SearchFilters): Ranked[] {
    const isName = visible.values().some((entry) => namesOf(entry).includes(wanted))
    const kept = isName ? found.filter(({ entry }) => textsOf(entry).some((text) => beginsIn(text, wanted))) : found
    const known = new Set(kept.map(({ entry }) => entry))
    const isBegun = ({ entry }: Ranked) => namesOf(entry).some((name) => beginsIn(name, wanted))
    const begun = list(filters).filter((one) => !known.has(one.entry) && isBegun(one))
    const isFinished = kept.some(({ entry }) => textsOf(entry).some((text) => beginsIn(text, wanted, wordEnd)))
    // While a word is still being typed, only its spelling decides what is similar to it.
    return isFinished ? [...kept, ...begun] : [...kept.filter(isBegun), ...begun, ...kept.filter((one) => !isBegun(one))]
  }

  const useScores = (given: ScoresProvider) => {
    provider = given
    kept = undefined
  }
  return { scoresOf, list, pick, useScores }
}

/** Entries with a name that contains the query; if there are none, what may be meant by it. */
function byName(wanted: string, listed: readonly Ranked[]): Ranked[] {
  const named = listed.filter(({ entry }) => namesOf(entry).some((name) => name.includes(wanted)))
  if (named.length > 0) return named
  const meant = nearest(
    wanted,
    listed.map(({ entry }) => choiceOf(entry)),
  )
  return meant.flatMap((slug) => listed.find(({ entry }) => entry.slug === slug) ?? [])
}

const namesOf = ({ slug, canonical_name, aliases }: CatalogEntry) => [slug, canonical_name, ...aliases].map((name) => name.toLowerCase())

const textsOf = (entry: CatalogEntry) =>
  [
    ...namesOf(entry),
    ...entry.capabilities,
    entry.description,
    entry.choose_when,
    ...entry.tools.flatMap(({ name, description }) => [name, description]),
  ].map((text) => text.toLowerCase())

const wordEnd = /^(?![\p{L}\p{N}])/u

/** Whether a word of the text has this beginning and goes on as the pattern says. */
function beginsIn(text: string, beginning: string, goingOn = /^/): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && goingOn.test(text.slice(at + beginning.length))) return true
  }
  return false
}

/** An exact name ranks before entries that are only about it; the maker's own server comes first. */
function nameRank(entry: CatalogEntry, wanted: string): number {
  if (!namesOf(entry).includes(wanted)) return 0
  return entry.official ? 2 : 1
}

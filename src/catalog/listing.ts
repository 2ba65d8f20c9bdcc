import { priorOf } from './prior.ts'
import { bySort, type Filters, matches, type Ranked, scoresFrom } from './rules.ts'
import type { CatalogEntry, SkillScores } from './schema.ts'
import type { SearchResult } from './search.ts'

/** Scores from reported outcomes. `version` moves when they do, at most about once a second: listings are sorted again then. */
export type ScoresProvider = { scoresOf: (entry: CatalogEntry, prior: SkillScores) => SkillScores | undefined; version: () => number }
export type SearchFilters = Filters & { sort?: 'score' | 'stars' | undefined }

/** What scores below this share of the best match, or less than one deviation above the mean, is no match. */
const leastShareOfBest = 0.3
const leastScore = 1

/** Scores and orders the entries that may be shown; sorted lists are kept until an entry or a score changes. */
export function createListing(visible: ReadonlyMap<string, CatalogEntry>, version: () => number) {
  const priors = new WeakMap<CatalogEntry, SkillScores>()
  let provider: ScoresProvider | undefined
  let kept: { key: string; score: readonly Ranked[]; stars: readonly Ranked[] } | undefined

  function scoresOf(entry: CatalogEntry): SkillScores {
    let prior = priors.get(entry)
    if (!prior) {
      prior = scoresFrom(priorOf(entry), 0)
      priors.set(entry, prior)
    }
    return provider?.scoresOf(entry, prior) ?? prior
  }

  const ranked = (entry: CatalogEntry): Ranked => ({ entry, scores: scoresOf(entry) })

  function list(filters: SearchFilters): readonly Ranked[] {
    const key = `${version()}:${provider?.version() ?? 'prior'}`
    if (kept?.key !== key) {
      const all = [...visible.values()].map(ranked)
      kept = { key, score: all.toSorted(bySort('score')), stars: all.toSorted(bySort('stars')) }
    }
    const sorted = kept[filters.sort ?? 'score']
    return filters.vertical || filters.workflow ? sorted.filter(({ entry }) => matches(entry, filters)) : sorted
  }

  /** Turns what the index found into entries: relevant, passing the filters, in order of relevance unless another is asked for. */
  function pick({ found, features }: SearchResult, filters: SearchFilters): Ranked[] {
    const least = Math.max(leastScore, leastShareOfBest * features.top)
    const hits = found.filter(({ score }) => score >= least).flatMap(({ id }) => visible.get(id) ?? [])
    const answers = hits.filter((entry) => matches(entry, filters)).map(ranked)
    return filters.sort ? answers.sort(bySort(filters.sort)) : answers
  }

  const useScores = (given: ScoresProvider) => {
    provider = given
    kept = undefined
  }
  return { scoresOf, list, pick, useScores }
}

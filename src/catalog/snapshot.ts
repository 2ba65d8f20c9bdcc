import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../store.ts'
import { combine } from './combine.ts'
import { loadShippedModels, type Model, type TierMaps } from './models.ts'
import { nearestSlugs } from './nearest.ts'
import { priorOf } from './prior.ts'
import { bySort, type Filters, isOwn, isRoutable, matches, type Ranked, scoresFrom, seedEntry } from './rules.ts'
import type { CatalogEntry, SkillFacts, SkillScores, Taxonomy } from './schema.ts'
import { type CatalogIndex, openIndex, type TokenTable } from './search.ts'
import { allDecisions, type Decision, decisionsBySlug, eachSkill, modelChanges, type StoredSkill, skillsBySlug } from './store.ts'

export const catalogChanged = 'waymark_catalog'

declare module '../operation.ts' {
  interface Context {
    catalog: CatalogSnapshot
  }
}

/** Scores from reported outcomes. `version` moves when they do, at most about once a second: listings are sorted again then. */
export type ScoresProvider = { scoresOf: (entry: CatalogEntry, prior: SkillScores) => SkillScores | undefined; version: () => number }

export type SearchFilters = Filters & { sort?: 'score' | 'stars' | undefined }

export type CatalogSnapshot = {
  /** An entry that may be shown and routed; quarantined and banned ones are not found here. */
  get: (slug: string) => CatalogEntry | undefined
  byId: (id: string) => CatalogEntry | undefined
  all: () => readonly CatalogEntry[]
  /** Every entry whatever its status, for the operator. */
  everything: () => readonly CatalogEntry[]
  find: (slug: string) => CatalogEntry | undefined
  list: (filters: SearchFilters) => readonly Ranked[]
  search: (query: string, filters: SearchFilters) => Ranked[]
  /** The search index itself, as the router uses it: its ids are slugs. */
  index: CatalogIndex
  scoresOf: (slug: string) => SkillScores | undefined
  useScores: (provider: ScoresProvider) => void
  nearest: (slug: string) => string[]
  taxonomy: Taxonomy
  models: () => readonly Model[]
  tiers: TierMaps
  /** Moves with every change of an entry. */
  version: () => number
  /** Reads the named slugs (all when none are named) again, here and in every other process. */
  changed: (slugs?: readonly string[]) => Promise<void>
  close: () => void
}

export type CatalogParts = {
  store: Store
  seed: { skills: readonly SkillFacts[]; taxonomy: Taxonomy }
  readTable: () => TokenTable
  ownOnly: boolean
  onError?: (error: unknown) => void
}

const mostFound = 100
const mostFoundBeforeFilters = 200
/** What scores below this share of the best match, or less than one deviation above the mean, is no match. */
const leastShareOfBest = 0.3
const leastScore = 1
const entriesPerTurn = 50
const longestPayload = 4000

/** The catalog in memory: what ships with the service, and on top of it what the store holds. */
export async function openCatalog({ store, seed, readTable, ownOnly, onError = () => {} }: CatalogParts): Promise<CatalogSnapshot> {
  const shipped = new Map(seed.skills.map((facts) => [facts.slug, seedEntry(facts)]))
  const entries = new Map<string, CatalogEntry>(shipped)
  const visible = new Map<string, CatalogEntry>()
  const slugById = new Map<string, string>()
  const priors = new Map<string, SkillScores>()
  const { catalog: shippedModels, tierMaps } = loadShippedModels()
  const instance = randomUUID()
  let models: readonly Model[] = shippedModels.models
  let provider: ScoresProvider | undefined
  let version = 1
  let index: CatalogIndex | undefined
  let listing: { key: string; ranked: Record<'score' | 'stars', readonly Ranked[]> } | undefined
  let refreshing: Promise<void> = Promise.resolve()

  const mayShow = (entry: CatalogEntry) => isRoutable(entry) && (!ownOnly || isOwn(entry))

  function set(slug: string, entry: CatalogEntry | undefined): void {
    if (entry) entries.set(slug, entry)
    else entries.delete(slug)
    priors.delete(slug)
    const shown = entry && mayShow(entry)
    if (shown) {
      visible.set(slug, entry)
      slugById.set(entry.id, slug)
      index?.put(entry)
    } else if (visible.delete(slug)) index?.drop(slug)
    version++
  }

  async function readAll(): Promise<void> {
    const decisions = new Map((await allDecisions(store)).map((decision) => [decision.slug, decision]))
    const found = new Map<string, StoredSkill>()
    await eachSkill(store, (skill) => found.set(skill.slug, skill))
    const slugs = new Set([...shipped.keys(), ...entries.keys(), ...found.keys()])
    await apply(slugs, found, decisions)
  }

  async function readSome(slugs: readonly string[]): Promise<void> {
    const found = new Map((await skillsBySlug(store, slugs)).map((skill) => [skill.slug, skill]))
    const decisions = new Map((await decisionsBySlug(store, slugs)).map((decision) => [decision.slug, decision]))
    await apply(slugs, found, decisions)
  }

  async function apply(slugs: Iterable<string>, found: Map<string, StoredSkill>, decisions: Map<string, Decision>): Promise<void> {
    let changes = 0
    for (const slug of slugs) {
      const entry = combine(slug, shipped.get(slug), found.get(slug), decisions.get(slug))
      if (sameEntry(entries.get(slug), entry)) continue
      set(slug, entry)
      // Indexing one entry takes a fraction of a millisecond; many at once must not hold up requests.
      if (++changes % entriesPerTurn === 0 && index) await nextTurn()
    }
  }

  async function readModels(): Promise<void> {
    const changes = new Map((await modelChanges(store)).map((change) => [change.slug, change.changes]))
    models = shippedModels.models.map((model) => ({ ...model, ...changes.get(model.slug) }))
  }

  function refresh(slugs?: readonly string[]): Promise<void> {
    const next = refreshing.then(async () => {
      if (slugs) await readSome(slugs)
      else await Promise.all([readAll(), readModels()])
    })
    refreshing = next.catch(() => {})
    return next
  }

  function openedIndex(): CatalogIndex {
    const unchanged = visible.size === seed.skills.length && seed.skills.every(({ slug }) => visible.get(slug) === shipped.get(slug))
    index ??= openIndex(readTable, unchanged ? seed.skills : [...visible.values()])
    return index
  }

  function scoresOf(entry: CatalogEntry): SkillScores {
    let prior = priors.get(entry.slug)
    if (!prior) {
      prior = scoresFrom(priorOf(entry), 0)
      priors.set(entry.slug, prior)
    }
    return provider?.scoresOf(entry, prior) ?? prior
  }

  const ranked = (entry: CatalogEntry): Ranked => ({ entry, scores: scoresOf(entry) })

  function sorted(sort: 'score' | 'stars'): readonly Ranked[] {
    const key = `${version}:${provider?.version() ?? 0}`
    if (listing?.key !== key) {
      const all = [...visible.values()].map(ranked)
      listing = { key, ranked: { score: all.toSorted(bySort('score')), stars: all.toSorted(bySort('stars')) } }
    }
    return listing.ranked[sort]
  }

  function search(query: string, filters: SearchFilters): Ranked[] {
    const limit = filters.vertical || filters.workflow ? mostFoundBeforeFilters : mostFound
    const { found, features } = openedIndex().search(query, { limit, steps: [] })
    const least = Math.max(leastScore, leastShareOfBest * features.top)
    const hits = found.filter(({ score }) => score >= least).flatMap(({ id }) => visible.get(id) ?? [])
    const answers = hits.filter((entry) => matches(entry, filters)).map(ranked)
    return filters.sort ? answers.sort(bySort(filters.sort)) : answers
  }

  async function changed(slugs?: readonly string[]): Promise<void> {
    await refresh(slugs)
    const named = slugs?.join(',') ?? ''
    await store.notify(catalogChanged, `${instance}:${named.length > longestPayload ? '' : named}`)
  }

  for (const entry of shipped.values()) set(entry.slug, entry)
  await refresh()
  const stopListening = store.listen(catalogChanged, (payload) => {
    const [from, named = ''] = payload.split(':')
    if (from !== instance) refresh(named ? named.split(',') : undefined).catch(onError)
  })
  return {
    get: (slug) => visible.get(slug),
    byId: (id) => visible.get(slugById.get(id) ?? ''),
    all: () => [...visible.values()],
    everything: () => [...entries.values()],
    find: (slug) => entries.get(slug),
    list: (filters) => sorted(filters.sort ?? 'score').filter(({ entry }) => matches(entry, filters)),
    search,
    get index() {
      return openedIndex()
    },
    scoresOf: (slug) => {
      const entry = visible.get(slug)
      return entry && scoresOf(entry)
    },
    useScores: (given) => {
      provider = given
      version++
    },
    nearest: (slug) => nearestSlugs(slug, [...visible.values()]),
    taxonomy: seed.taxonomy,
    models: () => models,
    tiers: tierMaps,
    version: () => version,
    changed,
    close: () => {
      stopListening()
      index?.close()
    },
  }
}

function sameEntry(a: CatalogEntry | undefined, b: CatalogEntry | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))
}

import { nearest } from '../input/nearest.ts'
import type { Store } from '../storage/store.ts'
import { createHoldings } from './holdings.ts'
import { lazyIndex } from './index-part.ts'
import { createListing, leastRelevant, type ScoresProvider, type SearchFilters } from './listing.ts'
import type { Model, TierMaps } from './models.ts'
import { openReader } from './reader-part.ts'
import { unknownSkill } from './refusals.ts'
import { choiceOf, type Ranked, withoutKind } from './rules.ts'
import type { CatalogEntry, SkillFacts, SkillScores, Taxonomy } from './schema.ts'
import type { CatalogIndex, OpenIndex } from './search.ts'

declare module '../calls/operation.ts' {
  interface Context {
    catalog: CatalogSnapshot
  }
}

export type CatalogSnapshot = {
  /** An entry that may be shown and routed; quarantined and banned ones are not found here. */
  get: (slug: string) => CatalogEntry | undefined
  /** The same with its scores; an unknown slug is refused, with what was probably meant. */
  require: (slug: string) => Ranked
  all: () => CatalogEntry[]
  /** Whatever its status, for the operator and for reports on what was used before it was banned. */
  find: (slug: string) => CatalogEntry | undefined
  /** The same; an unknown slug is refused, with what was probably meant. */
  requireAny: (slug: string) => CatalogEntry
  byId: (id: string) => CatalogEntry | undefined
  everything: () => CatalogEntry[]
  /** What ships with the service, as shipped. */
  shipped: readonly SkillFacts[]
  list: (filters: SearchFilters) => readonly Ranked[]
  search: (query: string, filters: SearchFilters) => Ranked[]
  /** The search index itself, as the router uses it: its ids are slugs. Opened on first use, which takes about a second. */
  readonly index: CatalogIndex
  scoresOf: (slug: string) => SkillScores | undefined
  /** Puts scores from evidence in place of the priors. */
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

type CatalogParts = {
  store: Store
  seed: { skills: readonly SkillFacts[]; taxonomy: Taxonomy }
  openIndex: OpenIndex
  ownOnly: boolean
  onError?: (error: unknown) => void
}

/** The catalog in memory: what ships with the service, and on top of it what the store holds. */
export async function openCatalog({ store, seed, openIndex, ownOnly, onError = () => {} }: CatalogParts): Promise<CatalogSnapshot> {
  const index = lazyIndex(openIndex, seed.skills, onError)
  const holdings = createHoldings(ownOnly, index)
  const { visible, entries } = holdings
  const listing = createListing(visible, holdings.version)
  const reader = await openReader({ store, seed: seed.skills, holdings, onError })

  const opened = () => index.open(visible)
  const near = (slug: string) => nearest(withoutKind(slug), visible.values().map(choiceOf))
  const search = (query: string, filters: SearchFilters) => listing.pick(query, opened().matching(query, leastRelevant), filters)
  return {
    get: (slug) => visible.get(slug),
    require(slug) {
      const entry = visible.get(slug)
      if (!entry) throw unknownSkill(slug, near(slug))
      return { entry, scores: listing.scoresOf(entry) }
    },
    byId: holdings.byId,
    all: () => [...visible.values()],
    find: (slug) => entries.get(slug),
    requireAny(slug) {
      const entry = entries.get(slug)
      if (!entry) throw unknownSkill(slug, near(slug))
      return entry
    },
    everything: () => [...entries.values()],
    shipped: seed.skills,
    list: listing.list,
    search,
    get index() {
      return opened()
    },
    scoresOf: (slug) => {
      const entry = visible.get(slug)
      return entry && listing.scoresOf(entry)
    },
    useScores: listing.useScores,
    nearest: near,
    taxonomy: seed.taxonomy,
    models: reader.models,
    tiers: reader.tiers,
    version: holdings.version,
    changed: reader.changed,
    close: () => {
      reader.close()
      index.close()
    },
  }
}

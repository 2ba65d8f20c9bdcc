import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nearest } from '../input/nearest.ts'
import type { Store } from '../storage/store.ts'
import { combine } from './combine.ts'
import { createHoldings } from './holdings.ts'
import { createListing, leastRelevant, type ScoresProvider, type SearchFilters } from './listing.ts'
import { loadShippedModels, type Model, type TierMaps } from './models.ts'
import { choiceOf, type Ranked, seedEntry, unknownSkill } from './rules.ts'
import type { CatalogEntry, SkillFacts, SkillScores, Taxonomy } from './schema.ts'
import type { CatalogIndex, OpenIndex } from './search.ts'
import { allDecisions, decisionsBySlug, eachSkill, modelChanges, type OperatorDecision, type StoredSkill, skillsBySlug } from './store.ts'

export const catalogChanged = 'waymark_catalog'

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

export type CatalogParts = {
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
  const reader = await openReader(store, seed.skills, holdings, onError)

  const opened = () => index.open(visible)
  const near = (slug: string) => nearest(slug, visible.values().map(choiceOf))
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

const checksPerTurn = 500
const changesPerTurn = 25
const longestPayload = 4000

/** Reads the store into the holdings, at the start and whenever some process says that something changed. */
async function openReader(
  store: Store,
  seed: readonly SkillFacts[],
  holdings: ReturnType<typeof createHoldings>,
  onError: (error: unknown) => void,
) {
  const shipped = new Map(seed.map((facts) => [facts.slug, seedEntry(facts)]))
  const { catalog, tierMaps } = loadShippedModels()
  const instance = randomUUID()
  let models: readonly Model[] = catalog.models
  let reading: Promise<void> = Promise.resolve()

  async function apply(slugs: Iterable<string>, stored: Map<string, StoredSkill>, decided: Map<string, OperatorDecision>): Promise<void> {
    let work = 0
    for (const slug of slugs) {
      const changed = holdings.set(slug, combine(slug, shipped.get(slug), stored.get(slug), decided.get(slug)))
      work += changed ? checksPerTurn / changesPerTurn : 1
      // Indexing takes a fraction of a millisecond each; many at once must not hold up requests.
      if (work < checksPerTurn) continue
      work = 0
      await nextTurn()
    }
  }

  async function readAll(): Promise<void> {
    const decided = bySlug(await allDecisions(store))
    const stored = new Map<string, StoredSkill>()
    await eachSkill(store, (skill) => stored.set(skill.slug, skill))
    await apply(new Set([...shipped.keys(), ...holdings.entries.keys(), ...stored.keys()]), stored, decided)
    const changes = new Map((await modelChanges(store)).map((change) => [change.slug, change.changes]))
    models = catalog.models.map((model) => ({ ...model, ...changes.get(model.slug) }))
  }

  async function readSome(slugs: readonly string[]): Promise<void> {
    const [stored, decided] = await Promise.all([skillsBySlug(store, slugs), decisionsBySlug(store, slugs)])
    await apply(slugs, bySlug(stored), bySlug(decided))
  }

  function read(slugs?: readonly string[]): Promise<void> {
    const next = reading.then(() => (slugs ? readSome(slugs) : readAll()))
    reading = next.catch(() => {})
    return next
  }

  await read()
  const stopListening = store.listen(catalogChanged, (payload) => {
    const [from, named = ''] = payload.split(':')
    if (from !== instance) read(named ? named.split(',') : undefined).catch(onError)
  })
  return {
    models: () => models,
    tiers: tierMaps,
    async changed(slugs?: readonly string[]): Promise<void> {
      await read(slugs)
      const named = slugs?.join(',') ?? ''
      await store.notify(catalogChanged, `${instance}:${named.length > longestPayload ? '' : named}`)
    },
    close: stopListening,
  }
}

const bySlug = <T extends { slug: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.slug, row]))

const mostAtOnce = 200

/**
 * The index is built over the shipped entries first; stored ones follow immediately when they are few, and in the background
 * when they are many, so that the first answer does not wait for them.
 */
function lazyIndex(openIndex: OpenIndex, seed: readonly SkillFacts[], onError: (error: unknown) => void) {
  const facts = new Map(seed.map((one) => [one.slug, one]))
  let index: CatalogIndex | undefined
  let isClosed = false

  function open(visible: ReadonlyMap<string, CatalogEntry>): CatalogIndex {
    if (index) return index
    const shipped = [...visible.values()].filter(({ origin }) => origin === 'seed')
    const isWhole = shipped.length === seed.length && shipped.every((entry) => isUntouched(entry, facts.get(entry.slug)))
    const opened = openIndex(isWhole ? seed : shipped)
    index = opened
    const others = [...visible.values()].filter(({ origin }) => origin !== 'seed')
    if (others.length <= mostAtOnce) for (const entry of others) opened.put(entry)
    else fill(opened, others, visible).catch(onError)
    return opened
  }

  async function fill(opened: CatalogIndex, others: readonly CatalogEntry[], visible: ReadonlyMap<string, CatalogEntry>): Promise<void> {
    for (const [i, entry] of others.entries()) {
      if (i % changesPerTurn === 0) await nextTurn()
      if (isClosed) return
      if (visible.get(entry.slug) === entry) opened.put(entry)
    }
  }

  return {
    open,
    show: (entry: CatalogEntry) => index?.put(entry),
    hide: (slug: string) => index?.drop(slug),
    close: () => {
      isClosed = true
      index?.close()
    },
  }
}

function isUntouched(entry: CatalogEntry, facts: SkillFacts | undefined): boolean {
  return facts !== undefined && Object.entries(facts).every(([field, value]) => entry[field as keyof SkillFacts] === value)
}

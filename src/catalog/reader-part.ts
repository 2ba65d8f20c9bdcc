import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openAnnouncements } from '../storage/announcements.ts'
import type { Store } from '../storage/store.ts'
import { combine } from './combine.ts'
import type { Holdings } from './holdings.ts'
import { loadShippedModels, type Model } from './models.ts'
import { seedEntry } from './rules.ts'
import type { SkillFacts } from './schema.ts'
import { allDecisions, decisionsBySlug, eachSkill, modelChanges, type OperatorDecision, type StoredSkill, skillsBySlug } from './store.ts'

const catalogChanged = 'waymark_catalog'

/** For a change that no running process made: tells every one to read the whole catalog again. */
export const announceChange = (store: Store) => store.notify(catalogChanged, 'elsewhere:')

const checksPerTurn = 500
const changesPerTurn = 25
const longestPayload = 4000
const retryAfterMs = 1000

type ReaderParts = { store: Store; seed: readonly SkillFacts[]; holdings: Holdings; onError: (error: unknown) => void }

/** Reads the store into the holdings, one reading after another. */
function createReading({ store, seed, holdings }: ReaderParts) {
  const shipped = new Map(seed.map((facts) => [facts.slug, seedEntry(facts)]))
  const { catalog, tierMaps } = loadShippedModels()
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

  return {
    models: () => models,
    tiers: tierMaps,
    /** Everything where no slugs are named. */
    read(slugs?: readonly string[]): Promise<void> {
      const next = reading.then(() => (slugs ? readSome(slugs) : readAll()))
      reading = next.catch(() => {})
      return next
    },
  }
}

/** Reads at the start and whenever some process says that something changed. */
export async function openReader(parts: ReaderParts) {
  const { store, onError } = parts
  const { read, ...shipped } = createReading(parts)
  const instance = randomUUID()
  let isRead = false
  let retry: NodeJS.Timeout | undefined
  /** Whether a change made here is still to be told to the other processes. */
  let isUntold = false

  const announcements = openAnnouncements(store, catalogChanged, (payload) => {
    const [from, named = ''] = payload.split(':')
    if (isRead && from !== instance) read(named ? named.split(',') : undefined).catch(readLater)
  })

  /** What could not be read leaves the catalog behind the store, so all of it is read until that succeeds. */
  function readLater(error: unknown): void {
    onError(error)
    retry ??= setTimeout(() => {
      retry = undefined
      readAndTell().catch(readLater)
    }, retryAfterMs).unref()
  }

  async function readAndTell(): Promise<void> {
    await read()
    if (isUntold) await announcements.tell(`${instance}:`)
    isUntold = false
  }

  await announcements.heard
  isRead = true
  await read()
  return {
    ...shipped,
    async changed(slugs?: readonly string[]): Promise<void> {
      const named = slugs?.join(',') ?? ''
      try {
        await read(slugs)
        await announcements.tell(`${instance}:${named.length > longestPayload ? '' : named}`)
      } catch (error) {
        isUntold = true
        readLater(error)
        throw error
      }
    },
    close() {
      announcements.close()
      clearTimeout(retry)
    },
  }
}

const bySlug = <T extends { slug: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.slug, row]))

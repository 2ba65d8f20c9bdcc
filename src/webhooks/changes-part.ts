import type { CatalogEntry } from '../catalog/schema.ts'
import type { Store } from '../storage/store.ts'
import { announcedUpTo, moveMark, type Reporter, reportersOf } from './changes-store.ts'
import type { NewEvent } from './schema.ts'
import { enqueue } from './store.ts'

type ChangesParts = { store: Store; now: () => Date; entries: () => readonly CatalogEntry[] }
type Changed = CatalogEntry & { defined_at: string }

const mostChangesAtOnce = 100

/** Puts events into the outbox for agents that reported on tools which have changed since the last call. */
export async function announceChanges({ store, now, entries }: ChangesParts): Promise<number> {
  const since = await announcedUpTo(store, now().toISOString())
  const changed = changedSince(since, entries())
  if (changed.length === 0) return 0
  return store.transaction(async (tx) => {
    // A deletion holds everything, so no agent is deleted between being found here and being told.
    await tx.hold([])
    if (!(await moveMark(tx, since, changed.at(-1)?.defined_at ?? since))) return 0
    let told = 0
    for (let at = 0; at < changed.length; at += mostChangesAtOnce) {
      const some = new Map(changed.slice(at, at + mostChangesAtOnce).map((entry) => [entry.slug, entry]))
      const events = eventsFor(some, await reportersOf(tx, [...some.keys()]), now().toISOString())
      await enqueue(tx, events)
      told += events.length
    }
    return told
  })
}

function changedSince(since: string, entries: readonly CatalogEntry[]): Changed[] {
  return entries
    .flatMap((entry) => (entry.defined_at !== null && entry.defined_at > since ? [{ ...entry, defined_at: entry.defined_at }] : []))
    .sort((a, b) => (a.defined_at < b.defined_at ? -1 : 1))
}

function eventsFor(changed: ReadonlyMap<string, Changed>, reporters: readonly Reporter[], created_at: string): NewEvent[] {
  return reporters.flatMap(({ subject, agent_identity_id }) => {
    const entry = changed.get(subject)
    if (!entry) return []
    const { slug, canonical_name, defined_at } = entry
    const data = { skill_slug: slug, canonical_name, defined_at }
    const delivery_id = `definition:${agent_identity_id}:${slug}:${defined_at}`
    return [{ delivery_id, agent_identity_id, event: 'definition_changed' as const, data, created_at }]
  })
}

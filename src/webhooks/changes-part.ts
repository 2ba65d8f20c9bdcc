import type { CatalogEntry } from '../catalog/schema.ts'
import { isoTime } from '../storage/days.ts'
import type { Store } from '../storage/store.ts'
import { announcedUpTo, moveMark, type Reporter, reportersOf } from './changes-store.ts'
import type { NewEvent } from './schema.ts'
import { enqueue } from './store.ts'

type ChangesParts = { store: Store; now: () => Date; entries: () => readonly CatalogEntry[] }
type Changed = CatalogEntry & { defined_at: string }

const mostChangesAtOnce = 100
/** By when a change is in the store and read, whichever process made it, though its clock is a little off: older ones come no more. */
const settledMs = 10_000

/** Puts events into the outbox for agents that reported on tools which have changed since the last call. */
export async function announceChanges({ store, now, entries }: ChangesParts): Promise<number> {
  const until = isoTime(now().getTime() - settledMs)
  const since = await announcedUpTo(store, until)
  const changed = changedBetween({ since, until }, entries())
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

/** What was defined under a clock that is ahead waits until then, and holds up nothing else. */
function changedBetween({ since, until }: { since: string; until: string }, entries: readonly CatalogEntry[]): Changed[] {
  const isBetween = (at: string | null): at is string => at !== null && at > since && at <= until
  return entries
    .flatMap((entry) => (isBetween(entry.defined_at) ? [{ ...entry, defined_at: entry.defined_at }] : []))
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

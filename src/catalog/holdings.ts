import { isOwn, isRoutable } from './rules.ts'
import type { CatalogEntry } from './schema.ts'

/** All entries, and those among them that may be shown; `on` keeps the search index up to date. */
export type Holdings = {
  entries: ReadonlyMap<string, CatalogEntry>
  visible: ReadonlyMap<string, CatalogEntry>
  byId: (id: string) => CatalogEntry | undefined
  set: (slug: string, entry: CatalogEntry | undefined) => boolean
  version: () => number
}

export function createHoldings(ownOnly: boolean, on: { show: (entry: CatalogEntry) => void; hide: (slug: string) => void }): Holdings {
  const entries = new Map<string, CatalogEntry>()
  const visible = new Map<string, CatalogEntry>()
  const slugById = new Map<string, string>()
  let version = 1

  /** Puts an entry in place of the one of that slug, or takes it away; false when nothing changed. */
  function set(slug: string, entry: CatalogEntry | undefined): boolean {
    if (isSame(entries.get(slug), entry)) return false
    version++
    if (entry) {
      entries.set(slug, entry)
      slugById.set(entry.id, slug)
    } else entries.delete(slug)
    if (entry && isRoutable(entry) && (!ownOnly || isOwn(entry))) {
      visible.set(slug, entry)
      on.show(entry)
    } else if (visible.delete(slug)) on.hide(slug)
    return true
  }
  return { entries, visible, byId: (id) => entries.get(slugById.get(id) ?? ''), set, version: () => version }
}

function isSame(a: CatalogEntry | undefined, b: CatalogEntry | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))
}

import type { TokenTable } from '../retrieval/encoder.ts'
import type { IndexEntry } from '../retrieval/entries.ts'
import { createIndex, type SearchIndex } from '../retrieval/search-index.ts'
import type { SkillFacts } from './schema.ts'

/** The index that the router and the catalog search share. */
export type CatalogIndex = Pick<SearchIndex, 'search' | 'matching' | 'size'> & {
  put: (facts: SkillFacts) => void
  drop: (slug: string) => void
  close: () => void
}

/** Opens an index over entries. */
export type OpenIndex = (entries: readonly SkillFacts[]) => CatalogIndex

/**
 * An index is built on first use, because that takes about a second. Catalogs over the same entries share one until one of them
 * changes it: a lone user then keeps it, any other builds its own.
 */
export function createIndexOpener(readTable: () => TokenTable): OpenIndex {
  const holder: Holder = { shared: undefined }
  return (entries) => openIndex(entries, () => createIndex(readTable(), entries.map(indexEntry)), holder)
}

type Shared = { entries: readonly SkillFacts[]; index: SearchIndex; users: number }
type Holder = { shared: Shared | undefined }

function openIndex(entries: readonly SkillFacts[], build: () => SearchIndex, holder: Holder): CatalogIndex {
  let own: SearchIndex | undefined
  let borrowed: Shared | undefined

  function reading(): SearchIndex {
    if (own) return own
    if (borrowed) return borrowed.index
    if (holder.shared?.entries !== entries) holder.shared = { entries, index: build(), users: 0 }
    borrowed = holder.shared
    borrowed.users++
    return borrowed.index
  }

  function writing(): SearchIndex {
    if (own) return own
    const { shared } = holder
    const isLone = borrowed?.users === 1 || (!borrowed && shared?.entries === entries && shared.users === 0)
    const taken = isLone ? (borrowed ?? shared) : undefined
    own = taken ? taken.index : build()
    if (taken && shared === taken) holder.shared = undefined
    giveBack()
    return own
  }

  function giveBack(): void {
    if (borrowed) borrowed.users--
    borrowed = undefined
  }

  return {
    search: (task, options) => reading().search(task, options),
    matching: (query, least) => reading().matching(query, least),
    size: () => reading().size(),
    put: (facts) => writing().upsert(indexEntry(facts)),
    drop: (slug) => writing().remove(slug),
    close: giveBack,
  }
}

export function indexEntry(facts: SkillFacts): Required<IndexEntry> {
  return {
    id: facts.slug,
    name: facts.canonical_name,
    aliases: facts.aliases,
    capabilities: facts.capabilities,
    description: facts.description,
    tools: facts.tools,
    examples: facts.examples,
  }
}

import type { TokenTable } from '../retrieval/encoder.ts'
import type { IndexEntry } from '../retrieval/entries.ts'
import { createIndex, type Matching, type SearchIndex, type SearchOptions, type SearchResult } from '../retrieval/search-index.ts'
import type { SkillFacts } from './schema.ts'

export type { Matching, SearchOptions, SearchResult, TokenTable }

/** The index that the router and the catalog search share. */
export type CatalogIndex = Pick<SearchIndex, 'search' | 'matching' | 'size'> & {
  put: (facts: SkillFacts) => void
  drop: (slug: string) => void
  close: () => void
}

type Shared = { entries: readonly SkillFacts[]; index: SearchIndex; users: number }
let shared: Shared | undefined

/**
 * Built on first use, because it takes about a second. Catalogs over the same entries share one index until one of them
 * changes it: a lone user then keeps it, any other builds its own.
 */
export function openIndex(readTable: () => TokenTable, entries: readonly SkillFacts[]): CatalogIndex {
  let own: SearchIndex | undefined
  let borrowed: Shared | undefined

  const build = () => createIndex(readTable(), entries.map(indexEntry))

  function reading(): SearchIndex {
    if (own) return own
    if (borrowed) return borrowed.index
    if (shared?.entries !== entries) shared = { entries, index: build(), users: 0 }
    borrowed = shared
    borrowed.users++
    return borrowed.index
  }

  function writing(): SearchIndex {
    if (own) return own
    const lone = borrowed?.users === 1 || (!borrowed && shared?.entries === entries && shared.users === 0)
    const taken = lone ? (borrowed ?? shared) : undefined
    own = taken ? taken.index : build()
    if (taken && shared === taken) shared = undefined
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

export function indexEntry(facts: SkillFacts): IndexEntry {
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

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogEntry, SkillFacts } from './schema.ts'
import type { CatalogIndex, OpenIndex } from './search.ts'

const mostAtOnce = 200
const entriesPerTurn = 25

/**
 * The index is built over the shipped entries first; stored ones follow immediately when they are few, and in the background
 * when they are many, so that the first answer does not wait for them.
 */
export function lazyIndex(openIndex: OpenIndex, seed: readonly SkillFacts[], onError: (error: unknown) => void) {
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
      if (i % entriesPerTurn === 0) await nextTurn()
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

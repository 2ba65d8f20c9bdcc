import type { ProjectContext } from '../agents/schema.ts'
import type { CatalogSnapshot } from '../catalog/snapshot.ts'
import { createRecent, type Recent } from '../recent.ts'
import type { SearchResult } from '../retrieval/search-index.ts'
import type { RoutingCatalog } from './ports.ts'
import { serversOfStack } from './tools/near-equals/project-stack.ts'
import { isStandIn } from './tools/products/hubs.ts'
import { buildLexicon, type Senses } from './understand/products/lexicon.ts'
import type { Understanding } from './understand/types.ts'
import { understand } from './understand/understand.ts'

// Names of a large catalog take a moment to gather, so a stream of changes must not gather them again for every request.
const entriesGatheredAtOnce = 5000
const restBetweenGatheringsMs = 30_000
// Agents ask the same things again and again.
const mostRecent = 500

type CatalogView = {
  version: number
  at: number
  catalog: RoutingCatalog
  understand: (task: string) => Understanding
  serversOfStack: (project: ProjectContext) => ReadonlySet<string>
}

/** What is derived from the catalog's entries, made again when they change. */
export function openCatalogView(catalog: CatalogSnapshot, senses: Senses, nowMs: () => number): () => CatalogView {
  let view: CatalogView | undefined
  return () => {
    const version = catalog.version()
    if (view?.version === version) return view
    const size = view ? catalog.index.size() : 0
    if (view && size > entriesGatheredAtOnce && Math.abs(nowMs() - view.at) < restBetweenGatheringsMs) return view
    view = viewOf(catalog, senses, { version, at: nowMs() })
    return view
  }
}

function viewOf(catalog: CatalogSnapshot, senses: Senses, { version, at }: Pick<CatalogView, 'version' | 'at'>): CatalogView {
  const entries = catalog.all()
  const hubs = entries.filter(isStandIn)
  const lacking = catalog.shipped.filter(({ slug }) => catalog.get(slug) === undefined)
  const banned = catalog.everything().filter(({ status, origin }) => status === 'banned' && origin !== 'seed')
  const lexicon = buildLexicon(entries, senses, [...lacking, ...banned])
  const understandings: Recent<Understanding> = createRecent(mostRecent)
  const searches: Recent<{ size: number; result: SearchResult }> = createRecent(mostRecent)
  return {
    version,
    at,
    understand: (task) => understandings.getOrMake(task, () => understand(task, lexicon)),
    serversOfStack: (project) => serversOfStack(project, lexicon),
    catalog: {
      get: catalog.get,
      scoresOf: catalog.scoresOf,
      hubs: () => hubs.filter(({ slug }) => catalog.get(slug) !== undefined),
      ofWorkflow: (workflow) => catalog.list({ workflow }).map(({ entry }) => entry),
      search(text, options) {
        const size = catalog.index.size()
        const make = () => ({ size, result: catalog.index.search(text, options) })
        const key = `${options?.limit} ${options?.isOneStep} ${text}`
        return searches.getOrMake(key, make, (kept) => kept.size === size).result
      },
    },
  }
}

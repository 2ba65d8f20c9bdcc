import type { CatalogEntry } from '../../../catalog/schema.ts'
import type { Found } from '../../../retrieval/search-index.ts'
import type { RoutingCatalog } from '../../ports.ts'
import type { ProductMention } from '../../understand/types.ts'
import { onlyReads } from '../read-only.ts'
import { isHub } from './hubs.ts'
import { bearsSameName } from './same-product.ts'
import { suitesWith } from './suites.ts'

/**
 * To change something in a product whose own servers are only known to read it, those of a suite that it belongs to may do, and those
 * found for the same kind of work that bear its name.
 */
export function withAbleServers(
  products: readonly ProductMention[],
  found: readonly Pick<Found, 'id'>[],
  { get }: Pick<RoutingCatalog, 'get'>,
): ProductMention[] {
  return products.map((product) => {
    const own = product.slugs.flatMap((slug) => get(slug) ?? [])
    if (own.length === 0 || !own.every(onlyReads)) return product
    const alike = found.flatMap(({ id }) => get(id) ?? []).filter((other) => own.some((entry) => isForSameWork(entry, other)))
    const able = [...suitesWith(product.slugs).flatMap((slug) => get(slug) ?? []), ...alike].filter((entry) => !onlyReads(entry))
    return { ...product, slugs: [...new Set([...product.slugs, ...able.map(({ slug }) => slug)])] }
  })
}

function isForSameWork(entry: CatalogEntry, other: CatalogEntry): boolean {
  return bearsSameName(entry, other) && !isHub(other) && other.capabilities.some((capability) => entry.capabilities.includes(capability))
}

import type { CatalogEntry } from '../../../catalog/schema.ts'
import type { RoutingCatalog } from '../../ports.ts'
import { withinCaps } from '../filter.ts'
import type { RankedTool, ToolAsk } from '../rank.ts'
import { scoreUnder } from '../scores.ts'
import { unsearchedTool } from '../unsearched.ts'
import { suitesWith } from './suites.ts'

const mostHubs = 3

/** Whether a product has accounts that a hub could sign in to, rather than running on somebody's machine. */
const isOnline = ({ requires }: CatalogEntry) =>
  !requires.includes('local_app') && ['account', 'api_key', 'oauth'].some((need) => requires.some((own) => own === need))

/**
 * What can stand in for a named product's own server: the server of a suite that it belongs to, then hubs, the best under the asked priority
 * first, all within the caps.
 */
export function standInsFor({ entry }: RankedTool, catalog: RoutingCatalog, { caps, priority }: ToolAsk): RankedTool[] {
  const ranked = (entries: readonly CatalogEntry[]) =>
    withinCaps(entries, caps, catalog)
      .eligible.map((eligible) => unsearchedTool(eligible, { value: scoreUnder(priority, eligible.scores) }))
      .sort((a, b) => b.total - a.total)
  const suites = ranked(suitesWith([entry.slug]).flatMap((slug) => catalog.get(slug) ?? []))
  return isOnline(entry) ? [...suites, ...ranked(catalog.hubs()).slice(0, mostHubs)] : suites
}

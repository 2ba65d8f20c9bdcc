import type { SkillFacts } from '../../catalog/schema.ts'
import type { RoutingCatalog } from '../ports.ts'
import { withinCaps } from './filter.ts'
import type { RankedTool, ToolAsk } from './rank.ts'
import { scoreUnder } from './scores.ts'
import { unsearchedTool } from './unsearched.ts'

const mostHubs = 3

export const isHub = ({ capabilities }: Pick<SkillFacts, 'capabilities'>) => capabilities[0] === 'automation-hub'
/** One that any agent can use: not through an app on its own machine. */
export const isStandIn = (entry: Pick<SkillFacts, 'capabilities' | 'requires'>) => isHub(entry) && !entry.requires.includes('local_app')

/** Hubs within the caps, the best under the asked priority first: they can stand in where a named product's own server is down. */
export function hubTools(catalog: RoutingCatalog, { caps, priority }: ToolAsk): RankedTool[] {
  return withinCaps(catalog.hubs(), caps, catalog)
    .eligible.map(({ entry, scores }) => unsearchedTool({ entry, scores }, { value: scoreUnder(priority, scores) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, mostHubs)
}

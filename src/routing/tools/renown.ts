import counted from '../../../data/renown.json' with { type: 'json' }
import type { PriorityWord } from '../tiers.ts'
import { commandLineIn } from '../understand/commands/command-line.ts'
import type { SingleTool } from './abstain.ts'
import type { RankedTool, ToolAsk } from './rank.ts'

/** How many servers of a public list are made for an entry's product, or speak of it (scripts/renown.ts). */
const renown: Readonly<Record<string, number>> = counted
const renownOf = ({ entry }: RankedTool) => renown[entry.slug] ?? 0

// In units of the ranking score: how far behind the first a better known server may lie.
const farthest = 2
const leastKnown = 8
/** So many times as well known as the first it must be. */
const leastRatio = 3
/** What twice the renown is worth next to the ranking score, where several are that well known. */
const pull = 0.5
// Enough was reported on the first to go by that.
const mostReported = 1

/** Under these, what a server costs or how it is trusted must not be overruled. */
const priorities: ReadonlySet<PriorityWord> = new Set<PriorityWord>(['best_value', 'highest_quality', 'best_quality'])

/**
 * "Refund the payment" names no product. Of servers for the same work that fit nearly as well, the one that most people have is then the
 * better guess, as long as no reports tell more. How likely the kind of work was told right stays as it was, and there is no margin.
 */
export function preferringRenowned<Found extends SingleTool>(found: Found, { text, priority }: Pick<ToolAsk, 'text' | 'priority'>): Found {
  const { ranked, named } = found.ranking
  const [first] = ranked
  if (!first || named.strength.size > 0 || !priorities.has(priority) || isChosen(first, text)) return found
  const [best] = ranked.filter((tool) => isBetterKnown(tool, first)).sort((a, b) => weightOf(b) - weightOf(a))
  if (!best) return found
  const ranking = { ...found.ranking, ranked: [best, ...ranked.filter((tool) => tool !== best)], is_by_renown: true }
  return { ...found, ranking, fit: { ...found.fit, margin: 0 } }
}

/** The operator, reports, the agent's memory, a country, a program or the words of the task speak for this very server. */
function isChosen({ entry: { pinned, countries = [], canonical_name }, parts, n_effective }: RankedTool, text: string): boolean {
  const isKept = pinned || n_effective > mostReported || parts.memory > 0 || countries.length > 0
  return isKept || text.toLowerCase().includes(canonical_name.toLowerCase()) || commandLineIn(text) !== null
}

function isBetterKnown(tool: RankedTool, first: RankedTool): boolean {
  const { capabilities, countries = [] } = tool.entry
  if (capabilities[0] !== first.entry.capabilities[0] || countries.length > 0 || first.total - tool.total > farthest) return false
  return renownOf(tool) >= leastKnown && renownOf(tool) >= leastRatio * (renownOf(first) + 1)
}

const weightOf = (tool: RankedTool) => tool.total + pull * Math.log2(1 + renownOf(tool))

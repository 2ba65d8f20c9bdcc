import counted from '../../../../data/renown.json' with { type: 'json' }
import type { PriorityWord } from '../../priority.ts'
import { commandLineIn } from '../../understand/commands/command-line.ts'
import { countriesIn } from '../../understand/countries.ts'
import type { SingleTool } from '../fit/fit.ts'
import { inWords } from '../products/same-product.ts'
import { type RankedTool, type ToolAsk, withFirst } from '../rank.ts'
import { servesThere } from '../served-countries.ts'

/** How many servers of a public list are made for an entry's product, or speak of it (scripts/renown.ts). */
const renown: Readonly<Record<string, number>> = counted
export const renownOf = ({ entry }: Pick<RankedTool, 'entry'>) => renown[entry.slug] ?? 0

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

type Asked = Pick<ToolAsk, 'text' | 'language' | 'countries' | 'priority'>

/**
 * "Refund the payment" names no product. Of servers for the same work that fit nearly as well, the one that most people have is then the
 * better guess, as long as no reports tell more. How likely the kind of work was told right stays as it was, and there is no margin.
 */
export function preferringRenowned<Found extends SingleTool>(found: Found, ask: Asked): Found {
  const { ranked, named } = found.ranking
  const [first] = ranked
  if (!first || named.strength.size > 0 || !priorities.has(ask.priority) || isChosen(first, ask)) return found
  const [best] = ranked.filter((tool) => isBetterKnown(tool, first)).sort((a, b) => weightOf(b) - weightOf(a))
  if (!best) return found
  return { ...found, ranking: withFirst(best, found.ranking, 'renown'), fit: { ...found.fit, margin: 0 } }
}

/** The operator, reports, the agent's memory, a country, a program or the words of the task speak for this very server. */
function isChosen({ entry, parts, n_effective }: RankedTool, { text, language, countries }: Asked): boolean {
  if (entry.pinned || n_effective > mostReported || parts.memory > 0) return true
  // A language, too, hints at where the work is to be done.
  if (servesThere(entry, countries ?? countriesIn(text)) || (language !== 'en' && isOfCountry({ entry }))) return true
  return inWords(text).includes(inWords(entry.canonical_name)) || commandLineIn(text) !== null
}

export const isOfCountry = ({ entry: { countries = [] } }: Pick<RankedTool, 'entry'>) => countries.length > 0

function isBetterKnown(tool: RankedTool, first: RankedTool): boolean {
  const isNear = tool.entry.capabilities[0] === first.entry.capabilities[0] && first.total - tool.total <= farthest
  return isNear && !isOfCountry(tool) && renownOf(tool) >= leastKnown && renownOf(tool) >= leastRatio * (renownOf(first) + 1)
}

const weightOf = (tool: RankedTool) => tool.total + pull * Math.log2(1 + renownOf(tool))

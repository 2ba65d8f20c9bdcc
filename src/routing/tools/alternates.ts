import { isHub } from './products/hubs.ts'
import { isBoundTo, type NamedProducts } from './products/named.ts'
import { bearsSameName, saysItWorksWith } from './products/same-product.ts'
import { isHeldBack, type RankedTool, type Ranking } from './rank.ts'

const mostAlternatives = 5
const mostPerPublisher = 2
// In units of the ranking score, whose near-equals lie within about one: a match as clear as this outweighs the kind of server.
const sameKindPull = 2
const sharedKindPull = 1

/** Work whose result does not live in the product: any other server of the kind gives the same kind of answer. */
const interchangeable = new Set([
  'web-search',
  'web-fetch',
  'web-scraping',
  'browser-automation',
  'news',
  'academic-research',
  'encyclopedia',
  'code-execution',
  'developer-docs',
  'market-data',
  'weather',
  'maps',
  'travel',
  'translation',
  'image-generation',
  'image-editing',
  'audio-speech',
  'charts',
  'math',
  'pdf',
  'ocr',
  'file-conversion',
  'lead-enrichment',
  'seo',
  'science',
  'government-data',
  'legal-research',
  'real-estate',
  'reasoning-aid',
  'utilities',
])
export const isInterchangeable = (capability: string) => interchangeable.has(capability)

export type Alternates = { alternatives: RankedTool[]; fallback: RankedTool | null }

/**
 * Servers that would do the same work as the winner. Where the work lives in a named product, only servers of that
 * product and, after them, those that can stand in for them qualify; a rival would not find the data. For one of the agent's own stack,
 * others of it come first.
 */
export function alternatesOf(
  winner: RankedTool,
  { ranked, named }: Ranking,
  standIns: () => readonly RankedTool[],
  stack?: ReadonlySet<string>,
): Alternates {
  const isOfStack = (slug: string) => stack?.has(slug) === true
  const isFirst = ({ entry: { slug } }: RankedTool) => isBoundTo(named, slug) || (isOfStack(winner.entry.slug) && isOfStack(slug))
  const isOther = ({ entry }: RankedTool) => entry.slug !== winner.entry.slug
  const same = inOrderFor(
    winner,
    ranked.filter((tool) => isOther(tool) && isSameWork(winner, tool)),
    isFirst,
  )
  const usable = keepsNamedData(winner, named) ? [...ofSameProduct(winner, same, named), ...standIns().filter(isOther)] : same
  const distinct = usable.filter((tool, at) => usable.findIndex(({ entry }) => entry.slug === tool.entry.slug) === at)
  const alternatives = spreadOverPublishers(distinct).slice(0, mostAlternatives)
  return { alternatives, fallback: fallbackFor(winner, distinct) }
}

/** The first of another publisher, so that both are not down for the same reason; else the first of all. */
export function fallbackFor({ entry: { publisher } }: RankedTool, others: readonly RankedTool[]): RankedTool | null {
  return others.find(({ entry }) => entry.publisher === null || entry.publisher !== publisher) ?? others[0] ?? null
}

/** The text names the tool's product, in whatever words around it, and its data stays there: no server of another product can stand in. */
function keepsNamedData({ entry }: RankedTool, named: NamedProducts): boolean {
  return named.strength.has(entry.slug) && !isInterchangeable(entry.capabilities[0] ?? '')
}

/** Those the text names or that bear the product's name, then those that say they work with it. */
function ofSameProduct({ entry: first }: RankedTool, tools: readonly RankedTool[], named: NamedProducts): RankedTool[] {
  const own = tools.filter((tool) => !isHub(tool.entry) && (keepsNamedData(tool, named) || bearsSameName(first, tool.entry)))
  const further = tools.filter(({ entry }) => !isInterchangeable(entry.capabilities[0] ?? '') && saysItWorksWith(first, entry))
  return [...own, ...further.filter(({ entry }) => !isHub(entry))]
}

const mainOf = ({ entry }: RankedTool) => entry.capabilities[0] ?? ''
const doesMainOf = (tool: RankedTool, { entry }: RankedTool) => entry.capabilities.includes(mainOf(tool))

export const isSameWork = (winner: RankedTool, other: RankedTool) => doesMainOf(winner, other) || doesMainOf(other, winner)

/** What mainly does the winner's kind of work comes before what matches the text about as well and shares only a part of it. */
function inOrderFor(winner: RankedTool, tools: readonly RankedTool[], isFirst: (tool: RankedTool) => boolean): RankedTool[] {
  const rowOf = (tool: RankedTool) => (isFirst(tool) ? 0 : isHeldBack(tool) ? 2 : 1)
  const worth = (tool: RankedTool) => tool.total + kindPull(winner, tool)
  return tools.toSorted((a, b) => rowOf(a) - rowOf(b) || worth(b) - worth(a))
}

function kindPull(winner: RankedTool, other: RankedTool): number {
  if (mainOf(winner) === mainOf(other)) return sameKindPull
  return doesMainOf(winner, other) && doesMainOf(other, winner) ? sharedKindPull : 0
}

function spreadOverPublishers(tools: readonly RankedTool[]): RankedTool[] {
  const perPublisher = new Map<string, number>()
  return tools.filter(({ entry }) => {
    const key = entry.publisher ?? entry.slug
    const count = (perPublisher.get(key) ?? 0) + 1
    perPublisher.set(key, count)
    return count <= mostPerPublisher
  })
}

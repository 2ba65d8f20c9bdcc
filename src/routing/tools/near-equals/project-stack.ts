import type { ProjectContext } from '../../../agents/schema.ts'
import type { ProductLexicon } from '../../understand/products/lexicon.ts'
import { nameAt } from '../../understand/products/name-at.ts'
import { tokenise } from '../../understand/words/tokens.ts'
import { isSameWork } from '../alternates.ts'
import type { SingleTool } from '../fit/fit.ts'
import { type RankedTool, type ToolAsk, withFirst } from '../rank.ts'

// In units of the ranking score: how far behind the first a server may lie that is mainly for the same work, or for it among other work.
const farthestOfKind = 6
const farthestBeside = 4

/** The servers for what an agent's project is built with, as far as its names are known. */
export function serversOfStack({ framework, language, stack_tags = [] }: ProjectContext, lexicon: ProductLexicon): ReadonlySet<string> {
  return new Set([framework, language, ...stack_tags].flatMap((tag) => (tag ? serversNamed(tag, lexicon) : [])))
}

/** A tag is a name as a whole: "google-sheets" is not one of Google. */
function serversNamed(tag: string, lexicon: ProductLexicon): readonly string[] {
  for (const label of [tag, tag.replaceAll(/[_-]/g, ' ')]) {
    const tokens = tokenise(label)
    const spoken = tokens.length > 0 ? nameAt(tokens, 0, lexicon) : undefined
    if (spoken?.last === tokens.length - 1) return spoken.name.slugs
  }
  return []
}

/**
 * Among the servers that would do the same work, one for the agent's own stack comes first: another may be as good, but the agent's data is
 * not there. How likely the kind of work was told right stays as it was.
 */
export function preferringStack<Found extends SingleTool>(found: Found, { stack }: Pick<ToolAsk, 'stack'>): Found {
  const { ranked, named } = found.ranking
  const [first] = ranked
  if (!stack || stack.size === 0 || !first || named.strength.has(first.entry.slug)) return found
  const own = ranked.find((tool) => stack.has(tool.entry.slug) && (tool === first || isNearEnough(tool, first)))
  if (!own || own === first) return found
  return { ...found, ranking: withFirst(own, found.ranking) }
}

function isNearEnough(tool: RankedTool, first: RankedTool): boolean {
  const isOfKind = tool.entry.capabilities[0] === first.entry.capabilities[0]
  return isSameWork(first, tool) && first.total - tool.total <= (isOfKind ? farthestOfKind : farthestBeside)
}

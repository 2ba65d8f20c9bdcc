import type { CatalogEntry } from '../../../catalog/schema.ts'
import { leadsToPlace } from '../../understand/steps/places.ts'
import { systemOf } from '../../understand/steps/systems.ts'
import { isSurelyPlace, type ProductMention } from '../../understand/types.ts'
import type { RankedTool, Ranking, ToolAsk } from '../rank.ts'

// A rival of a named product would be wrong, so for a product that the catalog lacks it is enough that the work is rather done in it than not.
const leastForLacking = 0.5

type LackingAsk = Pick<ToolAsk, 'text' | 'products'>

/** A well-known product that the task is to be done in and that the catalog has no entry for. */
const isLacking = ({ slugs, role, certainty }: ProductMention) => slugs.length === 0 && role === 'place' && certainty >= leastForLacking

export function lackingProducts({ products }: Pick<LackingAsk, 'products'>): string[] {
  // Known names are kept in lower case, so the caller's own spelling is the better one.
  return [...new Set(products.flatMap((mention) => (isLacking(mention) ? mention.surface : [])))]
}

/** The products that the task is to be done in and whose servers a constraint rules out, all of them. */
function excludedProducts({ namedExcluded }: Ranking, { products }: LackingAsk): string[] {
  if (!namedExcluded) return []
  return products.flatMap((mention) => (isSurelyPlace(mention) ? [mention.name, mention.surface] : []))
}

/**
 * "Add the DoorDash expense to our spreadsheet": where other words tell the kind of system, and none before the name that the work is
 * done there, the name only says what is worked on.
 */
function isOnlyMeant({ start, end }: ProductMention, text: string): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end).replace(/^\s*[\p{L}\p{N}'’-]+/u, '')]
  return !leadsToPlace.test(before) && systemOf(`${before} ${after}`) === systemOf(text) && systemOf(text) !== null
}

/** Whether an entry says anywhere that it works with a product. */
export function mentionsProduct({ canonical_name, aliases, description, choose_when }: CatalogEntry, product: string): boolean {
  return [canonical_name, ...aliases, description, choose_when].some((text) => text.toLowerCase().includes(product.toLowerCase()))
}

/** Whether a product is asked for that has no server here, or none within the caps, and this tool's entry does not mention it either. */
export function lacksProduct({ entry, parts }: RankedTool, ranking: Ranking, ask: LackingAsk): boolean {
  const { text, products } = ask
  const isOfKind = parts.capability > 0
  const isRival = ({ hidden = [] }: ProductMention) => hidden.some((capability) => entry.capabilities.includes(capability))
  const isBeside = (mention: ProductMention) => isOfKind && isOnlyMeant(mention, text) && !isRival(mention)
  const lacking = products.filter((mention) => isLacking(mention) && !isBeside(mention))
  const names = [...lacking.map(({ name }) => name), ...excludedProducts(ranking, ask)]
  return names.length > 0 && !names.some((name) => mentionsProduct(entry, name))
}

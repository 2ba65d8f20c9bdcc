import { isBoundTo } from '../tools/products/named.ts'
import { bestSlug } from '../tools/rank.ts'
import { isSurelyPlace, type Piece, type Understanding } from '../understand/types.ts'
import type { SoughtPiece } from './features.ts'

/**
 * "Show today's orders, in Shopify": where one part names a product and the other finds a rival of it, the product does both. So it does
 * where the second part only tells where to look.
 */
export function isOneWork(before: SoughtPiece, step: SoughtPiece): boolean {
  const [first, second] = [before.ranking.ranked[0], step.ranking.ranked[0]]
  if (!first || !second || isByName(before) === isByName(step)) return false
  const aside = wordsBesideName(step)
  if (aside !== null && tellsWhere(aside, step.piece)) return true
  // An order of its own, of more than a word beside the name, may take another tool of the same kind.
  const isOrder = step.piece.joint === 'clause' && (aside === null || /\s/.test(aside))
  return !isOrder && first.entry.capabilities[0] === second.entry.capabilities[0]
}

const looking = /^(?:please )?(?:consult|use|ask|(?:check|search|see|look)(?: it| that)?(?: up)?(?: (?:in|at|on|with|into))?)$/i
const place = /^(?:in|on|at|from|via|using|with)$/i

/** "Check Fireflies", "…, in Todoist". Without a comma before it, a place may be where the result of the first part goes. */
const tellsWhere = (aside: string, { joint }: Piece) => looking.test(aside) || (joint === 'list' && place.test(aside))

/** What a part says besides the name of its product: "check" of "check Fireflies". */
function wordsBesideName({ piece: { text, products } }: SoughtPiece): string | null {
  const [product] = products
  return product ? (text.replace(product.surface, ' ').match(/\S+/g) ?? []).join(' ').replace(/[.!?]+$/, '') : null
}

const isByName = ({ ranking }: SoughtPiece) => isBoundTo(ranking.named, bestSlug(ranking) ?? '')

const lyingIn =
  /(?:^|[.,;:?!–-]\s*)(?:everything|all of (?:it|them|this|that)|they|it|that|both)(?:['’](?:s|re)| is| are| lives?| sits?)(?: all)? (?:in|on|at)(?: (?:our|my|the))?\s*$/iu

/** "… and set the heating to 17; everything is in Home Assistant": what a task ends with says where all of it is done. */
export function isAllInOnePlace({ text, products }: Pick<Understanding, 'text' | 'products'>): boolean {
  const [only, ...others] = products
  if (!only || others.length > 0 || !isSurelyPlace(only) || only.slugs.length === 0) return false
  return lyingIn.test(text.slice(0, only.start)) && /^[\s.!]*$/.test(text.slice(only.end))
}

import { leadsAnInstruction } from '../understand/steps/clauses.ts'
import { isSurelyPlace, type Piece, type Understanding } from '../understand/types.ts'
import type { Seek, SoughtPiece } from './features.ts'
import { areSeveral, canFollow } from './sought.ts'
import { cutAfterThing, splitBetween } from './split-products.ts'

/** The two steps of a clause in which two products are worked in, in the order of doing; null where they would be one. */
export function soughtPair({ pair, pieces, products }: Understanding, seek: Seek): SoughtPiece[] | null {
  const [clause, another] = pieces('clauses')
  if (!pair || pair.both <= 0 || !clause || another) return null
  const mentions = pair.pair.flatMap(({ start }) => products.find((product) => product.start === start && isSurelyPlace(product)) ?? [])
  if (mentions.length < 2) return null
  const [first, second] = splitBetween(clause, mentions, cutAfterThing).map((step, at): Piece => {
    const action = step.action.replace(/\?+$/u, '')
    return { ...clause, ...step, action, joint: at === 0 ? 'clause' : 'product', names_place: true }
  })
  if (!first || !second) return null
  const isReversed = (pair.reversed > 0 || eachOf.test(second.text)) && !goal.test(second.text)
  const sought = (isReversed ? [asSource(second), first] : [first, second]).map(seek)
  return areSeveral(sought) && canFollow(sought[1]!, sought[0]!) ? sought : null
}

/** What is done once for each of many is done after they are looked up. */
const eachOf = /^(?:put the results )?for (?:each|every|all)\s/iu
const goal = /^(?:put the results )?(?:to|into|onto)\s/iu
const lead = /^(?:put the results )?(?:for|from|with|of|using|about|out of|in|on|by|after|against)\s+/iu

/** What stands after the goal without a verb of its own ("for each error in Sentry") is looked up first. */
function asSource(piece: Piece): Piece {
  const bare = piece.action.replace(lead, '')
  return { ...piece, action: leadsAnInstruction(bare) ? bare : `look up ${bare}` }
}

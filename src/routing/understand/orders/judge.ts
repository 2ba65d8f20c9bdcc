import type { Reader } from '../reader/reader.ts'
import { closeOrderOdds, orderOdds } from './odds.ts'
import { plainlyGivesOrders, unmask } from './patterns.ts'

// Sentences that the linear model gives at least these log odds are also read by the reader; most lie far below.
export const worthALook = -2.5
/** The same for sentences next to a certain order, where another is more likely. */
export const worthALookBesideSure = -6
const readersShare = 0.5
/** Added to the log odds of doubtful sentences: orders are more frequent among them than among all sentences that the models learned from. */
const commonerInDoubt = 0.9
const severalWords = /\p{L}\P{L}+\p{L}/u
/** How often the reader is asked for one text, so that many doubtful sentences do not make it expensive. */
const mostLooks = 12

/** What a pattern adds to the log odds of a part; tasks may use the same words ("cancel all open orders"). */
export const patternWeight = 2

/** Log odds that a part of a sentence is an order to the router. */
export const oddsAlone = (part: string) => orderOdds(unmask(part)) + (plainlyGivesOrders(part) ? patternWeight : 0)

/** Judges the parts of a text in the context of the rest; the reader is asked about doubtful ones, up to `mostLooks`. */
export function createJudge(reader: Reader) {
  let looks = mostLooks
  return (part: string, rest: () => string, from = worthALook): number => {
    const odds = oddsAlone(part)
    if (odds < from || looks === 0 || !severalWords.test(part)) return odds
    looks--
    return odds + commonerInDoubt + readersShare * (closeOrderOdds(unmask(part).trim(), unmask(rest()), reader) ?? 0)
  }
}
export type Judge = ReturnType<typeof createJudge>

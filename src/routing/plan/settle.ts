import { bestSlug } from '../tools/rank.ts'
import type { SoughtPiece } from './features.ts'
import { canFollow } from './sought.ts'

/** The pieces of a task, and which of them begin a step. */
export type Chosen = { sought: readonly SoughtPiece[]; starts: readonly number[] }

const surelyItsOwn = 0.6

/**
 * Whether a finer choice only adds steps to a coarser one: it has all of its tools in their order, and what it has beyond them stands after
 * a comma or an "and" and surely finds a tool.
 */
export function addsSteps(finer: Chosen, coarser: Chosen): boolean {
  const known = coarser.starts.map((at) => bestSlug(coarser.sought[at]!.ranking))
  const added: SoughtPiece[] = []
  let met = 0
  for (const at of finer.starts) {
    const one = finer.sought[at]!
    if (met < known.length && bestSlug(one.ranking) === known[met]) met++
    else added.push(one)
  }
  return met === known.length && added.length > 0 && added.every(isItsOwn)
}

const isItsOwn = ({ piece: { joint }, fit }: SoughtPiece) =>
  (joint === 'list' || joint === 'mark') && fit.fits && fit.confidence >= surelyItsOwn

/** "… and tag the owners": what tells no place and finds no tool is part of the step before. */
export function settledStarts({ sought, starts }: Chosen): number[] {
  const settled: number[] = []
  for (const at of starts) {
    const one = sought[at]!
    const before = sought[settled.at(-1) ?? -1]
    if (!before || (!isLost(one) && canFollow(one, before))) settled.push(at)
  }
  return settled
}

const isLost = ({ piece: { names_place, system }, fit }: SoughtPiece) => !fit.fits && !names_place && system === null

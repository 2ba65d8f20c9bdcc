import { chancesOf, type ToldStep } from '../told-steps.ts'
import { byKindOfWork } from '../tools/kinds/kind-of-work.ts'
import type { SoughtPiece } from './features.ts'
import { seek } from './seek.ts'
import { canFollow } from './sought.ts'
import { type PlanAsk, type PlanStep, stepsOf } from './steps-of.ts'

/** The plan that a language model told; null where one tool does all of it, or none does any. */
export function toldPlan(told: readonly ToldStep[], asked: PlanAsk): PlanStep[] | null {
  const { understanding, ask, catalog } = asked
  const sought = told.map(({ part, kinds }): SoughtPiece => {
    const piece = { ...understanding.piece(part), toldKinds: kinds }
    const byWords = seek(piece, { ...ask, caps: {} }, catalog)
    return { piece, ...byWords, ...byKindOfWork(byWords, { kinds: () => chancesOf(kinds) }, byWords.ask, catalog) }
  })
  const starts: number[] = []
  for (const [at, one] of sought.entries()) {
    const before = sought[starts.at(-1) ?? -1]
    if (!before || canFollow(one, before)) starts.push(at)
  }
  const isPlan = starts.length >= 2 && starts.some((at) => sought[at]!.fit.fits)
  return isPlan ? stepsOf({ sought, starts }, asked) : null
}

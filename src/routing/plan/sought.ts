import { bestSlug } from '../tools/rank.ts'
import type { SoughtPiece } from './features.ts'
import { isOneWork } from './one-work.ts'

/** Two steps in a row with the same best tool are one. */
export function canFollow(step: SoughtPiece, before: SoughtPiece): boolean {
  const isSame = bestSlug(before.ranking) === bestSlug(step.ranking)
  return !isSame && !isOneWork(before, step) && !areOfTwoScripts(before.piece.text, step.piece.text)
}

const latin = /\p{Script=Latin}/u
const otherLetter = /[^\p{Script=Latin}\P{L}]/u
const isOnlyLatin = (text: string) => latin.test(text) && !otherLetter.test(text)
const isWithoutLatin = (text: string) => !latin.test(text) && otherLetter.test(text)

/** Nobody writes one step in Latin letters and the next in another script: one of the two is then not part of the task. */
function areOfTwoScripts(a: string, b: string): boolean {
  return (isOnlyLatin(a) && isWithoutLatin(b)) || (isWithoutLatin(a) && isOnlyLatin(b))
}

/** Whether at least two different tools were found for the steps. */
export function areSeveral(steps: readonly SoughtPiece[]): boolean {
  return new Set(steps.flatMap((step) => (step.fit.fits ? (bestSlug(step.ranking) ?? []) : []))).size >= 2
}

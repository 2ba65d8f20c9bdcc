import type { SoughtPiece } from './features.ts'

/** Two steps in a row with the same best tool are one. */
export function canFollow(step: SoughtPiece, before: SoughtPiece): boolean {
  return bestOf(before) !== bestOf(step) && !areOfTwoScripts(before.piece.text, step.piece.text)
}

const latin = /\p{Script=Latin}/u
const otherLetter = /[^\p{Script=Latin}\P{L}]/u
const isOnlyLatin = (text: string) => latin.test(text) && !otherLetter.test(text)
const isWithoutLatin = (text: string) => !latin.test(text) && otherLetter.test(text)

/** Nobody tells one step in Latin letters and the next in others; where that seems so, one of them is no part of the task. */
function areOfTwoScripts(a: string, b: string): boolean {
  return (isOnlyLatin(a) && isWithoutLatin(b)) || (isWithoutLatin(a) && isOnlyLatin(b))
}

export const bestOf = ({ ranking }: SoughtPiece) => ranking.ranked[0]?.entry.slug

/** Steps of which at least two different tools are found. */
export function areSeveral(steps: readonly SoughtPiece[]): boolean {
  return new Set(steps.flatMap((step) => (step.fit.fits ? (bestOf(step) ?? []) : []))).size >= 2
}

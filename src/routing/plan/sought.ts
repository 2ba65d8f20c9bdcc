import { isBoundTo } from '../tools/named-products.ts'
import type { SoughtPiece } from './features.ts'

/** Two steps in a row with the same best tool are one. */
export function canFollow(step: SoughtPiece, before: SoughtPiece): boolean {
  return bestOf(before) !== bestOf(step) && !isOneWork(before, step) && !areOfTwoScripts(before.piece.text, step.piece.text)
}

/** "Show today's orders, in Shopify": where one part names a product and the other finds a rival of it, the product does both. */
function isOneWork(before: SoughtPiece, step: SoughtPiece): boolean {
  const [first, second] = [before.ranking.ranked[0], step.ranking.ranked[0]]
  if (!first || !second || isByName(before) === isByName(step) || (step.piece.joint === 'clause' && !isOnlyName(step))) return false
  return first.entry.capabilities[0] === second.entry.capabilities[0]
}

/** "Check Fireflies", "in Shopify". */
const isOnlyName = ({ piece: { text, products } }: SoughtPiece) =>
  products.some(({ surface }) => text.replace(surface, ' ').trim().split(/\s+/).length < 2)

const isByName = ({ ranking: { named, ranked } }: SoughtPiece) => isBoundTo(named, ranked[0]?.entry.slug ?? '')

const latin = /\p{Script=Latin}/u
const otherLetter = /[^\p{Script=Latin}\P{L}]/u
const isOnlyLatin = (text: string) => latin.test(text) && !otherLetter.test(text)
const isWithoutLatin = (text: string) => !latin.test(text) && otherLetter.test(text)

/** Nobody writes one step in Latin letters and the next in another script: one of the two is then not part of the task. */
function areOfTwoScripts(a: string, b: string): boolean {
  return (isOnlyLatin(a) && isWithoutLatin(b)) || (isWithoutLatin(a) && isOnlyLatin(b))
}

export const bestOf = ({ ranking }: SoughtPiece) => ranking.ranked[0]?.entry.slug

/** Whether at least two different tools were found for the steps. */
export function areSeveral(steps: readonly SoughtPiece[]): boolean {
  return new Set(steps.flatMap((step) => (step.fit.fits ? (bestOf(step) ?? []) : []))).size >= 2
}

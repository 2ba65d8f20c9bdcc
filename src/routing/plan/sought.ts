import { bestSlug } from '../tools/rank.ts'
import type { Piece } from '../understand/types.ts'
import type { SoughtPiece } from './features.ts'
import { isOneWork } from './one-work.ts'

const lead = '(?:then |also |please )*'
const making = '(?:write|draft|compose|make|prepare|create|give me|summari[sz]e|outline)(?: up| down)?(?: it| them| that| this)?'
const which = ' ?(?:(?:an?|the|some|me an?) )?(?:(?:short|brief|quick|concise|one-page|two-line|final) )*'
const gist = '(?:summary|recap|overview|digest|conclusion|bullet points?|takeaways?|key points?)?'
const ofWhat = '(?: of (?:it|them|that|this|everything|the (?:results?|findings?)))?'
const textAlone = new RegExp(`^${lead}${making}${which}${gist}${ofWhat}$`, 'i')

/** "Write a summary": what a model does with the result of the step before. */
export const isOfThought = ({ action, names_place, system }: Piece) => !names_place && system === null && textAlone.test(action)

/** Two steps in a row with the same best tool are one. */
export function canFollow(step: SoughtPiece, before: SoughtPiece): boolean {
  const isSame = bestSlug(before.ranking) === bestSlug(step.ranking)
  return !isSame && !isOfThought(step.piece) && !isOneWork(before, step) && !areOfTwoScripts(before.piece.text, step.piece.text)
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

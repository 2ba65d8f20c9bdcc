import { leadsAnInstruction } from './steps/clauses.ts'
import { questionWord } from './words/question-words.ts'

const opensQuestion = new RegExp(String.raw`^(?:${questionWord}|is|are|was|does|do|did|can|could|will|would|should|has|have)\b`, 'i')
/** "WHERE id = 9" asks nothing. */
const inCapitals = /^\p{Lu}{2}/u

/** Whether a part of a text, of three words at least, tells somebody to do something or asks a question. */
export function readsAsTask(part: string): boolean {
  const text = part.trim()
  return /\S\s+\S+\s+\S/.test(text) && (leadsAnInstruction(text) || (opensQuestion.test(text) && !inCapitals.test(text)))
}

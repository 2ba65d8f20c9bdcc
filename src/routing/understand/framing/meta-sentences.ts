import { withoutGivenText } from '../given-text.ts'
import { segmentsOf } from '../sentences.ts'
import { readsAsTask } from '../task-like.ts'
import { endsInTask } from './lead-in.ts'
import type { NamesProduct } from './names-product.ts'

/** Words of those who hand tasks on. */
const aboutTask = /\b(?:agents?|sub-?agents?|assistant|bot|tools?|router|planner|orchestrator|requests?|attempts?|retry|hand-?over)\b/iu
const asksForTool =
  /\b(?:which|what)\b[^.!?]{0,40}\b(?:tools?|servers?|connectors?|integrations?|do i use|should i use|can i use)\b|^(?:please )?(?:suggest|choose|pick|recommend|select|name|find|tell me|let me know)\b[^.!?]{0,40}\b(?:tools?|servers?|exactly one|fits? best)\b/iu
const roleOfReader = /^you(?:['’]re| are) (?:an?|the|my|our|routing|working)\b/iu
const formOfAnswer =
  /^(?:please )?(?:return|output|respond|reply|answer|format|present|give|provide)\b[^.!?\n]{0,80}\b(?:json|csv|yaml|xml|markdown|html|plain text|table|bullet(?:ed|s| points)?|array|object|schema|fields?|only)\b[^.!?\n]{0,60}[.!]?$/iu
const courtesy = /^(?:thanks?(?: you)?|many thanks|kind regards|best regards|regards|cheers|hi|hello|dear)\b[^.!?\n]{0,40}[.,!]?$/iu

/** The text without sentences that speak of the one who asks, of the search for a tool or of the form of the answer. */
export function withoutMetaSentences(text: string, namesProduct: NamesProduct): string {
  const sentences = segmentsOf(text)
  // In a text that is given to be worked on, nobody speaks to the router.
  if (sentences.length < 2 || withoutGivenText(text) !== text) return text
  const isMeta = (sentence: string) => {
    const told = sentence.trim()
    if (formOfAnswer.test(told) || asksForTool.test(told)) return !namesProduct(told)
    if (roleOfReader.test(told) || courtesy.test(told)) return true
    return aboutTask.test(told) && !readsAsTask(told) && !endsInTask(told) && !namesProduct(told)
  }
  const kept = sentences.filter((sentence) => !isMeta(sentence))
  if (kept.length === sentences.length || !kept.some((sentence) => readsAsTask(sentence) || endsInTask(sentence))) return text
  return kept.join('').trim()
}

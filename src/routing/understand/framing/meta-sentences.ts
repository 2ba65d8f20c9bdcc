import { withoutGivenText } from '../given-text.ts'
import { isRequest } from '../steps/requests.ts'
import { readsAsTask } from '../task-like.ts'
import type { NamesProduct } from '../types.ts'
import { segmentsOf } from '../words/sentences.ts'
import { isFrameTalk } from './frame-words.ts'
import { endsInTask } from './lead-in.ts'

const roleOfReader = /^you(?:['’]re| are) (?:an?|the|my|our|routing|working)\b/iu
const formOfAnswer =
  /^(?:please )?(?:return|output|respond|reply|answer|format|present|give|provide)\b[^.!?\n]{0,80}\b(?:json|csv|yaml|xml|markdown|html|plain text|table|bullet(?:ed|s| points)?|array|object|schema|fields?|only)\b[^.!?\n]{0,60}[.!]?$/iu
const thanks =
  'thanks?(?: you)?|thx|many thanks|much appreciated|cheers|kind regards|best regards|regards|(?:vielen |besten |herzlichen )?dank(?:e|eschön)?|merci|(?:muchas |mil )?gracias|(?:muito )?obrigad[oa]|grazie|(?:hartelijk |heel erg )?bedankt|dank je|dziękuję|dzięki|teşekkür(?:ler| ederim)|tack|tak|kiitos|спасибо|cảm ơn|terima kasih'
const courtesy = new RegExp(String.raw`^[¡]?(?:${thanks}|hi|hello|dear)(?!\p{L})[^.!?\n]{0,60}[.,!]*$`, 'iu')
const asksForTool =
  /\b(?:which|what)\b|^(?:please )?(?:suggest|choose|pick|recommend|select|name|find|tell me|let me know|would you let)\b/iu

/** The text without sentences that speak of the one who asks, of the search for a tool or of the form of the answer. */
export function withoutMetaSentences(text: string, namesProduct: NamesProduct): string {
  const sentences = segmentsOf(text)
  // In a text that is given to be worked on, nobody speaks to the router.
  if (sentences.length < 2 || withoutGivenText(text) !== text) return text
  const kept = sentences.filter((sentence) => !isMeta(sentence.trim(), namesProduct))
  if (kept.length === sentences.length || !kept.some(holdsTask)) return text
  return kept.join('').trim()
}

const holdsTask = (sentence: string) => readsAsTask(sentence) || isRequest(sentence.trim()) || endsInTask(sentence)

function isMeta(sentence: string, namesProduct: NamesProduct): boolean {
  if (roleOfReader.test(sentence) || courtesy.test(sentence)) return true
  if (formOfAnswer.test(sentence)) return !namesProduct(sentence)
  if (!isFrameTalk(sentence) || endsInTask(sentence) || namesProduct(sentence)) return false
  return !readsAsTask(sentence) || asksForTool.test(sentence)
}

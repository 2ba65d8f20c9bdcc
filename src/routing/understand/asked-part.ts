import { isRequest } from './steps/requests.ts'
import { readsAsTask } from './task-like.ts'
import { joinedSegments, segmentsOf } from './words/sentences.ts'

// The reader sees the beginning and the end of a longer text.
const mostWordsRead = 30

const asks = (sentence: string) => readsAsTask(sentence) || isRequest(sentence) || sentence.endsWith('?')

/** "I run a small bakery and we are short of staff." tells why something is asked, unless it holds figures to work with. */
const tellsWhy = (sentence: string) => /[.!]$/.test(sentence) && !asks(sentence) && !/\d/.test(sentence)

/** A text without the sentences that only tell why. */
export function withoutReasons(text: string): string {
  const sentences = segmentsOf(text)
  const left = sentences.filter((sentence) => !tellsWhy(sentence.trim()))
  return left.some((sentence) => asks(sentence.trim())) ? joinedSegments(left) : text
}

/** The same of a text that is too long to be read closely. */
export const askedPart = (text: string) => (text.split(/\s+/).length > mostWordsRead ? withoutReasons(text) : text)

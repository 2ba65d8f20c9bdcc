import stored from '../../../data/weights-understand/asides.json' with { type: 'json' }
import { withoutGivenText } from './given-text.ts'
import { asideFeatureCount, asideFeatures } from './linear/aside-features.ts'
import { scores } from './linear/linear-model.ts'
import { unpackModel } from './linear/weights-format.ts'
import { joinedSegments, segmentsOf } from './words/sentences.ts'

const model = unpackModel(stored, asideFeatureCount)

// Shorter tasks hold little besides what is asked.
const fewestWords = 20
/** Log odds from which a sentence is left out. */
export const surelyAside = 1
/** A text of which this share is quoted is mostly material to work on, of which nothing may be left out. */
const mostGiven = 0.3

/** A text without the sentences that whoever picks a tool can do without: who asks and why, what happened before, thanks. */
export function withoutAsides(text: string): string {
  const words = wordsIn(text)
  if (words < fewestWords) return text
  const sentences = segmentsOf(text)
  if (sentences.length < 2 || wordsIn(withoutGivenText(text)) < (1 - mostGiven) * words) return text
  const odds = sentences.map((sentence, at) => (holdsQuotation(sentence) ? 0 : scores(model, asideFeatures(sentences, at))[0]!))
  const least = Math.min(...odds)
  const left = sentences.filter((_, at) => odds[at]! <= surelyAside || odds[at] === least)
  return left.length < sentences.length ? joinedSegments(left) : text
}

const wordsIn = (text: string) => text.match(/\p{L}+/gu)?.length ?? 0

/** Only one end of it may stand in the sentence. */
const holdsQuotation = (sentence: string) => /["“”«»„「」]/.test(sentence)

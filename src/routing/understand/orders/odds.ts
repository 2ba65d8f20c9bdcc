import stored from '../../../../data/weights-understand/router-orders.json' with { type: 'json' }
import { featureCount, sentenceFeatures } from '../linear/features.ts'
import { scores } from '../linear/linear-model.ts'
import { denseFeatures, denseValues, meaningWidth } from '../linear/meaning-features.ts'
import { unpackModel } from '../linear/weights-format.ts'
import type { Reader } from '../reader/reader.ts'

const byWords = unpackModel(stored.by_words, featureCount)
const closely = unpackModel(stored.closely, meaningWidth)

/** The log odds that a sentence gives orders to the router, by its words alone. */
export const orderOdds = (sentence: string) => scores(byWords, sentenceFeatures(sentence))[0]!

/** The same by the reader, in the context of the rest of the text. Null where it cannot read the sentence. */
export function closeOrderOdds(sentence: string, rest: string, reader: Reader): number | null {
  const meaning = reader.meaningBeside(sentence, rest)
  return meaning && scores(closely, denseFeatures(denseValues(meaning)))[0]!
}

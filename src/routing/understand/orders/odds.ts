import stored from '../../../../data/weights-understand/router-orders.json' with { type: 'json' }
import { featureCount, sentenceFeatures } from '../features.ts'
import { scores } from '../linear-model.ts'
import { denseFeatures, denseValues, meaningWidth } from '../meaning-features.ts'
import type { Reader } from '../reader/reader.ts'
import { unpackModel } from '../weights-format.ts'

const byWords = unpackModel(stored.by_words, featureCount)
const closely = unpackModel(stored.closely, meaningWidth)

/** The log odds that a sentence gives orders to the router, by its words alone. */
export const orderOdds = (sentence: string) => scores(byWords, sentenceFeatures(sentence))[0]!

/** The same by the reader, in the context of the rest of the text. Null where it cannot read the sentence. */
export function closeOrderOdds(sentence: string, rest: string, reader: Reader): number | null {
  const meaning = reader.meaningBeside(sentence, rest)
  return meaning && scores(closely, denseFeatures(denseValues(meaning)))[0]!
}

import stored from '../../../../data/weights-understand/product-pair.json' with { type: 'json' }
import { type Features, hashFeature } from '../linear/feature-hash.ts'
import { scores } from '../linear/linear-model.ts'
import { denseValues, meaningWidth } from '../linear/meaning-features.ts'
import { unpackModel } from '../linear/weights-format.ts'
import type { Reader } from '../reader/reader.ts'
import { withoutLastMark } from '../second-look.ts'
import { isMeant, type PairReading, type ProductMention, type ProductPair } from '../types.ts'
import { tokenise } from '../words/tokens.ts'
import { roleOf, topicOdds } from './mention-roles.ts'

const wordBuckets = 4096
/** The meanings of both names and of the whole text, what the linear model said of each, and the words around them. */
export const pairFeatureCount = 3 * meaningWidth + 2 + wordBuckets
const model = unpackModel(stored, pairFeatureCount)

// Everyday words that may be a product's name make no pair with another.
const surelyNamed = 0.9

/** The two products that a text names, if it names two that no server has in common. */
export function pairOf(text: string, products: readonly ProductMention[]): ProductPair | null {
  const isPartOfName = ({ end }: ProductMention) => text[end] === '-'
  const isNamed = (product: ProductMention) => isMeant(product) && product.certainty >= surelyNamed && !isPartOfName(product)
  const named = products.filter((product) => isNamed(product) && product.slugs.length > 0)
  const [first] = named
  const second = named.find(({ slugs }) => !slugs.some((slug) => first?.slugs.includes(slug)))
  const isThird = ({ slugs }: ProductMention) => !slugs.some((slug) => first?.slugs.includes(slug) || second?.slugs.includes(slug))
  return first && second && !named.some(isThird) ? [first, second] : null
}

/** What the reader and the words around them say about two products; null for a text that it cannot read. */
export function readPair(text: string, pair: ProductPair, reader: Reader): PairReading | null {
  const features = pairFeatures(text, pair, reader)
  if (!features) return null
  const [both = 0, reversed = 0] = scores(model, features)
  return { pair, both, reversed }
}

/**
 * Settles the role of each product as the pair was read: both are worked in, or the likelier topic of the two is one. The other is one
 * only where it is surely talked about itself: "compare Asana and Trello".
 */
export function withPairRoles(products: readonly ProductMention[], { pair, both }: PairReading): ProductMention[] {
  const [first, second] = pair
  const topic = first.topicShare > second.topicShare ? first : second
  const isOf = (product: ProductMention, { slugs }: ProductMention) => product.slugs.some((slug) => slugs.includes(slug))
  return products.map((product) => {
    if (!isMeant(product) || !pair.some((one) => isOf(product, one))) return product
    if (both >= 0) return { ...product, role: 'place' }
    return { ...product, role: isOf(product, topic) ? 'topic' : roleOf(product.topicShare) }
  })
}

export function pairFeatures(text: string, pair: ProductPair, reader: Reader): Features | null {
  const [first, second] = reader.meaningsIn(withoutLastMark(text), pair)
  if (!first || !second) return null
  const dense = [...denseValues(first), ...denseValues(second).subarray(0, meaningWidth), ...pair.map(topicOdds)]
  const words = [...new Set(wordsAround(text, pair).map((word) => dense.length + (hashFeature(`2:${word}`) % wordBuckets)))]
  const values = Float32Array.from([...dense, ...words.map(() => 1 / Math.sqrt(words.length))])
  return { indices: Int32Array.from([...dense.keys(), ...words]), values }
}

function wordsAround(text: string, [first, second]: ProductPair): string[] {
  const tokens = tokenise(text)
  const before = tokens.filter(({ end }) => end <= first.start)
  const between = tokens.filter(({ start, end }) => start >= first.end && end <= second.start)
  const after = tokens.filter(({ start }) => start >= second.end)
  const told = (place: string, words: typeof tokens) => [
    `${place} begins ${words.at(0)?.norm}`,
    `${place} ends ${words.at(-1)?.norm}`,
    ...words.map(({ norm }) => `${place} ${norm}`),
  ]
  return [...told('before', before), ...told('between', between), ...told('after', after)]
}

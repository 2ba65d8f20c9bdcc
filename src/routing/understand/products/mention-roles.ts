import stored from '../../../../data/weights-understand/mention-roles.json' with { type: 'json' }
import { sigmoid } from '../../logistic.ts'
import type { Features } from '../linear/feature-hash.ts'
import { scores } from '../linear/linear-model.ts'
import { denseFeatures, denseValues, meaningWidth } from '../linear/meaning-features.ts'
import { unpackModel } from '../linear/weights-format.ts'
import type { Reader } from '../reader/reader.ts'
import { withoutLastMark } from '../second-look.ts'
import { isMeant, type ProductMention, type ProductRole } from '../types.ts'

/** The reader's meaning of the name and of the whole text, then what the linear model said. */
export const roleFeatureCount = 2 * meaningWidth + 1
const model = unpackModel(stored, roleFeatureCount)

// Taking a product for a mere topic by mistake costs more than the opposite mistake.
const surelyTopic = 0.75
// Beyond these the linear model is as good as with the reader, so a closer look is not worth its time.
const doubt = { from: 0.15, to: surelyTopic }

export const roleOf = (topicShare: number): Exclude<ProductRole, 'ruled_out'> => (topicShare > surelyTopic ? 'topic' : 'place')

const leastShare = 0.001
const oddsValue = 0.3

/** The log odds that a product is only talked about, as large as the other features of models that read them. */
export function topicOdds({ topicShare }: Pick<ProductMention, 'topicShare'>): number {
  const share = Math.min(1 - leastShare, Math.max(leastShare, topicShare))
  return oddsValue * Math.log(share / (1 - share))
}

export function roleFeatures(meaning: Float32Array, mention: Pick<ProductMention, 'topicShare'>): Features {
  return denseFeatures(Float32Array.from([...denseValues(meaning), topicOdds(mention)]))
}

/** Whether the first impression leaves open which products are worked in. */
export const areRolesInDoubt = (products: readonly ProductMention[]) => products.some((product) => isListed(product) && isInDoubt(product))

/** Adds what the reader says to the first impression of whether products are worked in or only talked about. */
export function withCloserRoles(text: string, products: readonly ProductMention[], reader: Reader): ProductMention[] {
  const asked = products.filter(isListed)
  const meanings = reader.meaningsIn(withoutLastMark(text), asked)
  return products.map((product) => {
    const meaning = meanings[asked.indexOf(product)]
    if (!meaning) return product
    const topicShare = sigmoid(scores(model, roleFeatures(meaning, product))[0]!)
    return { ...product, topicShare, role: roleOf(topicShare) }
  })
}

const isListed = (product: ProductMention) => isMeant(product) && product.slugs.length > 0
const isInDoubt = ({ topicShare }: ProductMention) => topicShare > doubt.from && topicShare <= doubt.to

import type { Reader } from '../reader/reader.ts'
import { splitClauses } from '../steps/clauses.ts'
import { leadsToPlace } from '../steps/places.ts'
import { leadingVerb } from '../steps/steps.ts'
import type { PairReading, ProductMention } from '../types.ts'
import { isDoingVerb } from '../words/action-verbs.ts'
import { areRolesInDoubt, withCloserRoles } from './mention-roles.ts'
import { pairOf, readPair, withPairRoles } from './product-pair.ts'

type Named = { text: string; products: ProductMention[]; language: string }
export type SettledRoles = { products: ProductMention[]; pair: PairReading | null }

/**
 * In which of the products that a text of one clause names the work is done, by a closer look where the first impression leaves a doubt. The
 * reader knows too little of other languages for that.
 */
export function settleRoles({ text, products, language }: Named, reader: Reader): SettledRoles {
  const unchanged = { products, pair: null }
  if (products.length === 0 || language !== 'en' || splitClauses(text).length > 1) return unchanged
  const isPair = pairOf(text, products) !== null
  if (!isPair && !areRolesInDoubt(products)) return unchanged
  const closer = withPlaceTold(text, withCloserRoles(text, products, reader))
  const pair = isPair ? pairOf(text, closer) : null
  const read = pair && readPair(text, pair, reader)
  return read ? { products: withPairRoles(closer, read), pair: read } : { products: closer, pair: null }
}

// A surer impression stands, wherever the name does.
const surelyTopicAtEnd = 0.9

/** "Deploy a web app to Azure": what an order ends with is where it is done. */
function withPlaceTold(text: string, products: readonly ProductMention[]): ProductMention[] {
  const [only, ...others] = products
  if (!only || others.length > 0 || only.role !== 'topic' || only.topicShare > surelyTopicAtEnd) return [...products]
  const isAtEnd = /^[\s.!]*$/.test(text.slice(only.end)) && leadsToPlace.test(text.slice(0, only.start))
  return isAtEnd && isDoingVerb(leadingVerb(text) ?? '') ? [{ ...only, role: 'place' }] : [only]
}

import { hashOn, hashStart } from '../../../retrieval/text-hash.ts'

/** What a linear model reads: which features a text has, and how much of each. */
export type Features = { indices: Int32Array; values: Float32Array }

export const featureBits = 16
const featureMask = (1 << featureBits) - 1

export function fold(hash: number): number {
  return (hash ^ (hash >>> 15)) & featureMask
}

/** Folded to the table size. */
export function hashFeature(text: string): number {
  return fold(hashOn(hashStart, text))
}

import { hashOn, hashStart } from '../../../retrieval/text-hash.ts'

/** What a linear model reads: which features a text has, and how much of each. */
export type Features = { indices: Int32Array; values: Float32Array }

export const featureBits = 16
const featureMask = (1 << featureBits) - 1

function fold(hash: number): number {
  return (hash ^ (hash >>> 15)) & featureMask
}

/** Features by their folded hashes, each once and in the order in which they come. A set of numbers takes several times as long. */
export function createGathering() {
  const indices: number[] = []
  const marks = new Uint32Array(1 << (featureBits - 5))
  function add(hash: number): void {
    const index = fold(hash)
    const bit = 1 << (index & 31)
    if (marks[index >> 5]! & bit) return
    marks[index >> 5]! |= bit
    indices.push(index)
  }
  return { indices, add }
}

/** Folded to the table size. */
export function hashFeature(text: string): number {
  return fold(hashOn(hashStart, text))
}

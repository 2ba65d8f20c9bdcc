/** What a linear model reads: which features a text has, and how much of each. */
export type Features = { indices: Int32Array; values: Float32Array }

export const featureBits = 16
const featureMask = (1 << featureBits) - 1

export const hashStart = 0x811c9dc5

export function hashOn(hash: number, text: string, from = 0, to = text.length): number {
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

export function fold(hash: number): number {
  return (hash ^ (hash >>> 15)) & featureMask
}

/** FNV-1a, folded to the table size. */
export function hashFeature(text: string): number {
  return fold(hashOn(hashStart, text))
}

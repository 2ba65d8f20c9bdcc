import { vectorDimensions } from './encoder.ts'

export const signBytes = vectorDimensions / 8
/** Dimensions of the query below this many times their root mean square are ignored. */
const countedFrom = 0.6

/**
 * The vector rotated by a Walsh-Hadamard transform, so that no dimension is much larger than the others. Only signs are compared
 * later, and a sign cannot show that its dimension is a large one.
 */
export function evenedOut(vector: Int8Array): Int32Array {
  const turned = Int32Array.from(vector)
  for (let half = 1; half < vectorDimensions; half *= 2) {
    for (let from = 0; from < vectorDimensions; from += 2 * half) {
      for (let at = from; at < from + half; at++) {
        const [a, b] = [turned[at]!, turned[at + half]!]
        turned[at] = a + b
        turned[at + half] = a - b
      }
    }
  }
  return turned
}

function bitsWhere(vector: Int32Array, isSet: (value: number) => boolean): Uint8Array {
  const bits = new Uint8Array(signBytes)
  for (let at = 0; at < vectorDimensions; at++) if (isSet(vector[at]!)) bits[at >> 3]! |= 1 << (at & 7)
  return bits
}

/** One bit for each dimension: whether it is positive. */
export const signsOf = (vector: Int32Array) => bitsWhere(vector, (value) => value > 0)

/** The dimensions that count: where a query is close to zero, the sign of a row says nothing. */
export function countedOf(query: Int32Array): Uint8Array {
  let squares = 0
  for (const value of query) squares += value * value
  const least = countedFrom * Math.sqrt(squares / vectorDimensions)
  return bitsWhere(query, (value) => Math.abs(value) > least)
}

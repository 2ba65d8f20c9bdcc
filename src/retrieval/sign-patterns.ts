import { vectorDimensions } from './encoder.ts'

/** A rough copy of a vector: one bit for each dimension. */
export const patternBytes = vectorDimensions / 8
/** Patterns are stored for sixteen rows side by side, so that one instruction reads half a byte of each. */
export const rowsAbreast = 16
const dimensionsOfHalf = 4
const valuesOfHalf = 1 << dimensionsOfHalf
export const tableBytes = 2 * patternBytes * valuesOfHalf
/** What a row that agrees with the query everywhere scores. */
const mostAgreement = 255

/**
 * The vector rotated by a Walsh-Hadamard transform, so that no dimension is much larger than the others: a bit cannot show that its
 * dimension is a large one.
 */
function evenedOut(vector: Int8Array): Int32Array {
  const turned = new Int32Array(vector)
  for (let half = 1; half < vectorDimensions; half *= 2) {
    for (let from = 0; from < vectorDimensions; from += 2 * half) {
      for (let at = from; at < from + half; at++) {
        const a = turned[at]!
        const b = turned[at + half]!
        turned[at] = a + b
        turned[at + half] = a - b
      }
    }
  }
  return turned
}

/** One bit for each dimension: whether it is positive. */
export function patternOf(vector: Int8Array): Uint8Array {
  const even = evenedOut(vector)
  const bits = new Uint8Array(patternBytes)
  for (let at = 0; at < vectorDimensions; at++) if (even[at]! > 0) bits[at >> 3]! |= 1 << (at & 7)
  return bits
}

/**
 * For each half byte of a pattern, what each of its sixteen values adds to a row's agreement with the query: the size of the query's
 * dimensions whose signs are the same.
 */
export function agreementTables(query: Int8Array): Uint8Array {
  const even = evenedOut(query)
  let size = 0
  for (let at = 0; at < vectorDimensions; at++) size += Math.abs(even[at]!)
  const unit = mostAgreement / (size || 1)
  const tables = new Uint8Array(tableBytes)
  const sums = new Float64Array(valuesOfHalf)
  for (let first = 0; first < vectorDimensions; first += dimensionsOfHalf) {
    let ofNone = 0
    for (let at = first; at < first + dimensionsOfHalf; at++) ofNone += unit * Math.max(0, -even[at]!)
    sums[0] = ofNone
    for (let bit = 0; bit < dimensionsOfHalf; bit++) {
      const more = unit * even[first + bit]!
      for (let value = 0; value < 1 << bit; value++) sums[(1 << bit) + value] = sums[value]! + more
    }
    for (let value = 0; value < valuesOfHalf; value++) tables[(first / dimensionsOfHalf) * valuesOfHalf + value] = Math.round(sums[value]!)
  }
  return tables
}

import { vectorDimensions } from './encoder.ts'

/** A rough copy of a vector: one bit for each dimension. */
export const patternBytes = vectorDimensions / 8
/** Patterns are stored for sixteen rows side by side, so that one instruction reads half a byte of each. */
export const rowsAbreast = 16
const valuesOfHalf = 16
export const tableBytes = 2 * patternBytes * valuesOfHalf
/** What a row that agrees with the query everywhere scores. */
const mostAgreement = 255

/**
 * The vector rotated by a Walsh-Hadamard transform, so that no dimension is much larger than the others: a bit cannot show that its
 * dimension is a large one.
 */
function evenedOut(vector: Int8Array): Int32Array {
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
  const unit = mostAgreement / (even.reduce((sum, value) => sum + Math.abs(value), 0) || 1)
  const tables = new Uint8Array(tableBytes)
  const sums = new Float64Array(valuesOfHalf)
  for (let half = 0; half < 2 * patternBytes; half++) {
    const dimensions = even.subarray(4 * half, 4 * half + 4)
    sums[0] = dimensions.reduce((sum, value) => sum + unit * Math.max(0, -value), 0)
    for (let value = 1; value < valuesOfHalf; value++) {
      const highest = 31 - Math.clz32(value)
      sums[value] = sums[value ^ (1 << highest)]! + unit * dimensions[highest]!
    }
    for (let value = 0; value < valuesOfHalf; value++) tables[half * valuesOfHalf + value] = Math.round(sums[value]!)
  }
  return tables
}

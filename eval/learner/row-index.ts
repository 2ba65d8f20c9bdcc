// Which rows hold a dimension, and with what value: comparing a new row with all of them then touches only what they share.
import { type SparseRow, sparseDimensions } from './text-features.ts'

/** Adds to each row's place in `sums` its product with the given row, times the weight. */
type AddProducts = (row: SparseRow, weight: number, sums: Float64Array) => void

export function indexRows(rows: readonly SparseRow[]): AddProducts {
  const starts = new Int32Array(sparseDimensions + 1)
  for (const row of rows) for (const index of row.indices) starts[index + 1]! += 1
  for (let index = 0; index < sparseDimensions; index++) starts[index + 1]! += starts[index]!
  const free = starts.slice()
  const holders = new Int32Array(starts[sparseDimensions]!)
  const values = new Float64Array(holders.length)
  rows.forEach((row, holder) => {
    row.indices.forEach((index, at) => {
      holders[free[index]!] = holder
      values[free[index]!++] = row.values[at]!
    })
  })
  return (row, weight, sums) => {
    for (let at = 0; at < row.indices.length; at++) {
      const index = row.indices[at]!
      const factor = weight * row.values[at]!
      for (let entry = starts[index]!; entry < starts[index + 1]!; entry++) sums[holders[entry]!]! += factor * values[entry]!
    }
  }
}

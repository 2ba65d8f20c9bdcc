// The few directions in which the words of many texts vary together (latent semantic analysis), found by subspace iteration.
import { type SparseRow, sparseDimensions } from './text-features.ts'
import { toUnit } from './unit-vector.ts'

const topics = 64
const rounds = 3

// A fixed mixing of the position stands in for chance, so that the same texts always give the same space.
function signOf(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 16), 0x45d9f3b)
  return ((mixed ^ (mixed >>> 13)) & 1) === 0 ? 1 : -1
}

function orthonormalise(columns: Float64Array[]): void {
  columns.forEach((column, at) => {
    for (const earlier of columns.slice(0, at)) {
      let dot = 0
      for (let i = 0; i < column.length; i++) dot += column[i]! * earlier[i]!
      for (let i = 0; i < column.length; i++) column[i]! -= dot * earlier[i]!
    }
    const norm = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0)) || 1
    for (let i = 0; i < column.length; i++) column[i]! /= norm
  })
}

type TopicSpace = {
  columnOf: Int32Array
  basis: Float64Array[]
}

// Only what occurs in several texts can say what they have in common; leaving the rest out keeps the space small.
function numberColumns(rows: readonly SparseRow[]): { columnOf: Int32Array; width: number } {
  const seen = new Int32Array(sparseDimensions)
  for (const row of rows) for (const index of row.indices) seen[index]! += 1
  let width = 0
  const columnOf = seen.map((times) => (times >= 3 ? width++ : -1))
  return { columnOf, width }
}

function narrow(row: SparseRow, columnOf: Int32Array): SparseRow {
  const kept = [...row.indices.keys()].filter((at) => columnOf[row.indices[at]!]! >= 0)
  return { indices: Int32Array.from(kept, (at) => columnOf[row.indices[at]!]!), values: Float64Array.from(kept, (at) => row.values[at]!) }
}

export function learnTopics(wideRows: readonly SparseRow[]): TopicSpace {
  const { columnOf, width } = numberColumns(wideRows)
  const rows = wideRows.map((row) => narrow(row, columnOf))
  let basis = Array.from({ length: topics }, (_, topic) => Float64Array.from({ length: width }, (_, at) => signOf(at * topics + topic)))
  for (let round = 0; round < rounds; round++) {
    const scores = basis.map((direction) => Float64Array.from(rows, (row) => dotSparse(row, direction)))
    orthonormalise(scores)
    basis = scores.map((score) => {
      const direction = new Float64Array(width)
      for (const [at, row] of rows.entries()) addScaled(direction, row, score[at]!)
      return direction
    })
    orthonormalise(basis)
  }
  return { columnOf, basis }
}

function dotSparse(row: SparseRow, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < row.indices.length; at++) sum += row.values[at]! * weights[row.indices[at]!]!
  return sum
}

function addScaled(target: Float64Array, row: SparseRow, scale: number): void {
  for (let at = 0; at < row.indices.length; at++) target[row.indices[at]!]! += scale * row.values[at]!
}

export function placeInTopics(row: SparseRow, { columnOf, basis }: TopicSpace): Float64Array {
  const kept = narrow(row, columnOf)
  return toUnit(Float64Array.from(basis, (direction) => dotSparse(kept, direction)))
}

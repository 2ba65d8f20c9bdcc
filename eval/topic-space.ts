// The few directions in which the words of many texts vary together (latent semantic analysis), found by subspace iteration.
import { SPARSE_DIMENSIONS, type SparseRow } from './text-features.ts'

export const TOPICS = 64
const ROUNDS = 3

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

export function learnTopics(rows: readonly SparseRow[]): Float64Array[] {
  let basis = Array.from({ length: TOPICS }, (_, topic) =>
    Float64Array.from({ length: SPARSE_DIMENSIONS }, (_, at) => signOf(at * TOPICS + topic)),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const scores = basis.map((direction) => Float64Array.from(rows, (row) => dotSparse(row, direction)))
    orthonormalise(scores)
    basis = scores.map((score) => {
      const direction = new Float64Array(SPARSE_DIMENSIONS)
      for (const [at, row] of rows.entries()) addScaled(direction, row, score[at]!)
      return direction
    })
    orthonormalise(basis)
  }
  return basis
}

export function dotSparse(row: SparseRow, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < row.indices.length; at++) sum += row.values[at]! * weights[row.indices[at]!]!
  return sum
}

export function addScaled(target: Float64Array, row: SparseRow, scale: number): void {
  for (let at = 0; at < row.indices.length; at++) target[row.indices[at]!]! += scale * row.values[at]!
}

export function placeInTopics(row: SparseRow, basis: readonly Float64Array[]): Float64Array {
  const place = Float64Array.from(basis, (direction) => dotSparse(row, direction))
  const norm = Math.sqrt(place.reduce((sum, value) => sum + value * value, 0)) || 1
  return place.map((value) => value / norm)
}

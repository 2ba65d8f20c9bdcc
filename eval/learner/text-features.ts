// Text → sparse rows of hashed word and character n-grams.
import { hashOn, hashStart } from '../../src/retrieval/text-hash.ts'
import { toUnit } from './unit-vector.ts'

export type SparseRow = {
  indices: Int32Array
  values: Float64Array
}

export const sparseDimensions = 1 << 17

const token = /[a-z]+|\d+|[^\sa-z\d]/g

function hashText(text: string, seed: number): number {
  let hash = hashOn(hashStart ^ seed, text)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % sparseDimensions
}

function countsToRow(counts: Map<number, number>): SparseRow {
  const indices = Int32Array.from(counts.keys()).sort()
  return { indices, values: Float64Array.from(indices, (index) => 1 + Math.log(counts.get(index)!)) }
}

const add = (counts: Map<number, number>, index: number) => counts.set(index, (counts.get(index) ?? 0) + 1)

export function wordRow(text: string): SparseRow {
  // Numbers are kept as their number of digits: the amount is noise, its size is not.
  const words = (text.toLowerCase().match(token) ?? []).map((word) => (/^\d/.test(word) ? '#'.repeat(Math.min(word.length, 5)) : word))
  const counts = new Map<number, number>()
  words.forEach((word, at) => {
    add(counts, hashText(word, 1))
    if (at > 0) add(counts, hashText(`${words[at - 1]} ${word}`, 2))
  })
  return countsToRow(counts)
}

export function characterRow(text: string): SparseRow {
  const line = ` ${text.toLowerCase().replace(/\d/g, '0').replace(/\s+/g, ' ')} `
  const counts = new Map<number, number>()
  for (const size of [3, 4, 5]) for (let at = 0; at + size <= line.length; at++) add(counts, hashText(line.slice(at, at + size), size))
  return countsToRow(counts)
}

export function inverseDocumentFrequencies(rows: readonly SparseRow[]): Float64Array {
  const seen = new Float64Array(sparseDimensions)
  for (const row of rows) for (const index of row.indices) seen[index]! += 1
  return seen.map((times) => Math.log((1 + rows.length) / (1 + times)) + 1)
}

export function weighRow(row: SparseRow, idf: Float64Array): SparseRow {
  return { indices: row.indices, values: toUnit(row.values.map((value, at) => value * idf[row.indices[at]!]!)) }
}

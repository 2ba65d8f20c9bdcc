// Text → sparse word and character n-grams (hashed), and a short dense row that says how long, numeric and involved a prompt is.

export interface SparseRow {
  indices: Int32Array
  values: Float64Array
}

export const SPARSE_DIMENSIONS = 1 << 17

const TOKEN = /[a-z]+|\d+|[^\sa-z\d]/g

function hashText(text: string, seed: number): number {
  let hash = 2166136261 ^ seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % SPARSE_DIMENSIONS
}

function countsToRow(counts: Map<number, number>): SparseRow {
  const indices = Int32Array.from(counts.keys()).sort()
  return { indices, values: Float64Array.from(indices, (index) => 1 + Math.log(counts.get(index)!)) }
}

const add = (counts: Map<number, number>, index: number) => counts.set(index, (counts.get(index) ?? 0) + 1)

export function wordRow(text: string): SparseRow {
  // Numbers are kept as their number of digits: the amount is noise, its size is not.
  const words = (text.toLowerCase().match(TOKEN) ?? []).map((word) => (/^\d/.test(word) ? '#'.repeat(Math.min(word.length, 5)) : word))
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

const RELATION_WORDS = new Set(['each', 'every', 'per', 'times', 'twice', 'half', 'more', 'less', 'than', 'remaining', 'total', 'if'])
const NEGATIONS = new Set(['not', 'except', 'never', 'false', 'incorrect'])
const log1p = Math.log1p
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const flag = (holds: boolean): number => (holds ? 1 : 0)

export function denseRow(text: string): number[] {
  const words = text.toLowerCase().match(TOKEN) ?? []
  const letters = words.filter((word) => /^[a-z]/.test(word))
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
  const lines = text.split('\n')
  const optionLengths = lines.filter((line) => /^[A-J][.)] /.test(line)).map((line) => line.length)
  const meanOption = mean(optionLengths)
  return [
    log1p(text.length),
    log1p(words.length),
    numbers.length / (1 + words.length),
    log1p(numbers.length),
    log1p(new Set(numbers).size),
    log1p(Math.max(0, ...numbers.slice(0, 50).map(Number))),
    flag(text.includes('%')),
    flag(text.includes('$')),
    flag(text.includes('/')),
    flag(numbers.some((number) => number.includes('.'))),
    log1p(text.split(/[.!?]\s/).length),
    log1p(lines.length),
    log1p(meanOption),
    Math.sqrt(mean(optionLengths.map((length) => (length - meanOption) ** 2))) / 50,
    mean(letters.map((word) => word.length)),
    new Set(letters).size / (1 + letters.length),
    count(text, /\p{Lu}/gu) / (1 + text.length),
    count(text, /[^\p{L}\p{N}\s]/gu) / (1 + text.length),
    log1p(count(text, /\?/g)),
    log1p(words.filter((word) => RELATION_WORDS.has(word)).length),
    flag(words.some((word) => NEGATIONS.has(word))),
    log1p(count(text, /[=^\\_{}<>+*]/g)),
    flag(text.includes('```') || text.includes('def ')),
  ]
}

export function inverseDocumentFrequencies(rows: readonly SparseRow[]): Float64Array {
  const seen = new Float64Array(SPARSE_DIMENSIONS)
  for (const row of rows) for (const index of row.indices) seen[index]! += 1
  return seen.map((times) => Math.log((1 + rows.length) / (1 + times)) + 1)
}

export function weighRow(row: SparseRow, idf: Float64Array): SparseRow {
  const values = row.values.map((value, at) => value * idf[row.indices[at]!]!)
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1
  return { indices: row.indices, values: values.map((value) => value / norm) }
}

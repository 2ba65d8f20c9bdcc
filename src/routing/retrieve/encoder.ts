import { tokenIds, type Vocabulary } from './vocabulary.ts'
import { SELF_PRAISE, STOP_WORDS } from './words.ts'

export const DIMENSIONS = 256

/** One int8 vector per token; its scale turns it back into numbers. */
export type TokenTable = { vocabulary: Vocabulary; rows: Int8Array; scales: Float32Array }

export type Encoder = {
  vocabulary: Vocabulary
  /** The unit vector of a text times 127; all zero when no token of it is known. */
  encode: (text: string) => Int8Array
  /** How much a word says, against the average word: about 0 for "please", above 1 for a rare noun. */
  importance: (word: string) => number
}

export function createEncoder({ vocabulary, rows, scales }: TokenTable): Encoder {
  const norms = new Float32Array(vocabulary.size)
  let total = 0
  for (let id = 0; id < vocabulary.size; id++) {
    let square = 0
    for (let at = id * DIMENSIONS; at < (id + 1) * DIMENSIONS; at++) square += rows[at]! * rows[at]!
    norms[id] = Math.sqrt(square) * scales[id]!
    total += norms[id]!
  }
  const meanNorm = total / Math.max(1, vocabulary.size)
  const praise = new Set([...SELF_PRAISE].map((word) => vocabulary.idOf(word)))

  function encode(text: string): Int8Array {
    const sum = new Float32Array(DIMENSIONS)
    for (const id of tokenIds(vocabulary, text)) {
      if (praise.has(id)) continue
      const scale = scales[id]!
      const from = id * DIMENSIONS
      for (let at = 0; at < DIMENSIONS; at++) sum[at] = sum[at]! + rows[from + at]! * scale
    }
    return toUnitInt8(sum)
  }

  function importance(word: string): number {
    if (STOP_WORDS.has(word)) return 0
    const id = vocabulary.idOf(word)
    return id === undefined ? 1 : norms[id]! / meanNorm
  }

  return { vocabulary, encode, importance }
}

function toUnitInt8(sum: Float32Array): Int8Array {
  let square = 0
  for (const value of sum) square += value * value
  const vector = new Int8Array(DIMENSIONS)
  if (square < 1e-12) return vector
  const factor = 127 / Math.sqrt(square)
  for (let at = 0; at < DIMENSIONS; at++) vector[at] = Math.round(sum[at]! * factor)
  return vector
}

import { tokenIds, type Vocabulary } from './vocabulary.ts'
import { selfPraise } from './words.ts'

export const vectorDimensions = 256
/** Of every encoded vector, so that its dimensions fit into int8. */
export const encodedLength = 127

/** One int8 vector per token, whose scale turns it back into numbers; and vectors of tasks of every kind, for comparison. */
export type TokenTable = { vocabulary: Vocabulary; rows: Int8Array; scales: Float32Array; references: Int8Array[] }

export type Encoder = {
  vocabulary: Vocabulary
  /** The direction of a text, as a vector of `encodedLength`; all zero when no token of it is known. */
  encode: (text: string) => Int8Array
}

export function createEncoder({ vocabulary, rows, scales }: Omit<TokenTable, 'references'>): Encoder {
  const praise = new Set([...selfPraise].map((word) => vocabulary.idOf(word)))

  function encode(text: string): Int8Array {
    const sum = new Float32Array(vectorDimensions)
    for (const id of tokenIds(vocabulary, text)) {
      if (praise.has(id)) continue
      const scale = scales[id]!
      const from = id * vectorDimensions
      for (let at = 0; at < vectorDimensions; at++) sum[at] = sum[at]! + rows[from + at]! * scale
    }
    return toInt8(sum)
  }

  return { vocabulary, encode }
}

function toInt8(sum: Float32Array): Int8Array {
  let square = 0
  for (let at = 0; at < vectorDimensions; at++) square += sum[at]! * sum[at]!
  const vector = new Int8Array(vectorDimensions)
  if (square < 1e-12) return vector
  const factor = encodedLength / Math.sqrt(square)
  for (let at = 0; at < vectorDimensions; at++) vector[at] = Math.round(sum[at]! * factor)
  return vector
}

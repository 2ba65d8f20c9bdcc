// Places a text by the sum of its tokens in the shipped table, seen from the middle of the texts it is compared with.
import { type TokenTable, vectorDimensions } from '../../src/retrieval/encoder.ts'
import { tokenIds } from '../../src/retrieval/vocabulary.ts'
import { toUnit } from './unit-vector.ts'

type Table = Pick<TokenTable, 'vocabulary' | 'rows' | 'scales'>

// The router's own encoder rounds to whole numbers and leaves words of praise out; a prompt is compared in full.
function sumTokens({ vocabulary, rows, scales }: Table, text: string): Float64Array {
  const sum = new Float64Array(vectorDimensions)
  for (const id of tokenIds(vocabulary, text)) {
    for (let at = 0; at < vectorDimensions; at++) sum[at]! += rows[id * vectorDimensions + at]! * scales[id]!
  }
  return sum
}

export function fitTableSpace(table: Table, texts: readonly string[]): (text: string) => Float64Array {
  const centre = new Float64Array(vectorDimensions)
  for (const text of texts) {
    const place = toUnit(sumTokens(table, text))
    for (let at = 0; at < vectorDimensions; at++) centre[at]! += place[at]! / texts.length
  }
  return (text) => toUnit(toUnit(sumTokens(table, text)).map((value, at) => value - centre[at]!))
}

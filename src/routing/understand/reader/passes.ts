import { roomFor } from './layers.ts'
import type { WordPieces } from './word-pieces.ts'

/** A part of a text, by its characters. */
export type Part = { start: number; end: number }
/** All features of all tokens after the last layer. */
type Pass = { hidden: Float32Array; tokens: number }
/** `found` is the number of the text's own tokens, including those that were left out. */
type Whole = Pass & { found: number }
type Longest = { begin: number; end: number }
type Given = { wordPieces: WordPieces; width: number; whole: Longest; run: (ids: readonly number[]) => Float32Array }

const mostUnknown = 0.25
const leastRead = 0.5

/** Texts on their way through the reader's layers, and what comes out of them. */
export function createPasses({ wordPieces: { idsOf, unknown }, width, whole: { begin, end }, run }: Given) {
  const isReadable = (ids: readonly number[]) => ids.filter((id) => id === unknown).length <= ids.length * mostUnknown

  /** The tokens of a text; null for one in a script that is not known, and for one of which less than half would be read. */
  function readPart(text: string, longest: Longest): { ids: number[]; found: number } | null {
    const { ids, read, found } = idsOf(text, longest)
    return read >= leastRead && isReadable(ids) ? { ids, found } : null
  }

  const pass = (ids: readonly number[]): Pass => ({ hidden: run(ids), tokens: ids.length })

  /** A text is often read again for another question, so the last one is kept. */
  let last: { text: string; read: Whole | null } | undefined
  function readWhole(text: string): Whole | null {
    if (last?.text === text) return last.read
    const part = readPart(text, { begin, end })
    // The next pass writes where this one did.
    last = { text, read: part && { hidden: run(part.ids).slice(), tokens: part.ids.length, found: part.found } }
    return last.read
  }

  const countOf = (text: string) => idsOf(text, { begin, end }).found

  /** What the tokens from one to another come to, as one vector. */
  function meanOf({ hidden, tokens }: Pass, from = 0, to = tokens): Float32Array {
    const room = roomFor(tokens)
    const mean = new Float32Array(width)
    for (let feature = 0; feature < width; feature++) {
      let sum = 0
      for (let token = from; token < to; token++) sum += hidden[feature * room + token]!
      mean[feature] = sum / (to - from)
    }
    return mean
  }

  /** The tokens of a part of a text that was read; null where they are among those left out. */
  function tokensOf(text: string, part: Part, { tokens, found }: Whole): { from: number; to: number } | null {
    const [from, to] = [countOf(text.slice(0, part.start)), countOf(text.slice(0, part.end))]
    const leftOut = found - (tokens - 2)
    const isAtEnd = from >= begin + leftOut
    if (to <= from || (leftOut > 0 && !isAtEnd && to > begin)) return null
    const moved = 1 - (isAtEnd ? leftOut : 0)
    return { from: from + moved, to: to + moved }
  }

  return { readPart, readWhole, pass, meanOf, tokensOf }
}

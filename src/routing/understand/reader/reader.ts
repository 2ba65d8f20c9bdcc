import { createStack, type Dense, type LayerWeights, type Norm, type Rows, roomFor, zeroOf4Bits } from './layers.ts'
import { createPasses, type Part } from './passes.ts'
import { createWordPieces } from './word-pieces.ts'

/** Where a tensor lies in the file. Numbers of 4 bits lie two in a byte, of 7 and 8 one; all have a zero point in their middle and a scale for each row. */
type Tensor = { kind: 'f32' | 'u8' | 'u7' | 'u4'; rows: number; columns: number; at: number; scales_at: number }
export type ReaderLayout = {
  width: number
  heads: number
  inner: number
  layers: number
  begin: number
  end: number
  beside: { begin: number; end: number; rest: number }
  task_types: string[]
  complexities: string[]
  kinds: string[]
  tensors: Record<string, Tensor>
}
export type ReaderWeights = { layout: ReaderLayout; pieces: string[]; bytes: Uint8Array }

/** Log odds, and scores of which the highest is the likeliest. */
export type CloseReading = {
  needs_tool: number
  several_tools: number
  by_hand: number
  creative: number
  /** Whether what is wanted stands on the public web. */
  on_the_web: number
  task_type: number[]
  complexity: number[]
  /** How likely each kind of tool does the work, if any does. */
  kinds: () => Map<string, number>
}
/** All answers are null for a text in a script that it does not know, and for one of which it would read less than half. */
export type Reader = {
  closely: (text: string) => CloseReading | null
  /** What a sentence means in the context of the rest of its text. */
  meaningBeside: (sentence: string, rest: string) => Float32Array | null
  /** What parts of a text mean where they stand: the mean of each, then that of the whole text. Null for a part that it does not read. */
  meaningsIn: (text: string, parts: readonly Part[]) => (Float32Array | null)[]
}

/**
 * A small transformer that reads a text word by word in its order. It costs as much as everything else about a task together and is
 * asked only where the linear models are in doubt.
 */
export function createReader({ layout, pieces, bytes }: ReaderWeights): Reader {
  const { width, heads, inner, begin, end, beside } = layout
  const wordPieces = createWordPieces(pieces)
  const { floats, rows, dense, norm, layer } = openTensors(layout, bytes)
  const words = rows('words')
  const [answers, bias] = [floats('answers'), floats('answers.bias')]
  const ofKinds = dense('kinds')
  const run = createStack(
    {
      widened: dense('widened'),
      positions: floats('positions'),
      entered: norm('entered'),
      layers: Array.from({ length: layout.layers }, (_, at) => layer(at)),
    },
    { width, heads, inner, longest: begin + end + 2 },
  )
  const { readPart, readWhole, pass, meanOf, tokensOf } = createPasses({
    wordPieces,
    width,
    whole: { begin, end },
    run: (ids) => run(vectorsOf(words, ids), ids.length),
  })

  /** Each answer is a log odds or a score. */
  function answersTo(mean: Float32Array): Float32Array {
    const sums = bias.slice()
    for (let row = 0; row < sums.length; row++) {
      let sum = 0
      for (let feature = 0; feature < width; feature++) sum += answers[row * width + feature]! * mean[feature]!
      sums[row] = sums[row]! + sum
    }
    return sums
  }

  function kindsOf(mean: Float32Array): Map<string, number> {
    const { weights, bias } = ofKinds
    const odds = layout.kinds.map((_, row) => {
      let sum = 0
      for (let feature = 0; feature < width; feature++) sum += (weights.values[row * width + feature]! - weights.zero) * mean[feature]!
      return sum * weights.scales[row]! + bias[row]!
    })
    const chances = softmax(odds)
    return new Map(layout.kinds.map((kind, row) => [kind, chances[row]!]))
  }

  return {
    closely: (text) => {
      const whole = readWhole(text)
      if (!whole) return null
      const mean = meanOf(whole)
      // The fifth answer, whether a text gives orders to the router, is left out: orders are judged sentence by sentence.
      const [needs_tool = 0, several_tools = 0, by_hand = 0, creative = 0, , on_the_web = 0, ...rest] = answersTo(mean)
      const types = layout.task_types.length
      const [task_type, complexity] = [rest.slice(0, types), rest.slice(types)]
      return { needs_tool, several_tools, by_hand, creative, on_the_web, task_type, complexity, kinds: () => kindsOf(mean) }
    },
    meaningBeside: (sentence, rest) => {
      const part = readPart(sentence, beside)
      if (!part) return null
      const [, ...others] = wordPieces.idsOf(rest, { begin: beside.rest, end: 0 }).ids
      return meanOf(pass([...part.ids, ...others]))
    },
    meaningsIn: (text, parts) => {
      const whole = readWhole(text)
      if (!whole) return parts.map(() => null)
      const all = meanOf(whole)
      return parts.map((part) => {
        const tokens = tokensOf(text, part, whole)
        return tokens && Float32Array.from([...meanOf(whole, tokens.from, tokens.to), ...all])
      })
    },
  }
}

/** The vector of each token, one token to a column. */
function vectorsOf(words: Rows, ids: readonly number[]): Float32Array {
  const room = roomFor(ids.length)
  const found = new Float32Array(words.columns * room)
  ids.forEach((id, token) => {
    for (let at = 0; at < words.columns; at++) {
      found[at * room + token] = (words.values[id * words.columns + at]! - words.zero) * words.scales[id]!
    }
  })
  return found
}

function softmax(odds: readonly number[]): number[] {
  const most = Math.max(...odds)
  const powers = odds.map((value) => Math.exp(value - most))
  const whole = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / whole)
}

const zeroPoint = { f32: 0, u8: 128, u7: 64, u4: zeroOf4Bits }

function openTensors({ tensors }: ReaderLayout, bytes: Uint8Array) {
  const tensorOf = (name: string): Tensor => {
    const tensor = tensors[name]
    if (!tensor) throw new Error(`The reader's weights lack ${name}: make them again with training/.`)
    return tensor
  }
  const floatsAt = (at: number, count: number) => new Float32Array(bytes.slice(at, at + count * 4).buffer)
  const floats = (name: string): Float32Array => {
    const { at, rows, columns } = tensorOf(name)
    return floatsAt(at, rows * columns)
  }
  const rows = (name: string): Rows => {
    const { kind, at, rows, columns, scales_at } = tensorOf(name)
    const count = rows * columns
    const values = kind === 'u4' ? fromNibbles(bytes.subarray(at, at + count / 2)) : bytes.slice(at, at + count)
    return { values, zero: zeroPoint[kind], scales: floatsAt(scales_at, rows), rows, columns }
  }
  const dense = (name: string): Dense => ({ weights: rows(name), bias: floats(`${name}.bias`) })
  const norm = (name: string): Norm => ({ gain: floats(`${name}.gain`), shift: floats(`${name}.shift`) })
  const layer = (at: number): LayerWeights => ({
    query_key_value: dense(`${at}.query_key_value`),
    joined: dense(`${at}.joined`),
    attended: norm(`${at}.attended`),
    up: dense(`${at}.up`),
    down: dense(`${at}.down`),
    done: norm(`${at}.done`),
  })
  return { floats, rows, dense, norm, layer }
}

/** The lower half of a byte comes first. */
function fromNibbles(packed: Uint8Array): Uint8Array {
  const values = new Uint8Array(packed.length * 2)
  packed.forEach((byte, at) => {
    values[2 * at] = byte & 15
    values[2 * at + 1] = byte >> 4
  })
  return values
}

import { readerKernelBase64 } from './kernel.ts'

/** A quantised matrix: a number is its byte minus `zero`, times the scale of its row. */
export type Rows = { values: Uint8Array; zero: number; scales: Float32Array; rows: number; columns: number }
export type Norm = { gain: Float32Array; shift: Float32Array }
export type Dense = { weights: Rows; bias: Float32Array }
export type LayerWeights = { query_key_value: Dense; joined: Dense; attended: Norm; up: Dense; down: Dense; done: Norm }
export type Shape = { width: number; heads: number; inner: number; longest: number }
/** How the products of weights of 4 bits are summed. The sums are the same; which way is faster depends on the processor. */
export type Summing = 'narrow' | 'wide'
export type StackWeights = { widened: Dense; positions: Float32Array; entered: Norm; layers: readonly LayerWeights[] }

type Kernel = {
  memory: WebAssembly.Memory
  /** Quantises activations to bytes. */
  round: (values: number, features: number, room: number, packed: number, scales: number, sums: number) => void
  dense: (...places: number[]) => void
  /** The same for weights of 4 bits. */
  denseNarrow: (...places: number[]) => void
  /** Adds, then normalises each token. */
  settle: (hidden: number, added: number, features: number, room: number, gains: number, shifts: number) => void
  /** The activation function, close to a GELU. */
  bend: (values: number, count: number) => void
  attend: (mixed: number, width: number, heads: number, tokens: number, room: number, shares: number) => void
}

const pageBytes = 65_536
const fasterHere: Summing = process.arch === 'arm64' ? 'wide' : 'narrow'

export const zeroOf4Bits = 8
/** How many columns the narrow way takes at once. */
const narrowBlock = 32

/** Tokens are processed four at a time, so arrays have room for a multiple of four. */
export const roomFor = (tokens: number) => Math.ceil(tokens / 4) * 4

/** A stack of transformer layers in WebAssembly. An array holds all tokens of the first feature, then of the second, and so on. */
export function createStack(
  { widened, positions, entered, layers }: StackWeights,
  { width, heads, inner, longest }: Shape,
  summing: Summing = fasterHere,
) {
  const memory = createRoom()
  const placeDense = ({ weights: { values, scales, rows, columns, zero }, bias }: Dense) => ({
    at: memory.put(sideBySide(values, columns)),
    scalesAt: memory.put(bytesOf(scales)),
    biasAt: memory.put(bytesOf(bias)),
    rows,
    columns,
    zero,
    isNarrow: summing === 'narrow' && zero === zeroOf4Bits && columns % narrowBlock === 0,
  })
  const placeNorm = ({ gain, shift }: Norm) => ({ gainsAt: memory.put(bytesOf(gain)), shiftsAt: memory.put(bytesOf(shift)) })
  type PlacedDense = ReturnType<typeof placeDense>
  const entry = { widened: placeDense(widened), norm: placeNorm(entered) }
  const stack = layers.map((layer) => ({
    query_key_value: placeDense(layer.query_key_value),
    joined: placeDense(layer.joined),
    attended: placeNorm(layer.attended),
    up: placeDense(layer.up),
    down: placeDense(layer.down),
    done: placeNorm(layer.done),
  }))
  const most = roomFor(longest)
  const floats = (features: number) => memory.place(features * most * 4)
  const [hidden, added, mixed, wide] = [floats(width), floats(width), floats(3 * width), floats(inner)]
  const [packed, scales, sums, shares] = [memory.place(Math.max(width, inner) * most), floats(1), floats(1), memory.place(most * 16)]
  const kernel = memory.open()
  const view = (at: number, count: number) => new Float32Array(kernel.memory.buffer, at, count)

  function through(dense: PlacedDense, from: number, to: number, room: number): void {
    const { at, columns, rows, zero, scalesAt, biasAt, isNarrow } = dense
    const multiply = isNarrow ? kernel.denseNarrow : kernel.dense
    kernel.round(from, columns, room, packed, scales, sums)
    multiply(packed, scales, sums, room, at, columns, rows, zero, scalesAt, biasAt, to)
  }

  function settle({ gainsAt, shiftsAt }: ReturnType<typeof placeNorm>, room: number): void {
    kernel.settle(hidden, added, width, room, gainsAt, shiftsAt)
  }

  /** The features of each of the words given, `words.columns` rows of them, after all layers. */
  return function run(words: Float32Array, tokens: number): Float32Array {
    const room = roomFor(tokens)
    view(wide, words.length).set(words)
    through(entry.widened, wide, hidden, room)
    const places = view(added, width * room)
    for (let feature = 0; feature < width; feature++) {
      for (let token = 0; token < room; token++) places[feature * room + token] = positions[token * width + feature]!
    }
    settle(entry.norm, room)
    for (const layer of stack) {
      through(layer.query_key_value, hidden, mixed, room)
      kernel.attend(mixed, width, heads, tokens, room, shares)
      through(layer.joined, mixed, added, room)
      settle(layer.attended, room)
      through(layer.up, hidden, wide, room)
      kernel.bend(wide, inner * room)
      through(layer.down, wide, added, room)
      settle(layer.done, room)
    }
    return view(hidden, width * room)
  }
}

/** Lays out the kernel's memory: everything is first given a place, then the kernel is opened with the contents in place. */
function createRoom() {
  // The addresses below are reserved by the compiler.
  let free = 1024
  const contents: { at: number; bytes: Uint8Array }[] = []
  const place = (bytes: number) => {
    const at = free
    free = Math.ceil((free + bytes) / 16) * 16
    return at
  }
  const put = (bytes: Uint8Array) => {
    const at = place(bytes.length)
    contents.push({ at, bytes })
    return at
  }
  function open(): Kernel {
    // The module's exports are fixed by training/reader-kernel.as, which this type repeats.
    const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(readerKernelBase64, 'base64'))).exports as unknown as Kernel
    const missing = Math.ceil((free - kernel.memory.buffer.byteLength) / pageBytes)
    if (missing > 0) kernel.memory.grow(missing)
    for (const { at, bytes } of contents.splice(0)) new Uint8Array(kernel.memory.buffer, at, bytes.length).set(bytes)
    return kernel
  }
  return { place, put, open }
}

const rowsAtOnce = 8

/** Weights in the order in which the kernel takes them: the first four columns of eight rows, then the next four. */
function sideBySide(values: Uint8Array, columns: number): Uint8Array {
  // Four columns are one number of 32 bits.
  const fours = new Uint32Array(values.buffer, values.byteOffset, values.length / 4)
  const ordered = new Uint32Array(fours.length)
  const perRow = columns / 4
  const perBlock = perRow * rowsAtOnce
  for (let to = 0; to < ordered.length; to++) {
    const inBlock = to % perBlock
    ordered[to] = fours[to - inBlock + (inBlock % rowsAtOnce) * perRow + Math.floor(inBlock / rowsAtOnce)]!
  }
  return new Uint8Array(ordered.buffer)
}

const bytesOf = (floats: Float32Array) => new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength)

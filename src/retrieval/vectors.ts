import { DIMENSIONS } from './encoder.ts'
import { KERNELS_BASE64 } from './kernels.ts'

/** Per owner the similarity of its head vector and of its nearest one; UNSEEN where none was compared. */
export type Nearness = { heads: Float32Array; bests: Float32Array }
export const UNSEEN = -2

/** Int8 vectors by row number, each belonging to an owner; rows of dropped owners are skipped. */
export type VectorStore = {
  add: (vector: Int8Array, owner: number, options: { head: boolean; weight: number }) => number
  drop: (row: number) => void
  /** Fills nearness for every owner or, where rows are very many, for the likeliest ones; says whether it was every one. */
  scan: (query: Int8Array, nearness: Nearness) => boolean
  /** The same for the given rows alone. */
  compare: (query: Int8Array, rows: number[], nearness: Nearness) => void
  similarity: (query: Int8Array, row: number) => number
}

type Kernels = {
  memory: WebAssembly.Memory
  dots: (query: number, vectors: number, count: number, out: number) => void
  agreements: (query: number, signs: number, count: number, out: number) => void
}

const PAGE_BYTES = 65536
const SIGN_BYTES = DIMENSIONS / 8
const UNIT = 127 * 127
/** Up to this many rows every one is compared exactly; beyond, sign patterns choose which. */
const EXACT_ROWS = 12_000
const CHOSEN_ROWS = 2_500
const QUERY_AT = 0
const QUERY_SIGNS_AT = DIMENSIONS
const SINGLE_OUT_AT = 512
const DATA_AT = 1024

let compiled: WebAssembly.Module | undefined

function instantiate(): Kernels {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNELS_BASE64, 'base64'))
  // The module's exports are fixed by kernels.wat, which this type repeats.
  return new WebAssembly.Instance(compiled).exports as unknown as Kernels
}

export function createVectorStore(exactRows: number = EXACT_ROWS): VectorStore {
  const vectors = instantiate()
  const signs = instantiate()
  let capacity = 0
  let count = 0
  let owners = new Int32Array(0)
  let weights = new Float32Array(0)
  let isHead = new Uint8Array(0)
  const headRows: number[] = []
  let singleOut = new Int32Array(vectors.memory.buffer, SINGLE_OUT_AT, 1)

  const vectorAt = (row: number) => DATA_AT + row * DIMENSIONS
  const signsAt = (row: number) => DATA_AT + row * SIGN_BYTES

  function grow(): void {
    capacity = Math.max(256, capacity * 2)
    reserve(vectors.memory, vectorAt(capacity) + capacity * 4)
    reserve(signs.memory, signsAt(capacity) + capacity)
    owners = widened(owners, new Int32Array(capacity).fill(-1))
    weights = widened(weights, new Float32Array(capacity))
    isHead = widened(isHead, new Uint8Array(capacity))
    // Growing a memory detaches the views over it.
    singleOut = new Int32Array(vectors.memory.buffer, SINGLE_OUT_AT, 1)
  }

  function add(vector: Int8Array, owner: number, { head, weight }: { head: boolean; weight: number }): number {
    if (count === capacity) grow()
    const row = count++
    new Int8Array(vectors.memory.buffer, vectorAt(row), DIMENSIONS).set(vector)
    writeSigns(signs.memory, signsAt(row), vector)
    owners[row] = owner
    weights[row] = weight / UNIT
    isHead[row] = head ? 1 : 0
    if (head) headRows[owner] = row
    return row
  }

  function note(row: number, dot: number, { heads, bests }: Nearness): void {
    const owner = owners[row]!
    if (owner < 0) return
    const similarity = dot * weights[row]!
    if (isHead[row] === 1) heads[owner] = similarity
    if (similarity > bests[owner]!) bests[owner] = similarity
  }

  function dotOf(row: number): number {
    vectors.dots(QUERY_AT, vectorAt(row), 1, SINGLE_OUT_AT)
    return singleOut[0]!
  }

  const setQuery = (query: Int8Array) => new Int8Array(vectors.memory.buffer, QUERY_AT, DIMENSIONS).set(query)

  function scan(query: Int8Array, nearness: Nearness): boolean {
    setQuery(query)
    const isExact = count <= exactRows
    if (isExact) scanAll(nearness)
    else scanChosen(query, nearness)
    return isExact
  }

  function scanAll(nearness: Nearness): void {
    vectors.dots(QUERY_AT, DATA_AT, count, vectorAt(capacity))
    const dots = new Int32Array(vectors.memory.buffer, vectorAt(capacity), count)
    const { heads, bests } = nearness
    for (let row = 0; row < count; row++) {
      const owner = owners[row]!
      if (owner < 0) continue
      const similarity = dots[row]! * weights[row]!
      if (isHead[row] === 1) heads[owner] = similarity
      if (similarity > bests[owner]!) bests[owner] = similarity
    }
  }

  function scanChosen(query: Int8Array, nearness: Nearness): void {
    writeSigns(signs.memory, QUERY_SIGNS_AT, query)
    signs.agreements(QUERY_SIGNS_AT, DATA_AT, count, signsAt(capacity))
    const agreeing = new Uint8Array(signs.memory.buffer, signsAt(capacity), count)
    const least = thresholdFor(agreeing)
    for (let row = 0; row < count; row++) {
      const owner = owners[row]!
      if (agreeing[row]! < least || owner < 0) continue
      note(row, dotOf(row), nearness)
      if (nearness.heads[owner] === UNSEEN) note(headRows[owner]!, dotOf(headRows[owner]!), nearness)
    }
  }

  function compare(query: Int8Array, rows: number[], nearness: Nearness): void {
    setQuery(query)
    for (const row of rows) note(row, dotOf(row), nearness)
  }

  function similarity(query: Int8Array, row: number): number {
    setQuery(query)
    return dotOf(row) * weights[row]!
  }

  const drop = (row: number) => {
    owners[row] = -1
  }
  return { add, drop, scan, compare, similarity }
}

function reserve(memory: WebAssembly.Memory, bytes: number): void {
  const lacking = bytes - memory.buffer.byteLength
  if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE_BYTES))
}

export function widened<Values extends Int32Array | Float32Array | Uint8Array>(old: Values, wider: Values): Values {
  wider.set(old)
  return wider
}

function writeSigns(memory: WebAssembly.Memory, at: number, vector: Int8Array): void {
  const signs = new Uint8Array(memory.buffer, at, SIGN_BYTES).fill(0)
  for (let bit = 0; bit < DIMENSIONS; bit++) if (vector[bit]! > 0) signs[bit >> 3] = signs[bit >> 3]! | (1 << (bit & 7))
}

/** The least agreement that keeps about CHOSEN_ROWS rows. */
function thresholdFor(agreeing: Uint8Array): number {
  const histogram = new Uint32Array(256)
  for (let row = 0; row < agreeing.length; row++) histogram[agreeing[row]!] = histogram[agreeing[row]!]! + 1
  let kept = 0
  for (let least = 255; least > 0; least--) {
    kept += histogram[least]!
    if (kept >= CHOSEN_ROWS) return least
  }
  return 0
}

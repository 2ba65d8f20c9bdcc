import { DIMENSIONS } from './encoder.ts'
import { KERNELS_BASE64 } from './kernels.ts'

/** Int8 vectors by row number, each belonging to an entry; rows of removed entries are skipped. */
export type VectorStore = {
  /** Appends a vector and returns its row. */
  add: (vector: Int8Array, owner: number, weight: number) => number
  drop: (row: number) => void
  /** Calls visit(owner, row, cosine x weight) for every live row, or beyond a size for the likeliest ones. */
  scan: (query: Int8Array, visit: (owner: number, row: number, similarity: number) => void) => void
  similarity: (query: Int8Array, row: number) => number
  rows: () => number
  live: () => number
}

type Kernels = {
  memory: WebAssembly.Memory
  dots: (query: number, vectors: number, count: number, out: number) => void
  agreements: (query: number, signs: number, count: number, out: number) => void
}

const PAGE = 65536
const SIGN_BYTES = DIMENSIONS / 8
const UNIT = 127 * 127
/** Up to this many rows every one is compared exactly; beyond, sign patterns choose which. */
const EXACT_ROWS = 40_000
const CHOSEN_ROWS = 6_000
/** Room for the query's vector and its signs at the start of the memory. */
const QUERY_SIGNS_AT = DIMENSIONS
const DATA_AT = 1024

function instantiate(): Kernels {
  const module = new WebAssembly.Module(Buffer.from(KERNELS_BASE64, 'base64'))
  // The module's exports are fixed by kernels.wat, which this type repeats.
  return new WebAssembly.Instance(module).exports as unknown as Kernels
}

export function createVectorStore(): VectorStore {
  const vectors = instantiate()
  const signs = instantiate()
  let capacity = 0
  let count = 0
  let liveCount = 0
  let owners = new Int32Array(0)
  let weights = new Float32Array(0)

  const reserve = (kernels: Kernels, bytes: number) => {
    const lacking = bytes - kernels.memory.buffer.byteLength
    if (lacking > 0) kernels.memory.grow(Math.ceil(lacking / PAGE))
  }
  const vectorAt = (row: number) => DATA_AT + row * DIMENSIONS
  const signsAt = (row: number) => DATA_AT + row * SIGN_BYTES
  const outOfVectors = () => vectorAt(capacity)
  const outOfSigns = () => signsAt(capacity)

  function grow(): void {
    capacity = Math.max(256, capacity * 2)
    reserve(vectors, outOfVectors() + capacity * 4)
    reserve(signs, outOfSigns() + capacity)
    const [oldOwners, oldWeights] = [owners, weights]
    owners = new Int32Array(capacity).fill(-1)
    owners.set(oldOwners)
    weights = new Float32Array(capacity)
    weights.set(oldWeights)
  }

  function add(vector: Int8Array, owner: number, weight: number): number {
    if (count === capacity) grow()
    const row = count++
    liveCount++
    new Int8Array(vectors.memory.buffer, vectorAt(row), DIMENSIONS).set(vector)
    writeSigns(signs.memory, signsAt(row), vector)
    owners[row] = owner
    weights[row] = weight / UNIT
    return row
  }

  function drop(row: number): void {
    if (owners[row] === -1) return
    owners[row] = -1
    liveCount--
  }

  function setQuery(query: Int8Array): void {
    new Int8Array(vectors.memory.buffer, 0, DIMENSIONS).set(query)
  }

  function scan(query: Int8Array, visit: (owner: number, row: number, similarity: number) => void): void {
    setQuery(query)
    if (count > EXACT_ROWS) return scanChosen(query, visit)
    vectors.dots(0, DATA_AT, count, outOfVectors())
    const dots = new Int32Array(vectors.memory.buffer, outOfVectors(), count)
    for (let row = 0; row < count; row++) {
      const owner = owners[row]!
      if (owner >= 0) visit(owner, row, dots[row]! * weights[row]!)
    }
  }

  function scanChosen(query: Int8Array, visit: (owner: number, row: number, similarity: number) => void): void {
    writeSigns(signs.memory, QUERY_SIGNS_AT, query)
    signs.agreements(QUERY_SIGNS_AT, DATA_AT, count, outOfSigns())
    const agreeing = new Uint8Array(signs.memory.buffer, outOfSigns(), count)
    const least = thresholdFor(agreeing, CHOSEN_ROWS)
    for (let row = 0; row < count; row++) {
      if (agreeing[row]! < least || owners[row]! < 0) continue
      visit(owners[row]!, row, dotOf(row) * weights[row]!)
    }
  }

  function dotOf(row: number): number {
    vectors.dots(0, vectorAt(row), 1, 512)
    return new Int32Array(vectors.memory.buffer, 512, 1)[0]!
  }

  function similarity(query: Int8Array, row: number): number {
    setQuery(query)
    return dotOf(row) * weights[row]!
  }

  return { add, drop, scan, similarity, rows: () => count, live: () => liveCount }
}

function writeSigns(memory: WebAssembly.Memory, at: number, vector: Int8Array): void {
  const signs = new Uint8Array(memory.buffer, at, SIGN_BYTES).fill(0)
  for (let bit = 0; bit < DIMENSIONS; bit++) if (vector[bit]! > 0) signs[bit >> 3] = signs[bit >> 3]! | (1 << (bit & 7))
}

/** The least agreement that keeps about the wanted number of rows. */
function thresholdFor(agreeing: Uint8Array, wanted: number): number {
  const histogram = new Uint32Array(256)
  for (let row = 0; row < agreeing.length; row++) histogram[agreeing[row]!] = histogram[agreeing[row]!]! + 1
  let kept = 0
  for (let least = 255; least > 0; least--) {
    kept += histogram[least]!
    if (kept >= wanted) return least
  }
  return 0
}

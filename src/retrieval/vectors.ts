import { encodedLength, vectorDimensions } from './encoder.ts'
import { openKernels, reserve } from './open-kernels.ts'
import { agreementTables, patternBytes, patternOf, rowsAbreast, tableBytes } from './sign-patterns.ts'

/** By owner: the similarity of its head vector and of its nearest vector, `unseen` where none was compared. `seen` lists the owners that were. */
export type Nearness = { heads: Float32Array; bests: Float32Array; seen: number[] }
export const unseen = -2

/** The vector of an owner as a whole, or of something that it has. */
type RowKind = 'head' | 'part'

/** Int8 vectors by row number, each belonging to an owner; rows of dropped owners are skipped. */
export type VectorStore = {
  add: (vector: Int8Array, owner: number, kind: RowKind) => number
  drop: (row: number) => void
  /** Fills nearness for every owner or, where rows are very many, for the likeliest ones; says whether it was every one. */
  scan: (query: Int8Array, nearness: Nearness) => boolean
  /** The same for the given rows alone. */
  compare: (query: Int8Array, rows: readonly number[], nearness: Nearness) => void
  similarity: (query: Int8Array, row: number) => number
}

/** The dot product of two vectors of one direction. */
const fullDot = encodedLength ** 2
/** Up to this many rows, all are compared exactly. Among more, only about `chosenRows` are, chosen by their sign patterns. */
const mostExactRows = 12_000
const chosenRows = 700
/** About this many of the chosen rows are kept, the nearest ones; others never reach the top of a ranking. */
const nearestRows = 600
/** How many rows are sampled to find out how well rows agree with the query. */
const sampledRows = 8000
const queryAt = 0
const tablesAt = 512
const dataAt = 2048

export function createVectorStore(exactRows: number = mostExactRows): VectorStore {
  const rows = openRows()
  const { note, ...owners } = createOwners()
  const free: number[] = []
  let count = 0

  function add(vector: Int8Array, owner: number, kind: RowKind): number {
    if (free.length === 0 && count === rows.capacity()) {
      rows.grow()
      owners.widen(rows.capacity())
    }
    const row = free.pop() ?? count++
    rows.write(row, vector)
    owners.take(row, owner, kind)
    return row
  }

  function scan(query: Int8Array, nearness: Nearness): boolean {
    rows.setQuery(query)
    const isExact = count <= exactRows
    if (isExact) scanAll(nearness)
    else scanChosen(query, nearness)
    return isExact
  }

  function scanAll(nearness: Nearness): void {
    const dots = rows.dotsOfAll(count)
    for (let row = 0; row < count; row++) note(row, dots[row]!, nearness)
  }

  function scanChosen(query: Int8Array, nearness: Nearness): void {
    const chosen = rows.chosenFor(query, count)
    const dots = rows.dotsAt(chosen)
    const nearest = nearestDot(dots)
    for (let at = 0; at < chosen.length; at++) if (dots[at]! >= nearest) note(chosen[at]!, dots[at]!, nearness)
    const withoutHead = nearness.seen.filter((owner) => nearness.heads[owner] === unseen)
    noteAll(withoutHead.map(owners.headRowOf), nearness)
  }

  function compare(query: Int8Array, compared: readonly number[], nearness: Nearness): void {
    rows.setQuery(query)
    noteAll(compared, nearness)
  }

  function noteAll(noted: readonly number[], nearness: Nearness): void {
    const dots = rows.dotsAt(noted)
    for (let at = 0; at < noted.length; at++) note(noted[at]!, dots[at]!, nearness)
  }

  function similarity(query: Int8Array, row: number): number {
    rows.setQuery(query)
    return rows.dotsAt([row])[0]! / fullDot
  }

  function drop(row: number): void {
    if (owners.release(row)) free.push(row)
  }

  return { add, drop, scan, compare, similarity }
}

/** One memory holds the vectors, then their sign patterns, then room for rows and what a scan puts out. The capacity is a multiple of `rowsAbreast`. */
function openRows() {
  const kernels = openKernels()
  const { memory } = kernels
  let capacity = 0
  const vectorAt = (row: number) => dataAt + row * vectorDimensions
  const patternsAt = () => vectorAt(capacity)
  const agreeingAt = () => patternsAt() + capacity * patternBytes
  const listedAt = () => agreeingAt() + capacity
  const outAt = () => listedAt() + capacity * 4

  return {
    capacity: () => capacity,
    grow(): void {
      const patterns = new Uint8Array(memory.buffer).slice(patternsAt(), agreeingAt())
      capacity = Math.max(256, capacity * 2)
      reserve(memory, outAt() + capacity * 4)
      new Uint8Array(memory.buffer, patternsAt()).set(patterns)
    },
    write(row: number, vector: Int8Array): void {
      new Int8Array(memory.buffer, vectorAt(row), vectorDimensions).set(vector)
      const beside = row % rowsAbreast
      const block = new Uint8Array(memory.buffer, patternsAt() + (row - beside) * patternBytes, rowsAbreast * patternBytes)
      for (const [at, byte] of patternOf(vector).entries()) block[at * rowsAbreast + beside] = byte
    },
    setQuery(query: Int8Array): void {
      new Int8Array(memory.buffer, queryAt, vectorDimensions).set(query)
    },
    dotsOfAll(count: number): Int32Array {
      kernels.dots(queryAt, dataAt, count, outAt())
      return new Int32Array(memory.buffer, outAt(), count)
    },
    /** Of rows that differ. */
    dotsAt(rows: ArrayLike<number>): Int32Array {
      new Int32Array(memory.buffer, listedAt(), rows.length).set(rows)
      kernels.dotsAt(queryAt, dataAt, listedAt(), rows.length, outAt())
      return new Int32Array(memory.buffer, outAt(), rows.length)
    },
    /** Those rows whose sign patterns agree best with the query's. */
    chosenFor(query: Int8Array, count: number): Int32Array {
      new Uint8Array(memory.buffer, tablesAt, tableBytes).set(agreementTables(query))
      kernels.agreements(tablesAt, patternsAt(), count, agreeingAt())
      const least = thresholdFor(new Uint8Array(memory.buffer, agreeingAt(), count))
      const found = kernels.chosen(agreeingAt(), count, least, listedAt())
      return new Int32Array(memory.buffer, listedAt(), found)
    },
  }
}

/** Which owner each row belongs to, and which row is the head of an owner; a row that is free has the owner -1. */
function createOwners() {
  let owners = new Int32Array(0)
  let heads = new Uint8Array(0)
  const headRows: number[] = []
  return {
    widen(capacity: number): void {
      owners = widened(owners, new Int32Array(capacity).fill(-1))
      heads = widened(heads, new Uint8Array(capacity))
    },
    take(row: number, owner: number, kind: RowKind): void {
      owners[row] = owner
      heads[row] = kind === 'head' ? 1 : 0
      if (kind === 'head') headRows[owner] = row
    },
    /** False when the row was free already. */
    release(row: number): boolean {
      if (owners[row] === -1) return false
      owners[row] = -1
      return true
    },
    of: (row: number) => owners[row]!,
    headRowOf: (owner: number) => headRows[owner]!,
    note(row: number, dot: number, nearness: Nearness): void {
      const owner = owners[row]!
      if (owner < 0) return
      const similarity = dot / fullDot
      if (nearness.bests[owner] === unseen) nearness.seen.push(owner)
      if (heads[row] === 1) nearness.heads[owner] = similarity
      if (similarity > nearness.bests[owner]!) nearness.bests[owner] = similarity
    },
  }
}

export function widened<Values extends Int32Array | Float32Array | Uint8Array>(old: Values, wider: Values): Values {
  wider.set(old)
  return wider
}

const dotLevels = 64
const dotShift = 8

/** The least of the dot products that keeps about nearestRows of them. */
function nearestDot(dots: Int32Array): number {
  const histogram = new Uint32Array(dotLevels)
  for (let at = 0; at < dots.length; at++) {
    const level = Math.max(0, dots[at]!) >> dotShift
    histogram[level] = histogram[level]! + 1
  }
  let kept = 0
  for (let level = dotLevels - 1; level > 0; level--) {
    kept += histogram[level]!
    if (kept >= nearestRows) return level << dotShift
  }
  return Number.NEGATIVE_INFINITY
}

/** The least agreement that keeps about chosenRows rows. */
function thresholdFor(agreeing: Uint8Array): number {
  const histogram = new Uint32Array(256)
  const stride = Math.ceil(agreeing.length / sampledRows)
  for (let row = 0; row < agreeing.length; row += stride) histogram[agreeing[row]!] = histogram[agreeing[row]!]! + 1
  let kept = 0
  for (let least = 255; least > 0; least--) {
    kept += histogram[least]!
    if (kept * stride >= chosenRows) return least
  }
  return 0
}

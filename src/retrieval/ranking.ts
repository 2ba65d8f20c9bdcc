export type Spread = { mean: number; deviation: number }

/** Mean and spread of the scores whose slot is alive, of every stride-th one where a sample will do. */
export function spreadOf(scores: Float32Array, alive: Uint8Array, stride: number = 1): Spread {
  let sum = 0
  let squares = 0
  let count = 0
  for (let slot = 0; slot < scores.length; slot += stride) {
    if (alive[slot] === 0) continue
    const score = scores[slot]!
    sum += score
    squares += score * score
    count++
  }
  return spreadFrom(sum, squares, count)
}

/** Mean and spread over so many scores, of which all but the given slots are zero. */
export function spreadOfFew(scores: Float32Array, slots: readonly number[], count: number): Spread {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < slots.length; at++) {
    const score = scores[slots[at]!]!
    sum += score
    squares += score * score
  }
  return spreadFrom(sum, squares, count)
}

function spreadFrom(sum: number, squares: number, count: number): Spread {
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean * mean)) }
}

/** Those of the slots with the highest scores, best first; of equals the one that came first. */
export function bestOf(scores: Float32Array, slots: readonly number[], wanted: number): number[] {
  const best: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    if (scores[slot]! <= least) continue
    putInPlace(slot, best, scores, wanted)
    if (best.length === wanted) least = scores[best[wanted - 1]!]!
  }
  return best
}

/** The same among all slots whose score lies above the floor. */
export function bestAbove(scores: Float32Array, floor: number, wanted: number): number[] {
  const best: number[] = []
  const slots = scores.length
  let least = floor
  for (let slot = 0; slot < slots; slot++) {
    if (scores[slot]! <= least) continue
    putInPlace(slot, best, scores, wanted)
    if (best.length === wanted) least = scores[best[wanted - 1]!]!
  }
  return best
}

/** Puts a slot among the best; the last of them makes room for it when they are as many as wanted. */
function putInPlace(slot: number, best: number[], scores: Float32Array, wanted: number): void {
  const score = scores[slot]!
  let at = Math.min(best.length, wanted - 1)
  for (; at > 0 && scores[best[at - 1]!]! < score; at--) best[at] = best[at - 1]!
  best[at] = slot
}

/** Arrays that one search borrows and the next one uses again, since large ones are costly to make. */
export type Scratch = { borrow: (length: number, value: number) => Float32Array; returnAll: () => void }

export function createScratch(): Scratch {
  const arrays: Float32Array[] = []
  let borrowed = 0
  return {
    borrow(length, value) {
      const at = borrowed++
      const kept = arrays[at]
      if (kept && kept.length >= length) return kept.subarray(0, length).fill(value)
      arrays[at] = new Float32Array(Math.ceil(length * 1.2))
      return arrays[at].subarray(0, length).fill(value)
    },
    returnAll() {
      borrowed = 0
    },
  }
}

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
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean * mean)) }
}

/** The living slots with the highest scores above the floor, best first. */
export function bestSlots(scores: Float32Array, alive: Uint8Array, wanted: number, floor: number = Number.NEGATIVE_INFINITY): number[] {
  const best: number[] = []
  let least = floor
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot]!
    if (score <= least || alive[slot] === 0) continue
    let at = best.length
    while (at > 0 && scores[best[at - 1]!]! < score) at--
    best.splice(at, 0, slot)
    if (best.length > wanted) best.pop()
    if (best.length === wanted) least = scores[best[wanted - 1]!]!
  }
  return best
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

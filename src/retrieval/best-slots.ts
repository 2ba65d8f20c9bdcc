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

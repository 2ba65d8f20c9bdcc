/** Numbers by slot; slots without an entry are skipped everywhere. */
export type Alive = (slot: number) => boolean

/** Mean and spread over the living slots. */
export function spreadOf(scores: Float32Array, isAlive: Alive): { mean: number; deviation: number } {
  let [sum, squares, count] = [0, 0, 0]
  for (let slot = 0; slot < scores.length; slot++) {
    if (!isAlive(slot)) continue
    sum += scores[slot]!
    squares += scores[slot]! * scores[slot]!
    count++
  }
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean * mean)) }
}

/** The slots with the highest scores, best first. */
export function bestSlots(scores: Float32Array, isAlive: Alive, wanted: number): number[] {
  const best: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot]!
    if (score <= least || !isAlive(slot)) continue
    let at = best.length
    while (at > 0 && scores[best[at - 1]!]! < score) at--
    best.splice(at, 0, slot)
    if (best.length > wanted) best.pop()
    if (best.length === wanted) least = scores[best[wanted - 1]!]!
  }
  return best
}

export type Spread = { mean: number; deviation: number }

/** Mean and spread of the scores whose slot is alive, of every stride-th one, since a sample will do. */
export function spreadOf(scores: Float32Array, alive: Uint8Array, stride: number): Spread {
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

/** Mean and spread over `count` scores, all of which are zero except those of the given slots. */
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

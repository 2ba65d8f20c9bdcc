import { bucketCount } from '../../../retrieval/word-buckets.ts'

/** A word that no task holds is assumed to be in half of one. */
const assumedHolding = 0.5

/**
 * How usual a word is: the share of tasks that hold it, and its weight relative to the average, which is low when it is in many of them.
 * Recomputed once the tasks have grown by a twentieth.
 */
export function createWordRarity() {
  const counts = new Int32Array(bucketCount)
  const weights = new Float32Array(bucketCount).fill(1)
  const shares = new Float32Array(bucketCount).fill(assumedHolding)
  let tasks = 0
  let countedAt = 0
  return {
    of: (word: number) => weights[word]!,
    usualShare: (word: number) => shares[word]!,
    count(words: Uint16Array, by: 1 | -1): void {
      tasks += by
      for (const word of words) counts[word] = counts[word]! + by
    },
    refresh(): boolean {
      if (Math.abs(tasks - countedAt) <= countedAt / 20) return false
      countedAt = tasks
      let [square, count] = [0, 0]
      for (let word = 0; word < bucketCount; word++) {
        weights[word] = Math.log(1 + (tasks + 10) / (counts[word]! + 1))
        shares[word] = (counts[word]! + assumedHolding) / (tasks + 2 * assumedHolding)
        square += counts[word]! * weights[word]! ** 2
        count += counts[word]!
      }
      const usual = Math.sqrt(square / Math.max(1, count)) || 1
      for (let word = 0; word < bucketCount; word++) weights[word] = weights[word]! / usual
      return true
    },
  }
}

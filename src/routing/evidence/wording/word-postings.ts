import { bucketCount } from '../../../retrieval/word-buckets.ts'

/** For each bucket of words, which slots hold it. Lists are flat, because reading goes through all of them. */
export function createWordPostings() {
  const lists: number[][] = Array.from({ length: bucketCount }, () => [])
  return {
    add(words: Uint16Array, slot: number): void {
      for (const word of words) lists[word]!.push(slot)
    },
    remove(words: Uint16Array, slot: number): void {
      for (const word of words) {
        const list = lists[word]!
        const last = list.pop()
        if (last !== undefined && last !== slot) list[list.indexOf(slot)] = last
      }
    },
    /** Adds the weight to each slot that holds the word. */
    spread(word: number, weight: number, into: Float32Array): void {
      const list = lists[word]!
      for (let i = 0; i < list.length; i++) into[list[i]!] = into[list[i]!]! + weight
    },
  }
}

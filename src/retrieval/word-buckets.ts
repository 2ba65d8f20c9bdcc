import { hashOn, hashStart } from './text-hash.ts'
import type { Vocabulary } from './vocabulary.ts'
import { splitWords, stem, stopWords } from './words.ts'

export const bucketCount = 4096
const mostBuckets = 64
const plainWord = /^\p{L}{2,}$/u

/**
 * Which buckets the known words of a text fall into, in no order. Several words share each bucket, and whatever the vocabulary
 * does not hold (numbers, keys, addresses, rare names) leaves no trace.
 */
export function wordBuckets(vocabulary: Pick<Vocabulary, 'has'>, text: string): Uint16Array {
  const buckets = new Set<number>()
  for (const { joined } of splitWords(text)) {
    if (!plainWord.test(joined) || stopWords.has(joined) || !vocabulary.has(joined)) continue
    buckets.add(bucketOf(stem(joined)))
    if (buckets.size === mostBuckets) break
  }
  return Uint16Array.from(buckets).sort()
}

/** Mixed once more because the lowest bits alone spread short words badly. */
function bucketOf(word: string): number {
  let hash = hashOn(hashStart, word)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) % bucketCount
}

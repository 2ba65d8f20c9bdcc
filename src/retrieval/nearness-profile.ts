import { createVectorStore, type Nearness, unseen } from './vectors.ts'

/** The share of an entry's own text in its nearness; the rest is that of its nearest tool or example. */
const headShare = 0.4

export const nearnessOf = (head: number, best: number) => headShare * head + (1 - headShare) * best
export const bestOfNearness = (nearness: number, head: number) => (nearness - headShare * head) / (1 - headShare)

/**
 * How near an entry lies to tasks of every kind. Some texts lie near everything, and entries with many tools have
 * more chances; taking the usual nearness off puts all on the same footing.
 */
export function createNearnessProfile(tasks: readonly Int8Array[]): (head: Int8Array, tools: readonly Int8Array[]) => number {
  const references = createVectorStore()
  tasks.forEach((vector, at) => {
    references.add(vector, at, 'head')
  })
  const count = tasks.length
  return (head, tools) => {
    if (count === 0) return 0
    const nearness: Nearness = { heads: new Float32Array(count), bests: new Float32Array(count).fill(unseen), seen: [] }
    references.scan(head, nearness)
    const ignored = new Float32Array(count)
    for (const tool of tools) references.scan(tool, { heads: ignored, bests: nearness.bests, seen: [] })
    let sum = 0
    for (let at = 0; at < count; at++) sum += nearnessOf(nearness.heads[at]!, nearness.bests[at]!)
    return sum / count
  }
}

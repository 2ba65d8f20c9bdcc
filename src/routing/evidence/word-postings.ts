import { WORD_BUCKETS } from '../../retrieval/word-buckets.ts'

type List = { slots: number[]; counts: number[]; places: Map<number, number> }

const nothing = 1e-6

/** For each bucket of words, which slots hold it and how much of it. Lists are flat, because reading goes through all of them. */
export function createWordPostings() {
  const lists: List[] = Array.from({ length: WORD_BUCKETS }, () => ({ slots: [], counts: [], places: new Map() }))

  function remove({ slots, counts, places }: List, slot: number): void {
    const at = places.get(slot)
    const [lastSlot, lastCount] = [slots.pop(), counts.pop()]
    if (at === undefined || lastSlot === undefined || lastCount === undefined) return
    places.delete(slot)
    if (lastSlot === slot) return
    slots[at] = lastSlot
    counts[at] = lastCount
    places.set(lastSlot, at)
  }

  function set(word: number, slot: number, count: number): void {
    const list = lists[word]!
    const at = list.places.get(slot)
    if (count < nothing) {
      if (at !== undefined) remove(list, slot)
    } else if (at !== undefined) list.counts[at] = count
    else {
      list.places.set(slot, list.slots.length)
      list.slots.push(slot)
      list.counts.push(count)
    }
  }

  /** Adds to each slot what it holds of the word, times the weight. */
  function spread(word: number, weight: number, into: Float32Array): void {
    const { slots, counts } = lists[word]!
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
      into[slot] = into[slot]! + weight * counts[i]!
    }
  }
  return { set, spread }
}

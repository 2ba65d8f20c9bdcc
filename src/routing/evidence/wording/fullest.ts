type Holding = { examples: { readonly size: number }; since: number }
type Entry<H> = { holder: H; size: number; since: number }

const fewestStale = 1000

/**
 * Who holds most, and of those that hold as many the one whose oldest is oldest. Every change of a holder is noted in a heap, where what
 * was noted before stays until it comes to the top: looking at all holders each time would take longer the more there are.
 */
export function createFullest<H extends Holding>(isMeant: (holder: H) => boolean) {
  let heap: Entry<H>[] = []
  let mostEntries = fewestStale
  const isTrue = ({ holder, size, since }: Entry<H>) => holder.examples.size === size && holder.since === since && isMeant(holder)

  function note(holder: H): void {
    if (!isMeant(holder)) return
    heap.push({ holder, size: holder.examples.size, since: holder.since })
    rise(heap, heap.length - 1)
    if (heap.length > mostEntries) renew(new Set(heap.filter(isTrue).map((entry) => entry.holder)))
  }

  /** Begins anew with these. */
  function renew(holders: Iterable<H>): void {
    heap = [...holders].filter(isMeant).map((holder) => ({ holder, size: holder.examples.size, since: holder.since }))
    heap.sort((a, b) => (isBefore(a, b) ? -1 : 1))
    mostEntries = 2 * heap.length + fewestStale
  }

  function first(): H | undefined {
    for (;;) {
      const top = heap[0]
      if (!top || isTrue(top)) return top?.holder
      const last = heap.pop()
      if (last && heap.length > 0) {
        heap[0] = last
        sink(heap)
      }
    }
  }
  return { note, renew, first }
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>) => a.size > b.size || (a.size === b.size && a.since < b.since)

function rise<H>(heap: Entry<H>[], from: number): void {
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!isBefore(heap[at]!, heap[above]!)) return
    swap(heap, at, above)
    at = above
  }
}

function sink<H>(heap: Entry<H>[]): void {
  let at = 0
  for (;;) {
    let best = at
    for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length && isBefore(heap[below]!, heap[best]!)) best = below
    if (best === at) return
    swap(heap, at, best)
    at = best
  }
}

function swap<H>(heap: Entry<H>[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}

import { setNewest } from '../recent.ts'
import { minuteMs } from '../storage/days.ts'
import type { Store } from '../storage/store.ts'

declare module '../calls/operation.ts' {
  interface Context {
    boards: Boards
  }
}

/** Rankings read much of the store, so callers that ask for a slow one at the same time share it. */
export type Boards = {
  get: <T extends Ranking>(name: string, read: () => Promise<T>) => Promise<T>
  /** Nobody is shown what was read before, in any process. */
  clear: () => Promise<void>
  close: () => void
}

/** `total` says how many places there are, of which only some may have been read. */
type Ranking = { total: number }

const cleared = 'waymark_boards'

/** What is read sooner than this, or has few places, is never kept, so that a small store always shows its latest state. */
const quickMs = 100
const fewPlaces = 1000
/** A slow ranking is shown for this many times as long as it took to read, so that reading takes a fiftieth of the time at most. */
const timesKept = 50
const longestKeptMs = 10 * minuteMs
const mostKept = 50

/** `isShared` says whether others may wait for it: one that began before their own report was stored does not show that. */
type Kept = { board: Promise<unknown>; isShared: boolean; isRead: boolean; from: number; until: number }

export function openBoards(store: Pick<Store, 'listen' | 'notify'>, nowMs: () => number): Boards {
  const kept = new Map<string, Kept>()
  const stopListening = store.listen(cleared, () => kept.clear())

  function begin<T extends Ranking>(name: string, read: () => Promise<T>, isShared: boolean): Promise<T> {
    const from = nowMs()
    const board = read()
    const one: Kept = { board, isShared, isRead: false, from, until: from }
    setNewest(kept, name, one, mostKept)
    board.then(
      ({ total }) => {
        const tookMs = nowMs() - from
        one.isRead = true
        one.until = nowMs() + Math.min(tookMs * timesKept, longestKeptMs)
        if (tookMs < quickMs || total <= fewPlaces) forget(name, one)
      },
      () => forget(name, one),
    )
    return board
  }

  function forget(name: string, one: Kept): void {
    if (kept.get(name) === one) kept.delete(name)
  }

  return {
    get<T extends Ranking>(name: string, read: () => Promise<T>) {
      const known = kept.get(name)
      const isShown = known && (known.isRead ? nowMs() >= known.from && nowMs() < known.until : known.isShared)
      // Whatever is kept under a name was read for that name.
      if (isShown) return known.board as Promise<T>
      // What is still kept, though out of date, took long the last time.
      return begin(name, read, known?.isRead === true)
    },
    async clear() {
      kept.clear()
      await store.notify(cleared, '')
    },
    close: stopListening,
  }
}

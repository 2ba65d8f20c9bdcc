import { createSlowReadings, type SlowReadings } from '../storage/slow-readings.ts'
import type { Store } from '../storage/store.ts'

declare module '../calls/operation.ts' {
  interface Context {
    boards: Boards
  }
}

/** Rankings read much of the store. */
export type Boards = {
  get: SlowReadings['get']
  /** Nobody is shown what was read before, in any process. */
  clear: () => Promise<void>
  close: () => void
}

const cleared = 'waymark_boards'
const mostKept = 50

export function openBoards(store: Pick<Store, 'listen' | 'notify'>, nowMs: () => number): Boards {
  const { get, clear } = createSlowReadings(nowMs, mostKept)
  return {
    get,
    async clear() {
      clear()
      await store.notify(cleared, '')
    },
    close: store.listen(cleared, clear),
  }
}

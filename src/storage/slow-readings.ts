import { setNewest } from '../recent.ts'
import { minuteMs } from './days.ts'

/** Readings that grow with the store: callers that ask for a slow one at the same time share it. */
export type SlowReadings = {
  /** `sizeOf` says how many rows stand behind what was read, of which only some may have been fetched. */
  get: <T>(name: string, read: () => Promise<T>, sizeOf: (read: T) => number) => Promise<T>
  clear: () => void
}

/** What is read sooner than this, or of few rows, is never kept, so that a small store always shows its latest state. */
const quickMs = 100
const fewRows = 1000
/** A slow reading is shown for this many times as long as it took, so that reading takes a fiftieth of the time at most. */
const timesKept = 50
const longestKeptMs = 10 * minuteMs

/** `isShared` says whether others may wait for it: one that began before their own report was stored does not show that. */
type Kept = { reading: Promise<unknown>; isShared: boolean; isRead: boolean; from: number; until: number }

export function createSlowReadings(nowMs: () => number, mostKept: number): SlowReadings {
  const kept = new Map<string, Kept>()

  function forget(name: string, one: Kept): void {
    if (kept.get(name) === one) kept.delete(name)
  }

  return {
    get<T>(name: string, read: () => Promise<T>, sizeOf: (read: T) => number) {
      const known = kept.get(name)
      const isShown = known && (known.isRead ? nowMs() >= known.from && nowMs() < known.until : known.isShared)
      // Whatever is kept under a name was read for that name.
      if (isShown) return known.reading as Promise<T>
      const from = nowMs()
      const reading = read()
      // What is still kept, though out of date, took long the last time.
      const one: Kept = { reading, isShared: known?.isRead === true, isRead: false, from, until: from }
      setNewest(kept, name, one, mostKept)
      reading.then(
        (found) => {
          const tookMs = nowMs() - from
          one.isRead = true
          one.until = nowMs() + Math.min(tookMs * timesKept, longestKeptMs)
          if (tookMs < quickMs || sizeOf(found) <= fewRows) forget(name, one)
        },
        () => forget(name, one),
      )
      return reading
    },
    clear: () => kept.clear(),
  }
}

import { isUnavailable } from '../../errors.ts'

const retryMs = 1000
const largestBatch = 1000

export type WriteBehindOptions<T> = {
  write: (items: readonly T[]) => Promise<void>
  /** For how long what comes is gathered before it is written together. */
  gatherMs: number
  mostWaiting: number
  /** Called once for all that was lost together. */
  onError: (error: unknown, lost: number) => void
}

export type WriteBehind<T> = {
  waiting: ReadonlyMap<string, T>
  add: (key: string, item: T) => void
  /** Writes for as long as something is owed, unless the store is away. */
  settle: (isOwed: () => boolean) => Promise<void>
  close: () => Promise<void>
}

/** Tries one after the other, until the store is away. */
async function tryAlone<T>(batch: readonly [key: string, item: T][], write: WriteBehindOptions<T>['write']) {
  const refusals: unknown[] = []
  for (const [tried, [, item]] of batch.entries()) {
    try {
      await write([item])
    } catch (error) {
      if (isUnavailable(error)) return { tried, refusals }
      refusals.push(error)
    }
  }
  return { tried: batch.length, refusals }
}

/**
 * Writes, a moment later and in batches, what nobody waits for. While the store is unavailable things wait here; beyond a bound the oldest are
 * given up, and so is what is left at a failed close. What the store refuses even alone is given up too, so that it holds up nothing else.
 */
export function openWriteBehind<T>({ write, gatherMs, mostWaiting, onError }: WriteBehindOptions<T>): WriteBehind<T> {
  const waiting = new Map<string, T>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<boolean> | undefined
  let isClosed = false
  /** How many had to go because the store was away; told together, once it is back. */
  let crowdedOut = 0

  function schedule(ms: number): void {
    if (timer || isClosed) return
    timer = setTimeout(async () => {
      timer = undefined
      const isWritten = await flush()
      if (waiting.size > 0) schedule(isWritten ? gatherMs : retryMs)
    }, ms).unref()
  }

  function flush(): Promise<boolean> {
    writing ??= writeBatch().finally(() => {
      writing = undefined
    })
    return writing
  }

  /** What comes while it writes waits for the next time, and so does all of it when it fails. */
  async function writeBatch(): Promise<boolean> {
    const batch = [...waiting.entries().take(largestBatch)]
    if (batch.length === 0) return true
    try {
      await write(batch.map(([, item]) => item))
      for (const [key] of batch) waiting.delete(key)
    } catch (error) {
      const isWritten = !isUnavailable(error) && (await writeOneByOne(batch))
      if (!isWritten) return false
    }
    if (crowdedOut > 0) onError(new Error('the store was away for too long'), crowdedOut)
    crowdedOut = 0
    return true
  }

  async function writeOneByOne(batch: readonly [key: string, item: T][]): Promise<boolean> {
    const { tried, refusals } = await tryAlone(batch, write)
    for (const [key] of batch.slice(0, tried)) waiting.delete(key)
    if (refusals.length > 0) onError(refusals[0], refusals.length)
    return tried === batch.length
  }

  async function settle(isOwed: () => boolean): Promise<void> {
    let isWritten = true
    while (isWritten && isOwed()) isWritten = await flush()
  }

  return {
    waiting,
    add(key, item) {
      waiting.set(key, item)
      if (waiting.size > mostWaiting) {
        waiting.delete(waiting.keys().next().value ?? '')
        crowdedOut++
      }
      schedule(gatherMs)
    },
    settle,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await settle(() => waiting.size > 0)
      const lost = waiting.size + crowdedOut
      if (lost > 0) onError(new Error('the store was away at the end'), lost)
    },
  }
}

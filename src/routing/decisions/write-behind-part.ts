const retryMs = 1000
const largestBatch = 1000

export type WriteBehindOptions<T> = {
  write: (items: readonly T[]) => Promise<void>
  /** For how long what comes is gathered before it is written together. */
  gatherMs: number
  mostWaiting: number
  onError: (error: unknown, lost: number) => void
}

export type WriteBehind<T> = {
  waiting: ReadonlyMap<string, T>
  add: (key: string, item: T) => void
  /** Writes for as long as something is owed, unless the store is away. */
  settle: (isOwed: () => boolean) => Promise<void>
  close: () => Promise<void>
}

/**
 * Writes, a moment later and in batches, what nobody waits for. While the store is unavailable things wait here; beyond a bound the oldest are
 * given up, and so is what is left at a failed close.
 */
export function openWriteBehind<T>({ write, gatherMs, mostWaiting, onError }: WriteBehindOptions<T>): WriteBehind<T> {
  const waiting = new Map<string, T>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<boolean> | undefined
  let isClosed = false

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
    const batch = [...waiting].slice(0, largestBatch)
    if (batch.length === 0) return true
    try {
      await write(batch.map(([, item]) => item))
    } catch (error) {
      onError(error, 0)
      return false
    }
    for (const [key] of batch) waiting.delete(key)
    return true
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
        onError(new Error('the store is away for too long'), 1)
      }
      schedule(gatherMs)
    },
    settle,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await settle(() => waiting.size > 0)
      if (waiting.size > 0) onError(new Error('the store was away at the end'), waiting.size)
    },
  }
}

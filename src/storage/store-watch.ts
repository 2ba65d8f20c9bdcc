import { isUnavailable } from '../errors.ts'
import type { Store } from './store.ts'

const probeEveryMs = 500
/** An outage is over when none has begun again for so long: a full disk fails every act, but not the queries between them. */
const steadyMs = 5000

type StoreWatch<S extends Store> = { store: S; isAway: () => boolean; close: () => void }
type Told = { onAway: (error: unknown) => void; onBack: () => void }

/** Notes from every answer of the store whether it can be reached, and keeps asking until it can. An outage is told once. */
export function watchStore<S extends Store>(store: S, { onAway, onBack }: Told): StoreWatch<S> {
  let isAway = false
  let isTold = false
  let timer: NodeJS.Timeout | undefined
  let steady: NodeJS.Timeout | undefined

  function back(): void {
    isAway = false
    steady = setTimeout(() => {
      isTold = false
      onBack()
    }, steadyMs).unref()
  }
  function lost(error: unknown): void {
    isAway = true
    clearTimeout(steady)
    if (!isTold) onAway(error)
    isTold = true
    timer ??= setTimeout(() => {
      timer = undefined
      seen(() => store.query('SELECT 1')).catch(() => {})
    }, probeEveryMs).unref()
  }
  async function seen<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work()
      if (isAway) back()
      return value
    } catch (error) {
      if (isUnavailable(error)) lost(error)
      throw error
    }
  }
  return {
    store: {
      ...store,
      query: (text: string, values) => seen(() => store.query(text, values)),
      execute: (text, values) => seen(() => store.execute(text, values)),
      insertMany: (...given) => seen(() => store.insertMany(...given)),
      transaction: (work) => seen(() => store.transaction(work)),
    } as S,
    isAway: () => isAway,
    close() {
      clearTimeout(timer)
      clearTimeout(steady)
    },
  }
}

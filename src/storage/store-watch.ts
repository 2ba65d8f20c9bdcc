import { isUnavailable } from '../errors.ts'
import type { Store } from './store.ts'

const probeEveryMs = 500

type StoreWatch<S extends Store> = { store: S; isAway: () => boolean; close: () => void }

/** Notes from every answer of the store whether it can be reached, and keeps asking until it can. */
export function watchStore<S extends Store>(store: S): StoreWatch<S> {
  let isAway = false
  let timer: NodeJS.Timeout | undefined

  function lost(): void {
    isAway = true
    timer ??= setTimeout(() => {
      timer = undefined
      seen(() => store.query('SELECT 1')).catch(() => {})
    }, probeEveryMs).unref()
  }
  async function seen<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work()
      isAway = false
      return value
    } catch (error) {
      if (isUnavailable(error)) lost()
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
    close: () => clearTimeout(timer),
  }
}

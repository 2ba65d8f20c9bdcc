import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from './store.ts'

/** How long a change waits for its own message to come back; a lost message must not hold up the answer. */
const mostWaitMs = 200
/** How much later than this process another one may get the same message. */
const spreadMs = 20
const mostHearingMs = 1000

type Announcements = {
  /** Resolves when the message has come back, which is about when every other process gets it too. */
  tell: (message: string) => Promise<void>
  /** Resolves once messages come in, so that what is read from then on misses none; where that takes long, an empty one comes later. */
  heard: Promise<void>
  close: () => void
}

/** Messages about changes, to every process on the store; this one hears its own as well. */
export function openAnnouncements(store: Store, channel: string, onMessage: (message: string) => void): Announcements {
  const waiting = new Set<{ message: string; resolve: () => void }>()
  const first = Promise.withResolvers<void>()
  const close = store.listen(channel, (heard) => {
    first.resolve()
    onMessage(heard)
    for (const { message, resolve } of waiting) if (message === heard) resolve()
  })
  return {
    async tell(message) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const one = { message, resolve }
      waiting.add(one)
      const timer = setTimeout(resolve, mostWaitMs)
      try {
        await store.notify(channel, message)
        await promise
        if (store.kind === 'postgres') await sleep(spreadMs)
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
      }
    },
    heard: store.kind === 'sqlite' ? Promise.resolve() : Promise.race([first.promise, sleep(mostHearingMs, undefined, { ref: false })]),
    close,
  }
}

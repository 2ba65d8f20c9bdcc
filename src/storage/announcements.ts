import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from './store.ts'

/** How long a change waits for its own message to come back; a lost message must not hold up the answer. */
const mostWaitMs = 200
/** How much later than this process another one may get the same message. */
const spreadMs = 20

type Announcements = {
  /** Resolves when the message has come back, which is about when every other process gets it too. */
  tell: (message: string) => Promise<void>
  close: () => void
}

/** Messages about changes, to every process on the store; this one hears its own as well. */
export function openAnnouncements(store: Store, channel: string, onMessage: (message: string) => void): Announcements {
  const waiting = new Set<{ message: string; resolve: () => void }>()
  const close = store.listen(channel, (heard) => {
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
    close,
  }
}

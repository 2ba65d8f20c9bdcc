import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Store } from '../storage/store.ts'

type ListenerOptions = {
  connection: pg.ClientConfig & { query_timeout: number }
  checkEveryMs: number
  onError: (error: Error) => void
}
type Listener = Pick<Store, 'listen' | 'close'>

type Say = (text: string) => Promise<unknown>

const retryAfterMs = 500

/** Hears the messages of all processes over a connection of its own, opened with the first channel and again whenever it is lost. */
export function openListener({ connection, checkEveryMs, onError }: ListenerOptions): Listener {
  const query_timeout = Math.min(connection.query_timeout, checkEveryMs)
  const bus = new EventEmitter().setMaxListeners(0)
  const channels = new Set<string>()
  /** The one connection there is, from its first attempt to its end. */
  let client: pg.Client | undefined
  /** Runs a statement on it; undefined until it is connected. */
  let say: Say | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let wasReady = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...connection, application_name: 'waymark-listen', query_timeout })
    client = fresh
    fresh.on('notification', ({ channel, payload }) => bus.emit(channel, payload ?? ''))
    fresh.on('error', onError)
    let checking: NodeJS.Timeout | undefined
    fresh.on('end', () => {
      clearInterval(checking)
      replaceLater(fresh)
    })
    try {
      await fresh.connect()
      const sayHere = oneByOne(fresh)
      say = sayHere
      // Nothing but messages comes over this connection, so a dead one would look like a quiet one.
      checking = setInterval(() => sayHere('SELECT 1').catch(() => fresh.end()), checkEveryMs).unref()
      for (const channel of channels) await sayHere(`LISTEN ${channel}`)
    } catch {
      replaceLater(fresh)
      // A connection that hears only some of the channels must not live on beside its successor.
      fresh.end().catch(() => {})
      return
    }
    // What was sent meanwhile is lost; an empty message tells every listener to look for itself.
    if (wasReady) for (const channel of channels) bus.emit(channel, '')
    wasReady = true
  }

  function replaceLater(lost: pg.Client): void {
    if (lost !== client) return
    client = undefined
    say = undefined
    if (isClosed) return
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, retryAfterMs)
  }

  function subscribe(channel: string): void {
    if (channels.has(channel)) return
    channels.add(channel)
    if (say) say(`LISTEN ${channel}`).catch(onError)
    else if (!client && !retry) void connect()
  }

  return {
    listen(channel, listener) {
      bus.on(channel, listener)
      subscribe(channel)
      return () => bus.off(channel, listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** The driver takes no statement while it waits for the answer to another. */
function oneByOne(client: pg.Client): Say {
  let last: Promise<unknown> = Promise.resolve()
  return (text) => {
    const answer = last.then(() => client.query(text))
    last = answer.catch(() => {})
    return answer
  }
}

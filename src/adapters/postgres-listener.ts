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
  const outage = toldOnce(onError)

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...connection, application_name: 'waymark-listen', query_timeout })
    client = fresh
    fresh.on('notification', ({ channel, payload }) => bus.emit(channel, payload ?? ''))
    fresh.on('error', outage.tell)
    let checking: NodeJS.Timeout | undefined
    fresh.on('end', () => {
      clearInterval(checking)
      replaceLater(fresh)
    })
    try {
      await fresh.connect()
      const sayHere = oneByOne(fresh)
      // Nothing but messages comes over this connection, so a dead one would look like a quiet one.
      checking = setInterval(() => sayHere('SELECT 1').catch(() => fresh.end()), checkEveryMs).unref()
      // Channels that are added meanwhile are heard here too.
      for (const channel of channels) await hear({ channel, bus, say: sayHere })
      say = sayHere
      outage.end()
    } catch (error) {
      if (!isClosed) outage.tell(error as Error)
      replaceLater(fresh)
      // A connection that hears only some of the channels must not live on beside its successor.
      fresh.end().catch(() => {})
    }
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
    channels.add(channel)
    const current = client
    if (say) hear({ channel, bus, say }).catch(() => current?.end())
    else if (!client && !retry) void connect()
  }

  return {
    listen(channel, listener) {
      bus.on(channel, listener)
      if (!channels.has(channel)) subscribe(channel)
      return () => bus.off(channel, listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** What was sent before this is lost; an empty message tells every listener to look for itself. */
async function hear({ channel, bus, say }: { channel: string; bus: EventEmitter; say: Say }): Promise<void> {
  await say(`LISTEN ${channel}`)
  bus.emit(channel, '')
}

/** Tells the first of several errors in a row, not every failed attempt to end what it began. */
function toldOnce(onError: (error: Error) => void) {
  let isTold = false
  return {
    tell(error: Error): void {
      if (!isTold) onError(error)
      isTold = true
    },
    end(): void {
      isTold = false
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

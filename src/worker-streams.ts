import cluster from 'node:cluster'
import type { Relay } from './faces/mcp/relay.ts'

/** From the process that was asked, through the supervisor, to the one that holds the stream; and back. */
type Sent = { kind: 'stream_sent'; ask: number; worker: number; stream: string; message?: object }
type Taken = { kind: 'stream_taken'; ask: number; worker: number; found: boolean }

const patienceMs = 5000

/** Lets a serving process answer on an event stream of another one: a client's posts may reach any of them. */
export function relayStreams(): Relay {
  const waiting = new Map<number, (found: boolean) => void>()
  let asked = 0
  let take: Parameters<Relay['onSent']>[0] = () => false
  process.on('message', (said: Partial<Sent> | Partial<Taken>) => {
    if (said.kind === 'stream_taken') waiting.get(said.ask ?? 0)?.(said.found === true)
    if (said.kind !== 'stream_sent') return
    const { ask = 0, worker = 0, stream = '', message } = said
    tell({ kind: 'stream_taken', ask, worker, found: take(stream, message) })
  })
  return {
    own: cluster.worker?.id ?? 0,
    onSent(taking) {
      take = taking
    },
    send: (owner, stream, message) =>
      new Promise((resolve) => {
        const ask = ++asked
        const end = (found: boolean) => {
          clearTimeout(timer)
          waiting.delete(ask)
          resolve(found)
        }
        const timer = setTimeout(end, patienceMs, false)
        waiting.set(ask, end)
        tell({ kind: 'stream_sent', ask, worker: owner, stream, ...(message ? { message } : {}) })
      }),
  }
}

/** A channel that closes while the service stops is no failure. */
const tell = (said: Sent | Taken) => process.send?.(said, undefined, undefined, () => {})

/** In the supervisor: each message goes to the process that it names, with the one it came from in its place. */
export function passStreamMessages(): void {
  cluster.on('message', (from, said: Partial<Sent> | Partial<Taken>) => {
    if (said.kind !== 'stream_sent' && said.kind !== 'stream_taken') return
    const to = cluster.workers?.[said.worker ?? 0]
    if (to?.isConnected()) to.send({ ...said, worker: from.id })
    else if (said.kind === 'stream_sent' && from.isConnected()) from.send({ kind: 'stream_taken', ask: said.ask, worker: 0, found: false })
  })
}

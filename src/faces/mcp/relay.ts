import { randomUUID } from 'node:crypto'
import type { Streams } from './streams.ts'

/** How a process reaches the streams that another one behind the same port holds. */
export type Relay = {
  /** The number of this process, with which the ids of its streams begin. */
  own: number
  /** Sends a message to a stream, or only asks for it; false when it is gone. */
  send: (owner: number, id: string, message?: object) => Promise<boolean>
  /** What others send to the streams of this process goes here. */
  onSent: (take: (id: string, message: object | undefined) => boolean) => void
}

export const streamIds = (relay: Relay | undefined) => () => (relay ? `${relay.own}.${randomUUID()}` : randomUUID())

/** How to answer on a stream of this process or, through the relay, of another one; nothing when it is gone. */
export function createReach({ find }: Pick<Streams, 'find'>, relay: Relay | undefined) {
  relay?.onSent((id, message) => {
    const send = find(id)
    if (message) send?.(message)
    return send !== undefined
  })
  return async (id: string): Promise<((message: object) => void) | undefined> => {
    const owner = /^(\d{1,9})\./.exec(id)?.[1]
    if (!relay || owner === undefined || Number(owner) === relay.own) return find(id)
    return (await relay.send(Number(owner), id)) ? (message) => void relay.send(Number(owner), id, message) : undefined
  }
}

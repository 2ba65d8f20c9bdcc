import type { CatalogEntry } from '../catalog/schema.ts'
import { OutboundRefused, type SafeFetch } from '../outbound.ts'
import { isoTime } from '../storage/days.ts'
import { type Store, together } from '../storage/store.ts'
import { announceChanges } from './changes-part.ts'
import { openQueue } from './queue-part.ts'
import { signedHeaders, waitAfter } from './rules.ts'
import { openSlots } from './slots-part.ts'
import { type Due, saveDelivered, saveFailed, takeAttempt } from './store.ts'

const everyMs = 1000
const turnsPerLook = 60
const timeoutMs = 10_000
const leaseMs = 60_000

export type DeliveryParts = {
  store: Store
  fetchSafely: SafeFetch
  now: () => Date
  entries: () => readonly CatalogEntry[]
  onError: (error: unknown) => void
}

export type Deliveries = {
  deliverDue: () => Promise<number>
  announceChanges: () => Promise<number>
  /** Delivers periodically until closed. */
  start: () => void
  close: () => Promise<void>
}

/** Sends what the outbox holds. Several processes may run this over one store: each attempt belongs to one of them. */
export function openDeliveries({ store, fetchSafely, now, entries, onError }: DeliveryParts): Deliveries {
  const announce = () => announceChanges({ store, now, entries })
  const slots = openSlots()
  const queue = openQueue({ store, slots, now })
  const working = new Set<Promise<unknown>>()
  let turn = 0
  let isAnnouncing = false
  let isClosing = false
  let timer: NodeJS.Timeout | undefined

  /** One round. An agent with a delivery under way gets nothing more, however long its receiver takes. */
  async function deliverDue(): Promise<number> {
    const byAgent = Map.groupBy(await queue.next(), ({ agent_identity_id }) => agent_identity_id)
    const made = await together([...byAgent].map(([agent, theirs]) => deliverTo(agent, theirs)))
    return made.flat().filter(Boolean).length
  }

  async function deliverTo(agent: string, due: readonly Due[]): Promise<boolean[]> {
    try {
      return await together(due.map((one) => slots.during(one.url, attempt(one, { store, fetchSafely, now }))))
    } finally {
      queue.finished(agent)
    }
  }

  /** A new round starts every second, so that a slow receiver delays no other; only a slow store does. */
  function takeTurn(): void {
    if (isAnnouncing || queue.isAsking()) return
    const work = deliverAll()
      .catch(onError)
      .finally(() => working.delete(work))
    working.add(work)
  }

  async function announceOnce(): Promise<void> {
    isAnnouncing = true
    try {
      await announce()
    } finally {
      isAnnouncing = false
    }
  }

  async function deliverAll(): Promise<void> {
    if (turn++ % turnsPerLook === 0) await announceOnce()
    while (!isClosing && slots.left() > 0 && (await deliverDue()) > 0);
  }

  return {
    deliverDue,
    announceChanges: announce,
    start() {
      timer ??= setInterval(takeTurn, everyMs).unref()
    },
    async close() {
      clearInterval(timer)
      isClosing = true
      await Promise.all(working)
    },
  }
}

/** False when another process has taken this attempt. */
async function attempt(due: Due, { store, fetchSafely, now }: Pick<DeliveryParts, 'store' | 'fetchSafely' | 'now'>): Promise<boolean> {
  const later = (ms: number) => isoTime(now().getTime() + ms)
  if (!(await takeAttempt(store, due, later(leaseMs)))) return false
  const problem = await send(due, fetchSafely, now())
  if (problem === undefined) await store.transaction((tx) => saveDelivered(tx, due))
  else {
    const wait = waitAfter(due.attempts + 1)
    const failure = { problem, next_attempt_at: wait === undefined ? null : later(wait), now: now().toISOString() }
    await store.transaction((tx) => saveFailed(tx, due, failure))
  }
  return true
}

/** Gives the problem in words, or nothing when the receiver took it. */
async function send({ url, body, delivery_id, secret }: Due, fetchSafely: SafeFetch, at: Date): Promise<string | undefined> {
  const headers = signedHeaders({ delivery_id, body, secret, at })
  try {
    const { status } = await fetchSafely({
      url,
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
      timeout_ms: timeoutMs,
      most_bytes: 4096,
      most_redirects: 2,
    })
    return status >= 200 && status < 300 ? undefined : `the address answered with status ${status}`
  } catch (error) {
    return error instanceof OutboundRefused ? `the address ${error.message}` : 'the address could not be reached'
  }
}

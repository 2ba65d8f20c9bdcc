import type { Store } from '../storage/store.ts'
import type { Slots } from './slots-part.ts'
import { type Due, dueDeliveries } from './store.ts'

const mostOfOneAgent = 4
const mostFound = 100
/** The query that leaves them out names each of them. */
const mostServed = 500

type QueueParts = { store: Store; slots: Slots; now: () => Date }

/** Whose deliveries come next. Agents take turns: what waits for those that had theirs comes after what waits for others, however old it is. */
export function openQueue({ store, slots, now }: QueueParts) {
  const busy = new Set<string>()
  const served = new Set<string>()
  let asking = 0
  let last: Promise<unknown> = Promise.resolve()

  const find = (except: Iterable<string>) =>
    dueDeliveries(store, { now: now().toISOString(), most: mostFound, most_of_one_agent: mostOfOneAgent, except_agents: [...except] })

  /** Of what was found, that for which there is room. An agent whose host has none loses its turn, so that those behind it are found. */
  function takenOf(found: readonly Due[]): Due[] {
    const taken = found.filter(({ agent_identity_id, url }) => {
      if (slots.left() === 0) return false
      served.add(agent_identity_id)
      return slots.take(url)
    })
    for (const { agent_identity_id } of taken) busy.add(agent_identity_id)
    return taken
  }

  async function take(): Promise<Due[]> {
    while (served.size < mostServed) {
      const others = await find([...busy, ...served])
      const due = takenOf(others)
      if (due.length > 0 || slots.left() === 0) return due
      if (others.length === 0) break
    }
    if (served.size === 0) return []
    served.clear()
    return takenOf(await find(busy))
  }

  return {
    isAsking: () => asking > 0,
    /** What to deliver now, with a slot for each. Asked one after the other, since each must know what the one before took. */
    async next(): Promise<Due[]> {
      asking++
      const due = last.then(take)
      last = due.catch(() => {})
      return due.finally(() => asking--)
    },
    /** Until then an agent gets nothing more. */
    finished: (agent: string) => busy.delete(agent),
  }
}

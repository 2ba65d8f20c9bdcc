import { isUnavailable } from '../errors.ts'
import { setNewest } from '../recent.ts'
import { openAnnouncements } from '../storage/announcements.ts'
import type { Store } from '../storage/store.ts'
import type { Agent } from './schema.ts'
import { findAgent, findAgentByName, unknownAgent } from './store.ts'

const freshMs = 1000
const mostKept = 20_000
export const agentsChanged = 'waymark_agents'

declare module '../calls/operation.ts' {
  interface Context {
    agents: AgentDirectory
  }
}

/** Agents by id, remembered for a moment so that routing needs no query for a caller it has just seen. */
type AgentDirectory = {
  find: (agentIdentityId: string) => Promise<Agent | undefined>
  findByName: (agentName: string) => Promise<Agent | undefined>
  /** What is remembered of the agent, however old, without asking the store. */
  peek: (agentIdentityId: string) => Agent | undefined
  require: (agentIdentityId: string) => Promise<Agent>
  forget: (agentIdentityId: string) => Promise<void>
  close: () => void
}

export function openDirectory(store: Store, nowMs: () => number, isStoreAway: () => boolean = () => false): AgentDirectory {
  const known = new Map<string, { agent: Agent; at: number }>()
  let changes = 0
  const announcements = openAnnouncements(store, agentsChanged, drop)

  /** Counts the change, so that a read that began before it is not remembered. An empty message says that some were lost. */
  function drop(id: string): void {
    changes++
    if (id === '') known.clear()
    else known.delete(id)
  }

  async function find(id: string): Promise<Agent | undefined> {
    const kept = known.get(id)
    if (kept && Math.abs(nowMs() - kept.at) < freshMs) return kept.agent
    if (kept && isStoreAway()) return kept.agent
    try {
      return await read(id)
    } catch (error) {
      // The call that finds the store away is answered from memory too, unless the agent was changed meanwhile.
      const remembered = known.get(id)?.agent
      if (remembered && isUnavailable(error)) return remembered
      throw error
    }
  }

  async function read(id: string): Promise<Agent | undefined> {
    const seen = changes
    const agent = await findAgent(store, id)
    known.delete(id)
    if (agent && seen === changes) setNewest(known, id, { agent, at: nowMs() }, mostKept)
    return agent
  }

  return {
    find,
    findByName: (name) => findAgentByName(store, name),
    peek: (id) => known.get(id)?.agent,
    async require(id) {
      const agent = await find(id)
      if (!agent) throw unknownAgent()
      return agent
    },
    async forget(id) {
      drop(id)
      await announcements.tell(id)
    },
    close: announcements.close,
  }
}

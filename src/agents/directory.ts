import type { Store } from '../store.ts'
import type { Agent } from './schema.ts'
import { findAgent, findAgentByName, unknownAgent } from './store.ts'

const freshMs = 1000
const mostKept = 20_000
export const agentsChanged = 'waymark_agents'

declare module '../operation.ts' {
  interface Context {
    agents: AgentDirectory
  }
}

/** Agents by id, remembered for a moment so that routing needs no query for a caller it has just seen. */
export type AgentDirectory = {
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
  const stopListening = store.listen(agentsChanged, (id) => known.delete(id))

  async function find(id: string): Promise<Agent | undefined> {
    const kept = known.get(id)
    if (kept && Math.abs(nowMs() - kept.at) < freshMs) return kept.agent
    if (kept && isStoreAway()) return kept.agent
    const agent = await findAgent(store, id)
    known.delete(id)
    if (agent) known.set(id, { agent, at: nowMs() })
    if (known.size > mostKept) known.delete(known.keys().next().value ?? '')
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
      known.delete(id)
      await store.notify(agentsChanged, id)
    },
    close: stopListening,
  }
}

import { setNewest } from '../../recent.ts'
import { dayMs, isoTime } from '../../storage/days.ts'
import type { Store } from '../../storage/store.ts'
import type { EvidenceSink } from '../evidence-sink.ts'
import { type AgentMemory, noMemory } from '../ports.ts'
import { type ClusterHistory, recall } from './agent-memory.ts'
import { readToolRuns } from './store.ts'

const freshMs = 60_000
const mostKept = 5000
/** What worked for an agent longer ago says little about today, and would have to be added up for every agent that asks. */
const rememberedMs = 90 * dayMs

export type Memories = {
  of: (agentIdentityId: string) => Promise<AgentMemory>
  /** Makes the next request read the memory of this agent again. */
  forget: (agentIdentityId: string) => void
}

/** What each agent's own reports say, remembered for a minute unless it reports again. */
export function openMemories(store: Store, nowMs: () => number): Memories {
  const kept = new Map<string, { memory: Promise<AgentMemory>; at: number }>()

  /** A lookup that fails or takes too long counts as no memory; the next request tries again. */
  async function read(agentIdentityId: string): Promise<AgentMemory> {
    const since = isoTime(nowMs() - rememberedMs)
    const runs = await readToolRuns(store, agentIdentityId, since).catch(() => null)
    if (runs) return memoryOf(runs)
    kept.delete(agentIdentityId)
    return noMemory
  }

  return {
    of(agentIdentityId) {
      const known = kept.get(agentIdentityId)
      if (known && Math.abs(nowMs() - known.at) < freshMs) return known.memory
      const memory = read(agentIdentityId)
      setNewest(kept, agentIdentityId, { memory, at: nowMs() }, mostKept)
      return memory
    },
    forget: (agentIdentityId) => void kept.delete(agentIdentityId),
  }
}

function memoryOf(runs: readonly ClusterHistory[]): AgentMemory {
  const clusters = new Map(runs.map((history) => [history.cluster, servedBest(history)]))
  return (cluster) => clusters.get(cluster) ?? null
}

function servedBest(history: ClusterHistory): ReturnType<AgentMemory> {
  const skill = recall(history)?.historical
  const best = history.candidates.find(({ subject }) => subject === skill)
  return best ? { skill: best.subject, success_rate: best.success_sum / best.sample_size } : null
}

/** What an agent has just reported is part of its memory immediately. */
export function refreshing({ forget }: Memories, sink: EvidenceSink): EvidenceSink {
  return {
    accept: sink.accept,
    publish(outcomes) {
      sink.publish(outcomes)
      for (const { outcome } of outcomes) if (outcome.agent_identity_id !== null) forget(outcome.agent_identity_id)
    },
  }
}

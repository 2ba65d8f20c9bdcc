import { longestAgentId } from '../input/fields.ts'
import { isRecord } from '../input/record.ts'
import type { Context } from './operation.ts'
import type { Standing } from './overload.ts'

export type Known = ReturnType<Context['agents']['peek']>

/** Whose call it is: by identity, or by name where none is given. */
export async function actorIn(raw: unknown, agents: Context['agents']): Promise<Known> {
  const agentId = agentIn(raw)
  if (agentId !== undefined) return agents.find(agentId)
  const name = textIn(raw, 'agent_name')
  return name === undefined ? undefined : agents.findByName(name)
}

export function standingOf(agent: Known): Standing {
  if (!agent) return 'anonymous'
  return agent.verified_at === null ? 'agent' : 'verified'
}

/** Trimmed as the operations trim it, so that spaces around an id do not make it another agent. */
export function agentIn(raw: unknown): string | undefined {
  const id = textIn(raw, 'agent_identity_id')
  return id !== undefined && id !== '' && id.length <= longestAgentId ? id : undefined
}

export function textIn(raw: unknown, field: 'agent_identity_id' | 'agent_name'): string | undefined {
  const value = isRecord(raw) ? raw[field] : undefined
  return typeof value === 'string' ? value.trim() : undefined
}

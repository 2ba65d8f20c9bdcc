import { ServiceError, secondsInWords } from '../errors.ts'
import { actorIn, agentIn, type Known, standingOf, textIn } from './actor.ts'
import type { Allowance, Caller, Operation, StandingContext } from './operation.ts'
import { isLimited, type RateLimiter } from './rate-limit.ts'

/** Verified agents may ask this many times as often. */
const verifiedFactor = 2
/** Longer names are refused later. */
const longestCounted = 200

/** Refuses an agent that asks too often, from however many networks. */
export function createAgentLimit({ agents, config, now }: StandingContext, limiter: RateLimiter) {
  function takeFor(counted: string, agent: Known): Allowance {
    const factor = standingOf(agent) === 'verified' ? verifiedFactor : 1
    return limiter.take(counted, now().getTime(), { factor })
  }

  return async (row: Operation, raw: unknown, caller: Caller): Promise<void> => {
    if (!isLimited(caller, config)) return
    const agentId = agentIn(raw)
    const counted = agentId ?? countedName(row, raw)
    if (counted === undefined) return
    const known = agentId === undefined ? undefined : agents.peek(agentId)
    let allowance = takeFor(counted, known)
    // An agent that is not in memory may be verified and have a larger limit, so it is looked up before it is refused.
    if (!allowance.allowed && known === undefined) allowance = takeFor(counted, await actorIn(raw, agents))
    const { allowed, limit, reset_seconds } = allowance
    if (limit > 0) caller.onAllowance?.(allowance)
    if (allowed) return
    throw new ServiceError('rate_limited', `At most ${limit} requests a minute from one agent. Wait ${secondsInWords(reset_seconds)}.`, {
      retry_after_seconds: reset_seconds,
      rate_limit: limit,
    })
  }
}

/**
 * Acts under a name alone. They are counted apart from those under its identity: names are public, and a stranger must not use up what an
 * agent may ask. Reads are not counted, since they only look at an agent; nor is registering, which asks for the identity.
 */
function countedName({ effect, name: operation }: Operation, raw: unknown): string | undefined {
  if (effect === 'read' || operation === 'register_agent') return undefined
  const name = textIn(raw, 'agent_name')?.normalize('NFC').slice(0, longestCounted)
  return name ? `name:${name}` : undefined
}

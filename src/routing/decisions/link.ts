import type { Tier } from '../../catalog/models.ts'
import { dayMs, isoTime } from '../../storage/days.ts'
import type { Approach } from '../decision.ts'

/** What must be known of a decision to tell whether an outcome may be linked to it. */
export type LinkableDecision = {
  decision_id: string
  agent_identity_id: string | null
  approach: Approach
  cluster: string
  tier: Tier
  recommended_model: string | null
  decided_at: string
  linked_at: string | null
}
export const linkResults = ['linked', 'used', 'foreign', 'expired', 'unknown'] as const
export type LinkResult = (typeof linkResults)[number]
export type LinkRequest = { agent_identity_id: string | null; now: string }

export const linkableDays = 7
export const linkableMs = linkableDays * dayMs

/** A decision is linked once: only to the agent that received it, where either side may be anonymous, and while it is linkable. */
export function judgeLink(decision: LinkableDecision | undefined, { agent_identity_id, now }: LinkRequest): LinkResult {
  if (!decision) return 'unknown'
  const foreign = decision.agent_identity_id !== null && agent_identity_id !== null && decision.agent_identity_id !== agent_identity_id
  if (foreign) return 'foreign'
  if (decision.linked_at !== null) return 'used'
  return decision.decided_at < isoTime(Date.parse(now) - linkableMs) ? 'expired' : 'linked'
}

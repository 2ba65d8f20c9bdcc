import type { CatalogEntry } from '../catalog/schema.ts'
import { clusterKey } from '../routing/cluster.ts'
import type { NewOutcome } from '../telemetry/act.ts'
import { successOf } from '../telemetry/rules.ts'
import type { NewEvent } from '../webhooks/schema.ts'
import type { Claim, MissionResult } from './schema.ts'

type Run = { entry: CatalogEntry; outcome_id: string; claim_id: string }

/** One run of a mission as the learning sees it. Runs of one tool on one claim share a fingerprint, so equal ones are repeats. */
export function outcomeOf(result: MissionResult, { entry, outcome_id, claim_id }: Run): NewOutcome {
  return {
    outcome_id,
    kind: 'tool',
    subject: entry.slug,
    outcome: result.outcome_status,
    success: successOf(result.outcome_status),
    quality: result.quality_rating ?? null,
    latency_ms: result.latency_ms ?? null,
    cost_usd: result.cost_usd ?? null,
    input_tokens: null,
    output_tokens: null,
    cluster: clusterKey('tool_agent', entry.capabilities[0] ?? 'general'),
    source: 'mission',
    task_fingerprint: `mission:${claim_id}:${entry.slug}`,
  }
}

export function completedEvent({ claim_id, mission_id, agent_identity_id }: Claim, completedAt: string): NewEvent {
  const data = { claim_id, mission_id, status: 'completed' }
  return { delivery_id: `mission:${claim_id}`, agent_identity_id, event: 'mission', data, created_at: completedAt }
}

import type { CatalogEntry } from '../catalog/schema.ts'
import { toolCluster } from '../routing/cluster.ts'
import type { NewOutcome } from '../telemetry/act.ts'
import { successOf } from '../telemetry/rules.ts'
import type { NewEvent } from '../webhooks/schema.ts'
import type { Medal } from './schema.ts'
import type { StoredSubmission } from './store.ts'

type Use = { outcome_id: string; challenge_slug: string; quality: number; tier: Medal | null }

/** What a submission says about one tool it used. Time and cost belong to the whole workflow, so they say nothing here. */
export function outcomeOf({ slug, capabilities }: CatalogEntry, { outcome_id, challenge_slug, quality, tier }: Use): NewOutcome {
  const outcome = tier === null ? 'partial_success' : 'success'
  return {
    outcome_id,
    kind: 'tool',
    subject: slug,
    outcome,
    success: successOf(outcome),
    quality,
    latency_ms: null,
    cost_usd: null,
    input_tokens: null,
    output_tokens: null,
    cluster: toolCluster('tool_agent', capabilities),
    source: 'challenge',
    task_fingerprint: `challenge:${challenge_slug}`,
  }
}

export function scoredEvent({
  submission_id,
  challenge_slug,
  agent_identity_id,
  overall_score,
  tier,
  submitted_at,
}: StoredSubmission): NewEvent {
  const data = { submission_id, challenge_slug, overall_score, tier }
  return { delivery_id: `challenge:${submission_id}`, agent_identity_id, event: 'challenge', data, created_at: submitted_at }
}

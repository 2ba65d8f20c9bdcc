import type { CatalogEntry } from '../catalog/schema.ts'
import type { NewOutcome } from '../telemetry/act.ts'
import { toolOutcomeOf } from '../telemetry/outcome.ts'
import type { NewEvent } from '../webhooks/schema.ts'
import type { Medal } from './schema.ts'
import type { StoredSubmission } from './store.ts'

type Use = { outcome_id: string; challenge_slug: string; quality: number; tier: Medal | null }

/** What a submission says about one tool it used. Time and cost belong to the whole workflow, so they say nothing here. */
export function outcomeOf(entry: CatalogEntry, { outcome_id, challenge_slug, quality, tier }: Use): NewOutcome {
  const outcome = tier === null ? 'partial_success' : 'success'
  return toolOutcomeOf(outcome_id, entry, { outcome, quality, task_fingerprint: `challenge:${challenge_slug}` }, 'challenge')
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

import type { CatalogEntry } from '../catalog/schema.ts'
import { clusterKey } from '../routing/cluster.ts'
import type { NewOutcome } from '../telemetry/act.ts'
import { successOf } from '../telemetry/rules.ts'
import type { Medal } from './schema.ts'

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
    cluster: clusterKey('tool_agent', capabilities[0] ?? 'general'),
    source: 'challenge',
    task_fingerprint: `challenge:${challenge_slug}`,
  }
}

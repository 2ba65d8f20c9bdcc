import { rounded } from '../../rounded.ts'
import type { RouteDecision } from '../decision.ts'
import type { ModelChoice } from '../models/choice.ts'
import type { RouteOutput } from '../schema.ts'

/** What every answer says about the call itself. */
export type CallFacts = { decision_id: string | null; store_away: boolean; latency_ms: number }

type Metadata = RouteOutput['routing_metadata']
type Explained = Pick<RouteDecision, 'classification' | 'constraints_applied' | 'reasons' | 'cluster'>
/** What the choice is based on, and its alternatives. */
type Lead = Pick<Metadata, 'match_method' | 'candidates_considered' | 'runner_up' | 'margin'> & { reports: number }

/** What an answer says of itself: how the task was read, what was weighed, and on what the choice is based. */
export function metadataOf(
  { classification, constraints_applied, reasons, cluster }: Explained,
  { match_method, candidates_considered, runner_up, margin, reports }: Lead,
  { decision_id, latency_ms, store_away }: CallFacts,
): Metadata {
  return {
    decision_id,
    match_method,
    classification: { ...classification.signals, source: classification.source },
    candidates_considered,
    constraints_applied,
    latency_ms,
    ...(store_away ? { store_away } : {}),
    reasons,
    runner_up,
    margin,
    cluster,
    // Shown with two digits: weights have no more meaning than that.
    evidence: { reports: rounded(reports, 2), basis: reports > 0 ? 'reports' : 'published_facts' },
  }
}

export function leadOf(decision: RouteDecision): Lead {
  const { approach, model, match_method, candidates_considered, margin, n_effective } = decision
  if (approach === 'direct_llm') return modelLead(model)
  return { match_method, candidates_considered, runner_up: runnerUpOf(decision), margin, reports: n_effective }
}

/** The next in the ranking may be unable to do this work, so only an alternative of the answer is named as runner-up. */
function runnerUpOf({ pick, steps: [first], runner_up }: RouteDecision): string | null {
  const alternatives = (pick ?? first?.pick)?.alternatives.map(({ entry }) => entry.slug) ?? []
  return alternatives.find((slug) => slug === runner_up?.entry.slug) ?? alternatives[0] ?? null
}

export function modelLead(choice: ModelChoice): Lead {
  const match_method = 'none_needed'
  if (choice.kind === 'none') return { match_method, candidates_considered: 0, runner_up: null, margin: 0, reports: 0 }
  const { candidates_considered, runner_up, margin, n_effective } = choice
  return { match_method, candidates_considered, runner_up: runner_up?.slug ?? null, margin, reports: n_effective }
}

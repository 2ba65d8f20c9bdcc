import type { CatalogEntry } from '../catalog/schema.ts'
import { clusterKey } from '../routing/cluster.ts'
import type { NewOutcome } from '../telemetry/act.ts'
import { toolOutcomeOf } from '../telemetry/outcome.ts'
import type { NewEvent } from '../webhooks/schema.ts'
import type { Claim, Mission, MissionResult } from './schema.ts'

/** What the tools of an event are compared at: the capability under which the router will look for what was learnt. */
export const comparedAt: Readonly<Record<Mission['event'], string>> = {
  'web-research-extraction': 'web-search',
  'browser-task-completion': 'browser-automation',
  'repo-question-answering': 'code-hosting',
  'pdf-document-extraction': 'pdf',
  'knowledge-base-search': 'knowledge-retrieval',
  'database-query-generation': 'sql-database',
  'workflow-automation': 'automation-hub',
  'code-intelligence': 'code-search',
  'crm-enrichment': 'lead-enrichment',
  'data-pipeline-orchestration': 'data-pipeline',
}

type Run = { entry: CatalogEntry; outcome_id: string; claim_id: string; mission: Pick<Mission, 'event' | 'candidates'> }

/**
 * One run of a mission as the learning sees it. The runs of its tools fall into one cluster, so that they are compared with each
 * other; runs of one tool are the word of one agent on one tool, and equal ones are repeats. A tool for other work counts only there.
 */
export function outcomeOf({ outcome_status, ...measured }: MissionResult, { entry, outcome_id, claim_id, mission }: Run): NewOutcome {
  const run = { ...measured, outcome: outcome_status, task_fingerprint: `mission:${claim_id}:${entry.slug}` }
  const outcome = toolOutcomeOf(outcome_id, entry, run, 'mission')
  return isCompared(entry, mission) ? { ...outcome, cluster: clusterKey('tool_agent', comparedAt[mission.event]) } : outcome
}

/** An entry of which nobody has said what it does may do the work of any mission. */
function isCompared({ slug, capabilities }: CatalogEntry, { candidates, event }: Run['mission']): boolean {
  return candidates.includes(slug) || capabilities.length === 0 || capabilities.includes(comparedAt[event])
}

export function completedEvent({ claim_id, mission_id, agent_identity_id }: Claim, completedAt: string): NewEvent {
  const data = { claim_id, mission_id, status: 'completed' }
  return { delivery_id: `mission:${claim_id}`, agent_identity_id, event: 'mission', data, created_at: completedAt }
}

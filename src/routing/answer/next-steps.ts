import { stepTo } from '../../calls/operation.ts'
import { longestQuery } from '../../catalog/schema.ts'
import type { NextStep } from '../../errors.ts'
import { excerpt } from '../../excerpt.ts'
import { placeholder } from '../../input/placeholders.ts'
import { whereSet } from '../models/filter.ts'
import { type ModelRouteInput, type ModelRouteOutput, type RouteInput, type RouteOutput, usualPriority } from '../schema.ts'

/** To the report on what was recommended; without a recommendation, to a question that may get one. */
export function afterRoute(input: RouteInput, output: RouteOutput): NextStep {
  const { recommended_skill, recommended_combo, recommended_model, approach, routing_metadata } = output
  const { task, agent_identity_id } = input
  const skill_slug = recommended_skill ?? recommended_combo?.[0]
  const made = { decision_id: routing_metadata.decision_id ?? undefined, agent_identity_id }
  const { blocked_by } = routing_metadata
  if (skill_slug !== undefined && !recommended_model && blocked_by) return askWithout(blocked_by, 'service_route', input, 'no model')
  if (skill_slug !== undefined) return reportStep(skill_slug, made, recommended_combo?.length ?? 1)
  if (approach === 'direct_llm' && recommended_model) return modelReportStep(recommended_model.slug, made)
  if (blocked_by) return askWithout(blocked_by, 'service_route', input)
  const q = task && excerpt(task, longestQuery)
  return stepTo('service_search', { q, limit: 10 }, 'Nothing was certain enough to recommend; look through the catalog yourself.')
}

export function afterModelRoute(input: ModelRouteInput, { model_details, routing_metadata }: ModelRouteOutput): NextStep {
  const { decision_id, blocked_by = [] } = routing_metadata
  if (!model_details) return askWithout(blocked_by, 'service_model_route', input)
  return modelReportStep(model_details.slug, { decision_id: decision_id ?? undefined, agent_identity_id: input.agent_identity_id })
}

/** The same question without the constraints that blocked an answer or a part of it; an agent's own preferences stay in force. */
function askWithout(
  blocked: readonly string[],
  tool: string,
  { constraints, ...asked }: Pick<RouteInput, 'constraints'>,
  left: 'nothing' | 'no model' = 'nothing',
): NextStep {
  const isKept = ([name, value]: [string, unknown]) => !blocked.includes(name) && value !== undefined && value !== usualPriority
  const kept = Object.fromEntries(Object.entries(constraints).filter(isKept))
  const why = blocked.some((name) => name in constraints)
    ? `${left === 'nothing' ? 'Nothing' : 'No model'} satisfies ${blocked.join(' and ')}; ask again without ${blocked.length === 1 ? 'it' : 'them'} if you can.${whereSet(blocked)}`
    : `Your preferences leave ${left} (${blocked.join(', ')}); change them with PUT /api/agents/preferences, then ask again.`
  return stepTo(tool, { ...asked, ...(Object.keys(kept).length > 0 ? { constraints: kept } : {}) }, why)
}

type Made = { decision_id: string | undefined; agent_identity_id: string | undefined }

function reportStep(skill_slug: string, made: Made, tools: number): NextStep {
  const told =
    tools > 1
      ? 'To learn how to reach a tool, send its slug as q to service_search. Once you have used the tools, report each of them so, with the outcome you saw'
      : 'To learn how to reach the tool, send its slug as q to service_search. Once you have used it, report it with the outcome you saw'
  const why = withPromise(told, made, 'it earns credits and improves the next answer')
  return stepTo('service_report', { skill_slug, outcome: placeholder('outcome'), ...made }, why)
}

function modelReportStep(model_slug: string, made: Made): NextStep {
  const told = 'Once you have used the model, report it with the outcome_status you saw'
  const why = withPromise(told, made, 'linked to this decision it earns half as much again')
  return stepTo('service_model_report', { model_slug, outcome_status: placeholder('outcome_status'), ...made }, why)
}

/** Where telemetry is off there is no decision, and a report earns nothing either. */
function withPromise(told: string, { decision_id }: Made, promise: string): string {
  return decision_id === undefined ? `${told}.` : `${told}: ${promise}.`
}

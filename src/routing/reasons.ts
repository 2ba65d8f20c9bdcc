import { MODEL_REASONS } from './model-choice.ts'

/** Why an answer is what it is, as codes a program can read. The list is closed; a new code is a change of the interface. */
const TOOL_REASONS = [
  'no_tool_needed',
  'tool_needed',
  'several_tools_needed',
  'product_named',
  'named_product_excluded',
  'best_match',
  'near_equal_candidates',
  'workflow_best',
  'workflow_preferred',
  'vertical_preferred',
  'tool_reports_considered',
  'tool_facts_only',
  'agent_memory',
  'pinned_by_operator',
  'constraints_excluded_tools',
  'step_unresolved',
  'nothing_fits',
  'work_for_hands',
  'no_model_left',
  'router_orders_ignored',
  'llm_classified',
] as const
export const ROUTE_REASONS = [...TOOL_REASONS, ...MODEL_REASONS] as const
export type RouteReason = (typeof ROUTE_REASONS)[number]

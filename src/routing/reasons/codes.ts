const toolReasons = [
  'no_tool_needed',
  'tool_needed',
  'several_tools_needed',
  'product_named',
  'named_product_excluded',
  'best_match',
  'well_known',
  'lower_price',
  'near_equal_candidates',
  'workflow_best',
  'workflow_preferred',
  'vertical_preferred',
  'tool_reports_considered',
  'tool_facts_only',
  'agent_memory',
  'project_stack',
  'pinned_by_operator',
  'constraints_excluded_tools',
  'step_unresolved',
  'nothing_fits',
  'work_for_hands',
] as const

const requestReasons = ['router_orders_ignored', 'llm_classified'] as const

/** Reasons for the chosen model; if there is none, `no_model_left` says so. */
export const modelReasons = [
  'tier_from_signals',
  'tier_requested',
  'tier_substituted',
  'cheapest_good_enough',
  'best_value_in_tier',
  'highest_quality_in_tier',
  'explored',
  'below_quality_floor',
  'price_unknown',
  'profile_applied',
  'available_providers_applied',
  'preferred_provider_applied',
  'tool_calling_required',
  'context_window_applied',
  'price_cap_applied',
  'run_cost_cap_applied',
  'latency_preference_applied',
  'reports_considered',
  'published_figures_only',
  'quality_is_guess',
] as const
export type ModelReason = (typeof modelReasons)[number]

/** Why an answer is what it is, as codes a program can read. The list is closed; a new code is a change of the interface. */
export const routeReasons = [...toolReasons, 'no_model_left', ...requestReasons, ...modelReasons] as const
export type RouteReason = (typeof routeReasons)[number]

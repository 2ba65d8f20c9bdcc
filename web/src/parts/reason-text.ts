import type { Output } from '../../../sdk/src/transport.ts'

type Reason = Output<'route'>['routing_metadata']['reasons'][number]

const texts: Record<Reason, string> = {
  no_tool_needed: 'A language model can do this without any tool.',
  tool_needed: 'Something outside has to be read or changed.',
  several_tools_needed: 'The steps reach different systems.',
  nothing_fits: 'Nothing in the catalog is close enough.',
  work_for_hands: 'It looks like physical work that no tool server can do.',
  step_unresolved: 'For one of the steps nothing in the catalog is close enough.',
  router_orders_ignored: 'Words addressed to the router were ignored.',
  llm_classified: 'A language model helped to read the task.',
  explored: 'A near equal was tried, as happens now and then, so that more is known about it.',
  product_named: 'Tool: the task names the product.',
  named_product_excluded: 'Tool: the named product was ruled out by a constraint.',
  best_match: 'Tool: it matches the task best.',
  near_equal_candidates: 'Tool: others are nearly as good.',
  workflow_best: 'Tool: it scores best in this workflow.',
  workflow_preferred: 'Tool: it belongs to the workflow you named.',
  vertical_preferred: 'Tool: it belongs to the industry you named.',
  tool_reports_considered: 'Tool: what agents reported about it counted.',
  tool_facts_only: 'Tool: no reports yet, so its published facts alone counted.',
  agent_memory: 'Tool: what worked for this agent before counted.',
  pinned_by_operator: 'Tool: the operator of this service prefers it.',
  constraints_excluded_tools: 'Tool: some were ruled out by your constraints.',
  tier_from_signals: 'Model: its tier follows from the kind of task.',
  tier_requested: 'Model: the tier you asked for.',
  tier_substituted: 'Model: its tier had none left, so the nearest tier stands in.',
  cheapest_good_enough: 'Model: the cheapest that is good enough.',
  best_value_in_tier: 'Model: the best value in its tier.',
  highest_quality_in_tier: 'Model: the highest quality in its tier.',
  below_quality_floor: 'Model: none left is as good as this task asks for.',
  price_unknown: 'Model: its price is not published.',
  profile_applied: 'Model: those outside your profile were left out.',
  available_providers_applied: 'Model: only the providers you can use were considered.',
  preferred_provider_applied: 'Model: only the provider you prefer was considered.',
  tool_calling_required: 'Model: it must be able to call tools.',
  context_window_applied: 'Model: it must be able to read a task of this length.',
  price_cap_applied: 'Model: those above your price cap were left out.',
  run_cost_cap_applied: 'Model: those above your cap for one run were left out.',
  latency_preference_applied: 'Model: slower ones were left out.',
  reports_considered: 'Model: what agents reported about it counted.',
  published_figures_only: 'Model: its quality rests on published benchmarks so far.',
  quality_is_guess: 'Model: its quality is inferred, since no figure is published.',
  no_model_left: 'Model: none is left under these constraints.',
}

/** Of several tools, where some have reports. */
const ofAnother = 'Tool: for another, without reports yet, its published facts alone counted.'

/** Why the answer is what it is, in sentences. The pages ask without an agent, so no profile is involved. */
export function reasonTexts(reasons: readonly Reason[]): string[] {
  const said = reasons.includes('tool_reports_considered') ? { ...texts, tool_facts_only: ofAnother } : texts
  return reasons.filter((reason) => reason !== 'profile_applied').map((reason) => said[reason])
}

const texts: Record<string, string> = {
  no_tool_needed: 'A language model can do this without any tool.',
  tool_needed: 'Something outside has to be read or changed.',
  several_tools_needed: 'The steps reach different systems.',
  product_named: 'The task names the product.',
  named_product_excluded: 'The named product was ruled out by a constraint.',
  best_match: 'It matches the task best.',
  near_equal_candidates: 'Several match about equally; value decided.',
  tool_reports_considered: 'What agents reported about it counted.',
  tool_facts_only: 'No reports yet: published facts alone.',
  constraints_excluded_tools: 'Some tools were ruled out by your constraints.',
  nothing_fits: 'Nothing in the catalog is close enough.',
  work_for_hands: 'It looks like physical work that no tool server can do.',
  router_orders_ignored: 'Words addressed to the router were ignored.',
  tier_from_signals: 'The model tier follows from the kind of task.',
  best_value_in_tier: 'Best value in its tier.',
  cheapest_good_enough: 'The cheapest that is good enough.',
  highest_quality_in_tier: 'Highest quality in its tier.',
  explored: 'A near equal, tried now and then so that more is known about it.',
  profile_applied: 'Models outside your profile were left out.',
  published_figures_only: 'Model quality rests on published benchmarks so far.',
  reports_considered: 'What agents reported about the model counted.',
}

/** A reason code as a sentence; a code without one is still readable. */
export function reasonText(code: string): string {
  return texts[code] ?? `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}.`
}

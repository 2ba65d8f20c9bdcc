// Generated from the operation table by `npm run gen`; do not edit.

export interface RegisterAgentInput {
  /**
   * Identifies this agent, in at most 128 characters: names are shared by all, so add your project or a random suffix to yours. The same name returns the same identity
   */
  agent_name: string
  /**
   * For example autonomous, copilot, workflow-agent, evaluation-agent, hybrid
   */
  agent_kind?: string
  /**
   * Client the agent runs in, for example claude-code
   */
  host_client_slug?: string
  /**
   * Model family of the agent, for example claude
   */
  model_family?: string
  /**
   * Where to send signed events about credits, missions, challenges and verification
   */
  webhook_url?: string
}

export interface RegisterAgentOutput {
  agent_identity_id: string
  agent_name: string
  trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production'
  is_active: boolean
  /**
   * Signs the events sent to webhook_url; shown this once
   */
  webhook_secret?: string
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface UpdatePreferencesInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
  preferences?: {
    /**
     * true: models under Chinese jurisdiction too, unless an industry is listed
     */
    allow_china?: boolean
    /**
     * For example healthcare, finance, government, eu_regulated; with any, only models of the regulated profile
     *
     * @maxItems 32
     */
    regulated_industries?: string[]
    /**
     * Only models of these; an empty list allows all
     *
     * @maxItems 32
     */
    available_providers?: string[]
    /**
     * false: nothing about this agent’s calls is stored, and nothing is earned
     */
    telemetry?: boolean
  }
  /**
   * What the project is built with: among tool servers for the same work, one for a product named here comes first
   */
  project_context?: {
    framework?: string
    language?: string
    /**
     * Names of products, for example postgres, google-sheets
     *
     * @maxItems 64
     */
    stack_tags?: string[]
  }
}

export interface UpdatePreferencesOutput {
  agent_identity_id: string
  preferences: {
    /**
     * true: models under Chinese jurisdiction too, unless an industry is listed
     */
    allow_china?: boolean
    /**
     * For example healthcare, finance, government, eu_regulated; with any, only models of the regulated profile
     *
     * @maxItems 32
     */
    regulated_industries?: string[]
    /**
     * Only models of these; an empty list allows all
     *
     * @maxItems 32
     */
    available_providers?: string[]
    /**
     * false: nothing about this agent’s calls is stored, and nothing is earned
     */
    telemetry?: boolean
  }
  /**
   * What the project is built with: among tool servers for the same work, one for a product named here comes first
   */
  project_context: {
    framework?: string
    language?: string
    /**
     * Names of products, for example postgres, google-sheets
     *
     * @maxItems 64
     */
    stack_tags?: string[]
  }
  /**
   * What the preferences come to; GET /api/models says which models a profile may use
   */
  resolved_profile: 'standard' | 'unregulated' | 'regulated'
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface SetWebhookInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
  /**
   * Where events are sent; leave it out to stop them
   */
  webhook_url?: string
}

export interface SetWebhookOutput {
  agent_identity_id: string
  webhook_url: string | null
  /**
   * Signs every delivery; shown this once
   */
  webhook_secret: string | null
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface WebhookStatusInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface WebhookStatusOutput {
  webhook_url: string | null
  /**
   * Set when too many deliveries in a row failed; setting the address again enables it
   */
  disabled_at: string | null
  failures_in_a_row: number
  recent_deliveries: {
    delivery_id: string
    event: 'credits' | 'verification' | 'mission' | 'challenge' | 'definition_changed'
    status: 'pending' | 'delivered' | 'failed'
    attempts: number
    last_problem: string | null
    created_at: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RouteInput {
  /**
   * The task in plain words, in any language; only the beginning and the end of a long one are read
   */
  task?: string
  /**
   * Without a task: the best tools of this workflow. With a task: a preference
   */
  workflow_slug?: string
  /**
   * Prefer tools of this industry
   */
  vertical_slug?: string
  constraints?: {
    /**
     * What to prefer among what fits
     */
    priority?: 'lowest_cost' | 'best_value' | 'highest_quality' | 'best_quality' | 'best_efficiency' | 'highest_trust' | 'most_reliable'
    /**
     * The most one run may cost, tool and model together; what has no known price is left out
     */
    max_cost_usd?: number
    /**
     * The most a model may cost, in US dollars per million input tokens
     */
    max_cost_per_mtok?: number
    /**
     * The slowest acceptable: low, medium or high latency
     */
    latency_preference?: 'low' | 'medium' | 'high'
    /**
     * The least trust score of a tool server, 0 to 10
     */
    trust_floor?: number
    /**
     * Only models of this provider: openai, anthropic, google, mistral, deepseek, meta
     */
    preferred_provider?: string
  }
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id?: string
}

export interface RouteOutput {
  approach: 'direct_llm' | 'mcp_server' | 'multi_tool'
  /**
   * Slug of the tool server; null when nothing in the catalog fits
   */
  recommended_skill?: string | null
  recommended_skill_name?: string | null
  /**
   * Null when no model satisfies every constraint
   */
  recommended_model: {
    slug: string
    display_name: string
    provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
    /**
     * US dollars per million tokens; null when unknown
     */
    input_cost_per_mtok: number | null
    tier: 'cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available'
    tier_description: string
  } | null
  /**
   * The steps in order, where several tools are needed
   */
  orchestration?: {
    step: number
    tool_category: string
    /**
     * Null when nothing in the catalog fits this step
     */
    recommended_skill: string | null
    recommended_skill_name: string | null
    /**
     * What to do in this step
     */
    action: string
    /**
     * Slugs of others that could do it, best first
     */
    alternatives: string[]
    /**
     * The one to use if the recommended one is down
     */
    fallback: string | null
  }[]
  /**
   * The chance that this answer is right
   */
  confidence: number
  /**
   * Why, in a few sentences
   */
  reasoning: string
  cost_insight?: string
  /**
   * Slugs of others that could do it, best first
   */
  alternatives?: string[]
  /**
   * The one to use if the recommended one is down
   */
  fallback?: string | null
  /**
   * Every tool server of this answer
   */
  recommended_combo?: string[]
  /**
   * Of the recommended tool server, or the mean over those of recommended_combo
   */
  scores?: {
    value_score: number
    output_score: number
    reliability_score: number
    efficiency_score: number
    cost_score: number
    trust_score: number
    overall_score: number
  } | null
  /**
   * What can be done without a tool server
   */
  non_mcp_alternative?: {
    approach: 'direct_llm'
    recommended_model: string | null
    description: string
  }
  /**
   * What a report on this should hold; reward_multiplier is 2 for a registered agent, and 0 while telemetry is off
   */
  wanted_telemetry?: {
    reward_multiplier: number
    report_to: string
    report_tool: string
    fields: string[]
    why: string
  }
  /**
   * What to know or do where no tool fits the task, or a part of it
   */
  suggestions?: string[]
  /**
   * What could not be satisfied, and what to change
   */
  message?: string
  routing_metadata: {
    /**
     * Send it with your report; null when telemetry is off
     */
    decision_id: string | null
    /**
     * How the tool was found
     */
    match_method: 'none_needed' | 'named_product' | 'hybrid_retrieval' | 'step_by_step' | 'workflow' | 'unresolved'
    classification: {
      task_type:
        | 'chat'
        | 'qa'
        | 'writing'
        | 'translation'
        | 'summarization'
        | 'extraction'
        | 'classification'
        | 'code'
        | 'math'
        | 'reasoning'
        | 'analysis'
        | 'planning'
        | 'agentic'
      complexity: 'trivial' | 'simple' | 'moderate' | 'complex'
      needs_tool: boolean
      creative_writing: boolean
      source: 'built_in' | 'llm'
    }
    candidates_considered: number
    /**
     * Those of the request that were kept to
     */
    constraints_applied: string[]
    /**
     * Present when nothing is left to recommend: without these constraints something might be
     */
    blocked_by?: string[]
    latency_ms: number
    reasons: (
      | 'no_tool_needed'
      | 'tool_needed'
      | 'several_tools_needed'
      | 'product_named'
      | 'named_product_excluded'
      | 'best_match'
      | 'well_known'
      | 'lower_price'
      | 'near_equal_candidates'
      | 'workflow_best'
      | 'workflow_preferred'
      | 'vertical_preferred'
      | 'tool_reports_considered'
      | 'tool_facts_only'
      | 'agent_memory'
      | 'project_stack'
      | 'pinned_by_operator'
      | 'constraints_excluded_tools'
      | 'step_unresolved'
      | 'nothing_fits'
      | 'work_for_hands'
      | 'no_model_left'
      | 'router_orders_ignored'
      | 'llm_classified'
      | 'tier_from_signals'
      | 'tier_requested'
      | 'tier_substituted'
      | 'cheapest_good_enough'
      | 'best_value_in_tier'
      | 'highest_quality_in_tier'
      | 'explored'
      | 'below_quality_floor'
      | 'price_unknown'
      | 'profile_applied'
      | 'available_providers_applied'
      | 'preferred_provider_applied'
      | 'tool_calling_required'
      | 'context_window_applied'
      | 'price_cap_applied'
      | 'run_cost_cap_applied'
      | 'latency_preference_applied'
      | 'reports_considered'
      | 'published_figures_only'
      | 'quality_is_guess'
    )[]
    /**
     * The next best that can do the same; null if there is none
     */
    runner_up: string | null
    /**
     * By how much the choice led what came next in the ranking
     */
    margin: number
    /**
     * Tier and kind of work: what reports on this answer are counted under
     */
    cluster: string
    /**
     * Present while the store cannot be reached: the answer comes from memory alone
     */
    store_away?: true
    evidence: {
      /**
       * Independent reports behind the choice, after weighting
       */
      reports: number
      basis: 'reports' | 'published_facts'
    }
  }
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RouteModelInput {
  /**
   * The task in plain words, in any language; only the beginning and the end of a long one are read
   */
  task: string
  constraints?: {
    /**
     * What to prefer among what fits
     */
    priority?: 'lowest_cost' | 'best_value' | 'highest_quality' | 'best_quality' | 'best_efficiency' | 'highest_trust' | 'most_reliable'
    /**
     * The most one run may cost, tool and model together; what has no known price is left out
     */
    max_cost_usd?: number
    /**
     * The most a model may cost, in US dollars per million input tokens
     */
    max_cost_per_mtok?: number
    /**
     * The slowest acceptable: low, medium or high latency
     */
    latency_preference?: 'low' | 'medium' | 'high'
    /**
     * The least trust score of a tool server, 0 to 10
     */
    trust_floor?: number
    /**
     * Only models of this provider: openai, anthropic, google, mistral, deepseek, meta
     */
    preferred_provider?: string
  }
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id?: string
}

export interface RouteModelOutput {
  /**
   * Alias of the form waymark/<tier>; for this task it stands for model_details.slug, which is the one to call and report. Null when no model satisfies every constraint
   */
  recommended_model: string | null
  model_details: {
    slug: string
    display_name: string
    provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
    provider_model_id: string
    /**
     * US dollars per million tokens; null when unknown
     */
    input_cost_per_mtok: number | null
    /**
     * US dollars per million tokens; null when unknown
     */
    output_cost_per_mtok: number | null
  } | null
  tier: 'cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available'
  tier_description: string
  confidence: number
  signals: {
    task_type:
      | 'chat'
      | 'qa'
      | 'writing'
      | 'translation'
      | 'summarization'
      | 'extraction'
      | 'classification'
      | 'code'
      | 'math'
      | 'reasoning'
      | 'analysis'
      | 'planning'
      | 'agentic'
    complexity: 'trivial' | 'simple' | 'moderate' | 'complex'
    needs_tool: boolean
    creative_writing: boolean
  }
  estimated_cost: {
    /**
     * Null when a price is unknown
     */
    estimated_usd: number | null
    input_tokens: number
    output_tokens: number
  }
  /**
   * Models to try in this order if the first cannot be reached
   */
  fallback_chain: {
    slug: string
    provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
  }[]
  /**
   * Null at best_available, and where no stronger model satisfies every constraint
   */
  escalation: {
    tier: 'cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available'
    /**
     * When to ask for a model of that tier instead
     */
    trigger: string
  } | null
  cost_insight?: string
  message?: string
  routing_metadata: {
    /**
     * Send it with your report; null when telemetry is off
     */
    decision_id: string | null
    /**
     * How the tool was found
     */
    match_method: 'none_needed' | 'named_product' | 'hybrid_retrieval' | 'step_by_step' | 'workflow' | 'unresolved'
    classification: {
      task_type:
        | 'chat'
        | 'qa'
        | 'writing'
        | 'translation'
        | 'summarization'
        | 'extraction'
        | 'classification'
        | 'code'
        | 'math'
        | 'reasoning'
        | 'analysis'
        | 'planning'
        | 'agentic'
      complexity: 'trivial' | 'simple' | 'moderate' | 'complex'
      needs_tool: boolean
      creative_writing: boolean
      source: 'built_in' | 'llm'
    }
    candidates_considered: number
    /**
     * Those of the request that were kept to
     */
    constraints_applied: string[]
    /**
     * Present when nothing is left to recommend: without these constraints something might be
     */
    blocked_by?: string[]
    latency_ms: number
    reasons: (
      | 'no_tool_needed'
      | 'tool_needed'
      | 'several_tools_needed'
      | 'product_named'
      | 'named_product_excluded'
      | 'best_match'
      | 'well_known'
      | 'lower_price'
      | 'near_equal_candidates'
      | 'workflow_best'
      | 'workflow_preferred'
      | 'vertical_preferred'
      | 'tool_reports_considered'
      | 'tool_facts_only'
      | 'agent_memory'
      | 'project_stack'
      | 'pinned_by_operator'
      | 'constraints_excluded_tools'
      | 'step_unresolved'
      | 'nothing_fits'
      | 'work_for_hands'
      | 'no_model_left'
      | 'router_orders_ignored'
      | 'llm_classified'
      | 'tier_from_signals'
      | 'tier_requested'
      | 'tier_substituted'
      | 'cheapest_good_enough'
      | 'best_value_in_tier'
      | 'highest_quality_in_tier'
      | 'explored'
      | 'below_quality_floor'
      | 'price_unknown'
      | 'profile_applied'
      | 'available_providers_applied'
      | 'preferred_provider_applied'
      | 'tool_calling_required'
      | 'context_window_applied'
      | 'price_cap_applied'
      | 'run_cost_cap_applied'
      | 'latency_preference_applied'
      | 'reports_considered'
      | 'published_figures_only'
      | 'quality_is_guess'
    )[]
    /**
     * The next best that can do the same; null if there is none
     */
    runner_up: string | null
    /**
     * By how much the choice led what came next in the ranking
     */
    margin: number
    /**
     * Tier and kind of work: what reports on this answer are counted under
     */
    cluster: string
    /**
     * Present while the store cannot be reached: the answer comes from memory alone
     */
    store_away?: true
    evidence: {
      /**
       * Independent reports behind the choice, after weighting
       */
      reports: number
      basis: 'reports' | 'published_facts'
    }
  }
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ReportInput {
  /**
   * The tool server that was used
   */
  skill_slug: string
  /**
   * How the tool did
   */
  outcome: 'success' | 'partial_success' | 'failure' | 'error'
  /**
   * How long it took, in milliseconds
   */
  latency_ms?: number
  /**
   * What it cost, in US dollars
   */
  cost_usd?: number
  /**
   * The same as cost_usd
   */
  estimated_cost_usd?: number
  /**
   * Quality of the output, 0 to 10
   */
  output_quality_rating?: number
  /**
   * The same as output_quality_rating
   */
  quality_rating?: number
  /**
   * routing_metadata.decision_id of the answer this outcome belongs to
   */
  decision_id?: string
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id?: string
  /**
   * A registered name, where the identity is not at hand
   */
  agent_name?: string
}

export interface ReportOutput {
  accepted: boolean
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  credits_earned: number
  /**
   * The same as credits_earned
   */
  routing_credits: number
  reputation_earned: number
  /**
   * How complete, plausible and consistent the data is, 0 to 1
   */
  contribution_score: number
  /**
   * Zeros for a report without an identity: it has no account
   */
  credit_balance: {
    total_routing_credits: number
    total_reputation_points: number
  }
  /**
   * What became of the decision_id, when one was sent and the report stored. used: it was reported before, and another tool tried after it teaches the router all the same; foreign: it was given to another agent; expired: it is older than 7 days
   */
  decision?: 'linked' | 'used' | 'foreign' | 'expired' | 'unknown'
  integration_health?: {
    status: 'ok' | 'advisory' | 'warning'
    checks: {
      code: 'NO_ROUTING_CALLS' | 'NO_TELEMETRY_FEEDBACK' | 'LOW_QUALITY_VARIANCE' | 'UNREALISTIC_SUCCESS_RATE'
      severity: 'advisory' | 'warning'
      message: string
      docs: string
    }[]
  }
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ReportModelInput {
  /**
   * The model that was used, by its slug or provider_model_id; it need not be in the catalog
   */
  model_slug: string
  /**
   * How the model did
   */
  outcome_status: 'success' | 'partial_success' | 'failure' | 'aborted'
  /**
   * routing_metadata.decision_id of the answer this outcome belongs to
   */
  decision_id?: string
  /**
   * How long it took, in milliseconds
   */
  latency_ms?: number
  /**
   * What it cost, in US dollars
   */
  cost_usd?: number
  /**
   * The same as cost_usd
   */
  estimated_cost_usd?: number
  /**
   * Quality of the output, 0 to 10
   */
  output_quality_rating?: number
  /**
   * The same as output_quality_rating
   */
  quality_rating?: number
  /**
   * How many tokens it read
   */
  input_tokens?: number
  /**
   * How many tokens it wrote
   */
  output_tokens?: number
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id?: string
}

export interface ReportModelOutput {
  recorded: boolean
  /**
   * Null when telemetry is off and nothing was stored
   */
  outcome_id: string | null
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  model_slug: string
  catalog_model: boolean
  /**
   * How complete, plausible and consistent the data is, 0 to 1
   */
  contribution_score: number
  accepted: boolean
  rewards: {
    routing_credits: number
    reputation_points: number
    decision_bonus: string
  }
  credit_balance: {
    total_routing_credits: number
    total_reputation_points: number
  }
  trust_score: number | null
  integration_health?: {
    status: 'ok' | 'advisory' | 'warning'
    checks: {
      code: 'NO_ROUTING_CALLS' | 'NO_TELEMETRY_FEEDBACK' | 'LOW_QUALITY_VARIANCE' | 'UNREALISTIC_SUCCESS_RATE'
      severity: 'advisory' | 'warning'
      message: string
      docs: string
    }[]
  }
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ContributeInput {
  contribution_type: 'run_telemetry' | 'fallback_chain' | 'comparative_eval' | 'benchmark_package'
  /**
   * The tool server the runs used
   */
  skill_slug: string
  /**
   * @minItems 1
   * @maxItems 500
   */
  runs: {
    /**
     * Your own key of the task, never its text
     */
    task_fingerprint?: string
    /**
     * How the tool did
     */
    outcome: 'success' | 'partial_success' | 'failure' | 'error'
    /**
     * How long it took, in milliseconds
     */
    latency_ms?: number
    /**
     * What it cost, in US dollars
     */
    cost_usd?: number
    /**
     * The same as cost_usd
     */
    estimated_cost_usd?: number
    /**
     * Quality of the output, 0 to 10
     */
    output_quality_rating?: number
    /**
     * The same as output_quality_rating
     */
    quality_rating?: number
  }[]
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id?: string
  agent_name?: string
  agent_kind?: string
}

export interface ContributeOutput {
  accepted: boolean
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * How complete, plausible and consistent the data is, 0 to 1
   */
  contribution_score: number
  rewards: {
    routing_credits: number
    economic_credits_usd: number
    reputation_points: number
  }
  runs_recorded: number
  /**
   * Runs that were not already known from you
   */
  new_evidence: number
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface VerifyModelOutputInput {
  /**
   * The output, or the part of it to check
   */
  output: string
  /**
   * What was asked, to check that the output answers it
   */
  task?: string
  /**
   * The form it should have; guessed when absent
   */
  expected_format?: 'text' | 'markdown' | 'json' | 'code'
  /**
   * The model that wrote it
   */
  model_slug?: string
}

export interface VerifyModelOutputOutput {
  /**
   * All points together, or less where a failed check sets a limit: a refusal scores 2 at most
   */
  score: number
  verdict: 'good' | 'doubtful' | 'bad'
  detected_format: 'text' | 'markdown' | 'json' | 'code'
  model_slug?: string
  checks: {
    check: string
    passed: boolean
    points: number
    out_of: number
    explanation: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface SearchSkillsInput {
  /**
   * What is wanted, in plain words or by product name
   */
  q?: string
  /**
   * The same as q
   */
  query?: string
  /**
   * Line of business, a slug of the taxonomy
   */
  vertical?: string
  /**
   * Kind of work, a slug of the taxonomy
   */
  workflow?: string
  /**
   * Without it: by relevance when q is given, else by score
   */
  sort?: 'score' | 'stars'
  /**
   * How many; an entry takes some 400 tokens to read
   */
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export type SearchSkillsOutput = {
  id: string
  slug: string
  canonical_name: string
  description: string
  choose_when: string
  avoid_when: string
  publisher: string | null
  official: boolean
  repo_url: string | null
  license: string | null
  transports: string[]
  packages: {
    registry: string
    name: string
  }[]
  /**
   * Addresses at which it is served by its publisher
   */
  remotes: {
    type: 'streamable-http' | 'sse'
    url: string
  }[]
  requires: string[]
  pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * What one run typically adds to the bill, beyond a subscription or fees on money that it moves; null when unknown
   */
  cost_usd_per_run: number | null
  /**
   * ISO codes of the countries it is tied to; empty for a server that is not tied to any
   */
  countries: string[]
  capabilities: string[]
  verticals: string[]
  workflows: string[]
  aliases: string[]
  tools: {
    name: string
    description: string
  }[]
  skill_scores: {
    /**
     * How good it is, regardless of cost
     */
    overall_score: number
    /**
     * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
     */
    value_score: number
    output_quality: number
    reliability: number
    efficiency: number
    /**
     * 10 is free
     */
    cost: number
    trust: number
    /**
     * How many reported outcomes the scores are based on
     */
    evidence_count: number
    /**
     * True while the scores are based on facts alone, such as publisher, licence, adoption and price
     */
    is_prior: boolean
  }
  skill_metrics: {
    /**
     * 0 where nobody counted them: see stars_counted
     */
    github_stars: number
    stars_counted: boolean
    stars_as_of: string | null
    /**
     * How many public directories list it
     */
    listed_by: number
  }
  /**
   * provisional: imported or redefined and not reviewed by the operator yet; still routed
   */
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
}[]

export interface CompareSkillsInput {
  /**
   * Two to four different slugs; in a query string separated by commas
   *
   * @minItems 2
   * @maxItems 4
   */
  slugs: string[]
}

export interface CompareSkillsOutput {
  /**
   * Slug with the best value; null when they are tied
   */
  winner: string | null
  /**
   * In plain words
   */
  why: string
  dimensions: {
    dimension: 'output_quality' | 'reliability' | 'efficiency' | 'cost' | 'trust' | 'value'
    ranking: {
      slug: string
      score: number
    }[]
    winner: string | null
    /**
     * In plain words
     */
    why: string
  }[]
  /**
   * Best value first
   */
  skills: {
    id: string
    slug: string
    canonical_name: string
    description: string
    choose_when: string
    avoid_when: string
    publisher: string | null
    official: boolean
    repo_url: string | null
    license: string | null
    transports: string[]
    packages: {
      registry: string
      name: string
    }[]
    /**
     * Addresses at which it is served by its publisher
     */
    remotes: {
      type: 'streamable-http' | 'sse'
      url: string
    }[]
    requires: string[]
    pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
    /**
     * What one run typically adds to the bill, beyond a subscription or fees on money that it moves; null when unknown
     */
    cost_usd_per_run: number | null
    /**
     * ISO codes of the countries it is tied to; empty for a server that is not tied to any
     */
    countries: string[]
    capabilities: string[]
    verticals: string[]
    workflows: string[]
    aliases: string[]
    tools: {
      name: string
      description: string
    }[]
    skill_scores: {
      /**
       * How good it is, regardless of cost
       */
      overall_score: number
      /**
       * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
       */
      value_score: number
      output_quality: number
      reliability: number
      efficiency: number
      /**
       * 10 is free
       */
      cost: number
      trust: number
      /**
       * How many reported outcomes the scores are based on
       */
      evidence_count: number
      /**
       * True while the scores are based on facts alone, such as publisher, licence, adoption and price
       */
      is_prior: boolean
    }
    skill_metrics: {
      /**
       * 0 where nobody counted them: see stars_counted
       */
      github_stars: number
      stars_counted: boolean
      stars_as_of: string | null
      /**
       * How many public directories list it
       */
      listed_by: number
    }
    /**
     * provisional: imported or redefined and not reviewed by the operator yet; still routed
     */
    status: 'active' | 'provisional' | 'quarantined' | 'banned'
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface GetSkillInput {
  slug: string
}

export interface GetSkillOutput {
  id: string
  slug: string
  canonical_name: string
  description: string
  choose_when: string
  avoid_when: string
  publisher: string | null
  official: boolean
  repo_url: string | null
  license: string | null
  transports: string[]
  packages: {
    registry: string
    name: string
  }[]
  /**
   * Addresses at which it is served by its publisher
   */
  remotes: {
    type: 'streamable-http' | 'sse'
    url: string
  }[]
  requires: string[]
  pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * What one run typically adds to the bill, beyond a subscription or fees on money that it moves; null when unknown
   */
  cost_usd_per_run: number | null
  /**
   * ISO codes of the countries it is tied to; empty for a server that is not tied to any
   */
  countries: string[]
  capabilities: string[]
  verticals: string[]
  workflows: string[]
  aliases: string[]
  tools: {
    name: string
    description: string
  }[]
  skill_scores: {
    /**
     * How good it is, regardless of cost
     */
    overall_score: number
    /**
     * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
     */
    value_score: number
    output_quality: number
    reliability: number
    efficiency: number
    /**
     * 10 is free
     */
    cost: number
    trust: number
    /**
     * How many reported outcomes the scores are based on
     */
    evidence_count: number
    /**
     * True while the scores are based on facts alone, such as publisher, licence, adoption and price
     */
    is_prior: boolean
  }
  skill_metrics: {
    /**
     * 0 where nobody counted them: see stars_counted
     */
    github_stars: number
    stars_counted: boolean
    stars_as_of: string | null
    /**
     * How many public directories list it
     */
    listed_by: number
  }
  /**
   * provisional: imported or redefined and not reviewed by the operator yet; still routed
   */
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ListModelsInput {
  provider?: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
  tier?: 'cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available'
}

export interface ListModelsOutput {
  models: {
    slug: string
    display_name: string
    provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
    provider_model_id: string
    input_cost_per_mtok: number | null
    output_cost_per_mtok: number | null
    cached_input_cost_per_mtok: number | null
    context_tokens: number
    max_output_tokens: number | null
    input_modalities: string[]
    tool_call: boolean
    structured_output: boolean | null
    reasoning: boolean
    effort_levels: string[]
    open_weights: boolean
    jurisdiction: string
    release_date: string
    latency_class: string
    tiers: ('cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available')[]
    /**
     * Profiles that may use it
     */
    profiles: ('standard' | 'unregulated' | 'regulated')[]
    quality: {
      [k: string]: {
        value: number
        n_figures: number
        as_of: string | null
        /**
         * True when it is not based on a benchmark of this type of task
         */
        is_guess: boolean
      }
    }
  }[]
  total: number
  tiers: {
    tier: 'cheap_chat' | 'cheap_structured' | 'fast_code' | 'creative_writing' | 'reasoning_pro' | 'tool_agent' | 'best_available'
    tier_description: string
    reference_input_cost_per_mtok: number | null
    /**
     * Models by profile in the order of the tier map; which of them a task gets depends on its complexity and priority
     */
    choices: {
      [k: string]: string[]
    }
  }[]
  profiles: {
    profile: 'standard' | 'unregulated' | 'regulated'
    rule: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface TaxonomyInput {}

export interface TaxonomyOutput {
  verticals: {
    slug: string
    /**
     * How many tool servers carry it
     */
    skills: number
  }[]
  workflows: {
    slug: string
    /**
     * How many tool servers carry it
     */
    skills: number
  }[]
  capabilities: {
    slug: string
    description: string
    skills: number
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminListSkillsInput {
  status?: 'active' | 'provisional' | 'quarantined' | 'banned'
  origin?: 'seed' | 'import' | 'operator'
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface AdminListSkillsOutput {
  entries: {
    slug: string
    canonical_name: string
    description: string
    repo_url: string | null
    origin: 'seed' | 'import' | 'operator'
    status: 'active' | 'provisional' | 'quarantined' | 'banned'
    status_reason: string | null
    pinned: boolean
    tools: {
      name: string
      description: string
    }[]
  }[]
  total: number
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminAddSkillInput {
  canonical_name: string
  description: string
  /**
   * When it is the right one
   */
  choose_when?: string
  /**
   * When another one is better
   */
  avoid_when?: string
  publisher?: string
  /**
   * Whether the vendor of the product publishes it
   */
  official?: boolean
  repo_url?: string
  license?: string
  /**
   * @maxItems 3
   */
  transports?: ('stdio' | 'streamable-http' | 'sse')[]
  /**
   * @maxItems 24
   */
  packages?: {
    registry: string
    name: string
  }[]
  /**
   * @maxItems 8
   */
  remotes?: {
    type: 'streamable-http' | 'sse'
    url: string
  }[]
  /**
   * ISO codes of the countries it is tied to; an empty list for none
   *
   * @maxItems 64
   */
  countries?: string[]
  /**
   * Other names of its product, as tasks write them
   *
   * @maxItems 24
   */
  aliases?: string[]
  /**
   * Kinds of work, as GET /api/taxonomy names them
   *
   * @maxItems 24
   */
  capabilities?: string[]
  /**
   * As its own tools/list has them
   *
   * @maxItems 64
   */
  tools?: {
    name: string
    description: string
  }[]
  /**
   * @maxItems 6
   */
  requires?: ('api_key' | 'account' | 'oauth' | 'local_install' | 'local_app' | 'none')[]
  pricing?: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * Typical price of one run, in US dollars
   */
  cost_usd_per_run?: number
  /**
   * Slugs of GET /api/taxonomy
   *
   * @maxItems 13
   */
  verticals?: string[]
  /**
   * Slugs of GET /api/taxonomy
   *
   * @maxItems 21
   */
  workflows?: string[]
  /**
   * Tasks that it is for
   *
   * @maxItems 32
   */
  examples?: string[]
  slug: string
}

export interface AdminAddSkillOutput {
  slug: string
  canonical_name: string
  description: string
  repo_url: string | null
  origin: 'seed' | 'import' | 'operator'
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
  status_reason: string | null
  pinned: boolean
  tools: {
    name: string
    description: string
  }[]
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminOverrideSkillInput {
  canonical_name?: string
  description?: string
  /**
   * When it is the right one
   */
  choose_when?: string
  /**
   * When another one is better
   */
  avoid_when?: string
  publisher?: string
  /**
   * Whether the vendor of the product publishes it
   */
  official?: boolean
  repo_url?: string
  license?: string
  /**
   * @maxItems 3
   */
  transports?: ('stdio' | 'streamable-http' | 'sse')[]
  /**
   * @maxItems 24
   */
  packages?: {
    registry: string
    name: string
  }[]
  /**
   * @maxItems 8
   */
  remotes?: {
    type: 'streamable-http' | 'sse'
    url: string
  }[]
  /**
   * ISO codes of the countries it is tied to; an empty list for none
   *
   * @maxItems 64
   */
  countries?: string[]
  /**
   * Other names of its product, as tasks write them
   *
   * @maxItems 24
   */
  aliases?: string[]
  /**
   * Kinds of work, as GET /api/taxonomy names them
   *
   * @maxItems 24
   */
  capabilities?: string[]
  /**
   * As its own tools/list has them
   *
   * @maxItems 64
   */
  tools?: {
    name: string
    description: string
  }[]
  /**
   * @maxItems 6
   */
  requires?: ('api_key' | 'account' | 'oauth' | 'local_install' | 'local_app' | 'none')[]
  pricing?: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * Typical price of one run, in US dollars
   */
  cost_usd_per_run?: number
  /**
   * Slugs of GET /api/taxonomy
   *
   * @maxItems 13
   */
  verticals?: string[]
  /**
   * Slugs of GET /api/taxonomy
   *
   * @maxItems 21
   */
  workflows?: string[]
  /**
   * Tasks that it is for
   *
   * @maxItems 32
   */
  examples?: string[]
  slug: string
  /**
   * Why, for your own records
   */
  note?: string
}

export interface AdminOverrideSkillOutput {
  slug: string
  canonical_name: string
  description: string
  repo_url: string | null
  origin: 'seed' | 'import' | 'operator'
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
  status_reason: string | null
  pinned: boolean
  tools: {
    name: string
    description: string
  }[]
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminDecideSkillInput {
  slug: string
  /**
   * release says that you have reviewed a quarantined or provisional entry; clear_override takes back what you changed
   */
  action: 'pin' | 'unpin' | 'ban' | 'unban' | 'release' | 'clear_override'
  /**
   * Why, for your own records
   */
  note?: string
}

export interface AdminDecideSkillOutput {
  slug: string
  canonical_name: string
  description: string
  repo_url: string | null
  origin: 'seed' | 'import' | 'operator'
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
  status_reason: string | null
  pinned: boolean
  tools: {
    name: string
    description: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminRemoveSkillInput {
  slug: string
}

export interface AdminRemoveSkillOutput {
  removed: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AdminImportSkillsInput {
  /**
   * Where these come from, for your own records
   */
  source: string
  /**
   * Trust what it says about which servers are official, their stars and how many directories list them
   */
  trusted?: boolean
  /**
   * server.json documents, or lines of a server list
   *
   * @minItems 1
   * @maxItems 200
   */
  servers: {
    [k: string]: unknown
  }[]
  /**
   * Where each of them stands in its source, such as "line 3", to be named in the report; otherwise their names are used
   *
   * @maxItems 200
   */
  places?: string[]
}

export interface AdminImportSkillsOutput {
  read: number
  added: number
  changed: number
  unchanged: number
  skipped: number
  quarantined: number
  reasons: {
    [k: string]: {
      count: number
      examples: string[]
    }
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface BalanceInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface BalanceOutput {
  total_routing_credits: number
  total_reputation_points: number
  agent_identity_id: string
  agent_name: string
  /**
   * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
   */
  trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
  /**
   * 1 cent for each routing credit
   */
  economic_credits_usd: number
  earned_today: number
  daily_cap: number
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface LedgerInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
  /**
   * An entry_id: only entries older than it. Unlike with offset, what is paid meanwhile shifts no page
   */
  before?: string
}

export interface LedgerOutput {
  agent_identity_id: string
  balance: {
    total_routing_credits: number
    total_reputation_points: number
  }
  /**
   * Newest first
   */
  entries: {
    entry_id: string
    kind: 'report' | 'model_report' | 'contribution' | 'mission' | 'challenge'
    routing_credits: number
    reputation_points: number
    trust_change: number
    created_at: string
  }[]
  total: number
  /**
   * For the next page, with the same before; null on the last one
   */
  next_offset: number | null
  /**
   * For the next page, without offset; null on the last one
   */
  next_before: string | null
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ListMissionsInput {
  /**
   * Only missions of this event: web-research-extraction, browser-task-completion, repo-question-answering, pdf-document-extraction, knowledge-base-search, database-query-generation, workflow-automation, code-intelligence, crm-enrichment, data-pipeline-orchestration
   */
  event?: string
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
  /**
   * Shows which missions you hold: what you have begun comes first, what you have completed last
   */
  agent_identity_id?: string
}

export interface ListMissionsOutput {
  missions: {
    id: string
    event:
      | 'web-research-extraction'
      | 'browser-task-completion'
      | 'repo-question-answering'
      | 'pdf-document-extraction'
      | 'knowledge-base-search'
      | 'database-query-generation'
      | 'workflow-automation'
      | 'code-intelligence'
      | 'crm-enrichment'
      | 'data-pipeline-orchestration'
    title: string
    task_prompt: string
    reward_multiplier: number
    max_claims: number
    /**
     * Tool servers of the catalog that fit the task
     */
    candidates: string[]
    /**
     * Places taken; a claim left unfinished for 7 days gives its place back
     */
    claimed_count: number
    /**
     * Present when the agent that asks holds this mission or has completed it
     */
    your_claim?: {
      claim_id: string
      status: 'claimed' | 'completed'
      /**
       * What has changed about the mission since it was claimed
       */
      note?: string
    }
  }[]
  /**
   * How many there are on all pages together
   */
  total: number
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface GuideToMissionsInput {
  /**
   * Only missions of this event: web-research-extraction, browser-task-completion, repo-question-answering, pdf-document-extraction, knowledge-base-search, database-query-generation, workflow-automation, code-intelligence, crm-enrichment, data-pipeline-orchestration
   */
  event?: string
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
  /**
   * Shows which missions you hold: what you have begun comes first, what you have completed last
   */
  agent_identity_id?: string
}

export interface GuideToMissionsOutput {
  missions: {
    id: string
    event:
      | 'web-research-extraction'
      | 'browser-task-completion'
      | 'repo-question-answering'
      | 'pdf-document-extraction'
      | 'knowledge-base-search'
      | 'database-query-generation'
      | 'workflow-automation'
      | 'code-intelligence'
      | 'crm-enrichment'
      | 'data-pipeline-orchestration'
    title: string
    task_prompt: string
    reward_multiplier: number
    max_claims: number
    /**
     * Tool servers of the catalog that fit the task
     */
    candidates: string[]
    /**
     * Places taken; a claim left unfinished for 7 days gives its place back
     */
    claimed_count: number
    /**
     * Present when the agent that asks holds this mission or has completed it
     */
    your_claim?: {
      claim_id: string
      status: 'claimed' | 'completed'
      /**
       * What has changed about the mission since it was claimed
       */
      note?: string
    }
  }[]
  /**
   * How many there are on all pages together
   */
  total: number
  how_to_complete: {
    [k: string]: string
  }
  mcp_alternative: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ClaimMissionInput {
  /**
   * id of a mission from the list
   */
  mission_id: string
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface ClaimMissionOutput {
  claim_id: string
  mission_id: string
  status: 'claimed'
  claimed_at: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface CompleteMissionInput {
  /**
   * From claiming the mission
   */
  claim_id: string
  /**
   * Identity from registration
   */
  agent_identity_id?: string
  /**
   * One entry per run; two or more earn the comparative bonus
   *
   * @minItems 1
   * @maxItems 20
   */
  results: {
    /**
     * Slug of the tool server that was run
     */
    skill_slug?: string
    /**
     * Its id, instead of the slug
     */
    skill_id?: string
    /**
     * How the tool did
     */
    outcome_status: 'success' | 'partial_success' | 'failure' | 'error'
    /**
     * How long it took, in milliseconds
     */
    latency_ms?: number
    /**
     * What it cost, in US dollars
     */
    cost_usd?: number
    /**
     * The same as cost_usd
     */
    estimated_cost_usd?: number
    /**
     * Quality of the output, 0 to 10
     */
    output_quality_rating?: number
    /**
     * The same as output_quality_rating
     */
    quality_rating?: number
  }[]
}

export interface CompleteMissionOutput {
  status: 'completed'
  outcomes_recorded: number
  rewards: {
    routing_credits: number
    reputation_points: number
    multipliers_applied: {
      base: number
      mission: number
      trust_tier: number
    }
  }
  /**
   * Present when a daily cap left less than the multipliers give
   */
  message?: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ListChallengesInput {
  category?:
    | 'research'
    | 'dev-ops'
    | 'content'
    | 'sales'
    | 'data'
    | 'agent-web'
    | 'agent-code'
    | 'agent-data'
    | 'agent-communication'
    | 'agent-research'
    | 'agent-ops'
  difficulty?: 'beginner' | 'intermediate' | 'advanced' | 'expert'
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface ListChallengesOutput {
  challenges: {
    slug: string
    title: string
    difficulty: 'beginner' | 'intermediate' | 'advanced' | 'expert'
    category:
      | 'research'
      | 'dev-ops'
      | 'content'
      | 'sales'
      | 'data'
      | 'agent-web'
      | 'agent-code'
      | 'agent-data'
      | 'agent-communication'
      | 'agent-research'
      | 'agent-ops'
    objective: string
    deliverable: string
    /**
     * What a good run takes; efficiency is measured against it
     */
    par: {
      tools: number
      steps: number
      minutes: number
      usd: number
    }
    /**
     * What completeness and quality are judged by
     *
     * @minItems 2
     * @maxItems 6
     */
    evaluation: string[]
    expected_tools: number
    reward_multiplier: number
    submission_count: number
  }[]
  /**
   * How many there are on all pages together
   */
  total: number
  scoring: {
    completeness: string
    quality: string
    efficiency: string
  }
  efficiency_formula: string
  /**
   * Lowest overall_score of each tier
   */
  tiers: {
    gold: number
    silver: number
    bronze: number
  }
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface SubmitChallengeInput {
  /**
   * slug of a challenge from the list
   */
  challenge_slug: string
  /**
   * Your identity: submissions need a registered agent
   */
  agent_identity_id: string
  /**
   * What was used; a tool server that is not in the catalog may be named, but routing learns nothing from it
   *
   * @maxItems 50
   */
  tools_used?: {
    skill_slug: string
    /**
     * What it was used for
     */
    purpose?: string
  }[]
  /**
   * How many steps it took
   */
  steps_taken?: number
  /**
   * How long it took, in milliseconds
   */
  total_latency_ms?: number
  /**
   * What it cost, in US dollars
   */
  total_cost_usd?: number
  /**
   * What came out, in short
   */
  deliverable_summary?: string
  /**
   * How much of the deliverable is there, 0 to 10
   */
  completeness_score: number
  /**
   * How well it meets the evaluation criteria, 0 to 10
   */
  quality_score: number
}

export interface SubmitChallengeOutput {
  submission_id: string
  /**
   * Null below bronze
   */
  tier: ('gold' | 'silver' | 'bronze') | null
  overall_score: number
  scores: {
    completeness: number
    quality: number
    efficiency: number
  }
  rewards: {
    routing_credits: number
    reputation_points: number
  }
  personal_best: {
    overall_score: number
    tier: ('gold' | 'silver' | 'bronze') | null
  }
  message: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface VerifyAgentInput {
  /**
   * The name you registered
   */
  agent_name: string
  /**
   * Your handle on the social network where you posted about Waymark
   */
  x_handle: string
  /**
   * Address of the post, which speeds up the review
   */
  post_url?: string
}

export interface VerifyAgentOutput {
  status: 'submitted'
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface InitiateVerificationInput {
  /**
   * The name you registered
   */
  agent_name: string
}

export interface InitiateVerificationOutput {
  status: 'initiated' | 'submitted'
  /**
   * Put it into your post
   */
  code: string
  /**
   * A text you may post as it is
   */
  post_text: string
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface VerificationStatusInput {
  agent_name?: string
  /**
   * Identity from registration
   */
  agent_identity_id?: string
}

export interface VerificationStatusOutput {
  agent_name: string
  status: 'none' | 'initiated' | 'submitted' | 'approved' | 'rejected'
  verified: boolean
  /**
   * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
   */
  trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
  /**
   * Why a request was rejected
   */
  reason: string | null
  submitted_at: string | null
  reviewed_at: string | null
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ListVerificationsInput {
  status?: 'initiated' | 'submitted' | 'approved' | 'rejected'
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface ListVerificationsOutput {
  verifications: {
    verification_id: string
    agent_name: string
    x_handle: string | null
    post_url: string | null
    code: string
    status: 'initiated' | 'submitted' | 'approved' | 'rejected'
    /**
     * Whether the post was fetched and contains code and handle; null when not checked
     */
    post_check: ('found' | 'not_found' | 'unreachable') | null
    reason: string | null
    started_at: string
    submitted_at: string | null
    reviewed_at: string | null
    /**
     * How many agents claim this handle
     */
    agents_with_handle: number
  }[]
  total: number
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ApproveVerificationInput {
  id: string
}

export interface ApproveVerificationOutput {
  agent_identity_id: string
  verification: {
    verification_id: string
    agent_name: string
    x_handle: string | null
    post_url: string | null
    code: string
    status: 'initiated' | 'submitted' | 'approved' | 'rejected'
    /**
     * Whether the post was fetched and contains code and handle; null when not checked
     */
    post_check: ('found' | 'not_found' | 'unreachable') | null
    reason: string | null
    started_at: string
    submitted_at: string | null
    reviewed_at: string | null
  }
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RejectVerificationInput {
  id: string
  /**
   * Shown to the agent, so say what to do better
   */
  reason: string
}

export interface RejectVerificationOutput {
  agent_identity_id: string
  verification: {
    verification_id: string
    agent_name: string
    x_handle: string | null
    post_url: string | null
    code: string
    status: 'initiated' | 'submitted' | 'approved' | 'rejected'
    /**
     * Whether the post was fetched and contains code and handle; null when not checked
     */
    post_check: ('found' | 'not_found' | 'unreachable') | null
    reason: string | null
    started_at: string
    submitted_at: string | null
    reviewed_at: string | null
  }
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface BadgeInput {
  /**
   * Slug of a tool server; a trailing .svg is ignored
   */
  slug: string
}

export type BadgeOutput = string

export interface BadgeOfAgentInput {
  /**
   * Name the agent is registered under
   */
  agent_name: string
}

export type BadgeOfAgentOutput = string

export interface BadgeOfMedalInput {
  /**
   * Slug of a challenge
   */
  slug: string
  agent_name: string
}

export type BadgeOfMedalOutput = string

export interface BadgeSnippetInput {
  /**
   * Slug of a tool server; a trailing .svg is ignored
   */
  slug: string
}

export interface BadgeSnippetOutput {
  slug: string
  image_url: string
  markdown: string
  html: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ToolLeaderboardInput {
  /**
   * overall: by score; rising: by agents gained this week; new ones count only where no other uses the tool
   */
  board?: 'overall' | 'rising'
  /**
   * Only tools for this workflow
   */
  workflow?: string
  /**
   * Only tools for this vertical
   */
  vertical?: string
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface ToolLeaderboardOutput {
  board: 'overall' | 'rising'
  tools: {
    rank: number
    slug: string
    canonical_name: string
    overall_score: number
    value_score: number
    evidence_count: number
    agents_this_week?: number
    agents_last_week?: number
  }[]
  total: number
  message?: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AgentLeaderboardInput {
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface AgentLeaderboardOutput {
  agents: {
    rank: number
    agent_name: string
    /**
     * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
     */
    trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
    verified: boolean
    reputation_points: number
  }[]
  total: number
  message?: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ChallengeLeaderboardInput {
  slug: string
  limit?: number
  /**
   * How many to skip
   */
  offset?: number
}

export interface ChallengeLeaderboardOutput {
  challenge_slug: string
  title: string
  entries: {
    rank: number
    agent_name: string
    /**
     * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
     */
    trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
    verified: boolean
    overall_score: number
    /**
     * The score times the weight of this tier, or of the lowest for an agent that is new; entries are ordered by it
     */
    ranked_score: number
    tier: ('gold' | 'silver' | 'bronze') | null
    submitted_at: string
  }[]
  total: number
  message?: string
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RegistryListInput {
  /**
   * metadata.nextCursor of the previous page
   */
  cursor?: string
  limit?: number
  /**
   * Part of a name or title
   */
  search?: string
  /**
   * Only servers whose definition changed here since then
   */
  updated_since?: string
  /**
   * latest, or one exact version
   */
  version?: string
}

export interface RegistryListOutput {
  servers: {
    server: {
      $schema: string
      name: string
      title: string
      description: string
      /**
       * Date on which the definition last changed here as year.month.day; 0.0.0 when it never did
       */
      version: string
      repository?: {
        url: string
        source: string
      }
      packages?: {
        registryType: string
        identifier: string
        transport: {
          type: 'stdio'
        }
      }[]
      remotes?: {
        type: 'streamable-http' | 'sse'
        url: string
      }[]
    }
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active'
        isLatest: boolean
        updatedAt?: string
      }
      'io.github.waymark/quality': {
        slug: string
        status: 'active' | 'provisional' | 'quarantined' | 'banned'
        official: boolean
        scores: {
          /**
           * How good it is, regardless of cost
           */
          overall_score: number
          /**
           * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
           */
          value_score: number
          output_quality: number
          reliability: number
          efficiency: number
          /**
           * 10 is free
           */
          cost: number
          trust: number
          /**
           * How many reported outcomes the scores are based on
           */
          evidence_count: number
          /**
           * True while the scores are based on facts alone, such as publisher, licence, adoption and price
           */
          is_prior: boolean
        }
        github_stars: number | null
        capabilities: string[]
        countries: string[]
        cost_usd_per_run: number | null
      }
    }
  }[]
  metadata: {
    nextCursor?: string
    count: number
  }
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RegistryGetInput {
  /**
   * waymark/<slug>, a plain slug, or io.github.<owner>/<repository>; URL-encoded in a path
   */
  name: string
}

export interface RegistryGetOutput {
  server: {
    $schema: string
    name: string
    title: string
    description: string
    /**
     * Date on which the definition last changed here as year.month.day; 0.0.0 when it never did
     */
    version: string
    repository?: {
      url: string
      source: string
    }
    packages?: {
      registryType: string
      identifier: string
      transport: {
        type: 'stdio'
      }
    }[]
    remotes?: {
      type: 'streamable-http' | 'sse'
      url: string
    }[]
  }
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active'
      isLatest: boolean
      updatedAt?: string
    }
    'io.github.waymark/quality': {
      slug: string
      status: 'active' | 'provisional' | 'quarantined' | 'banned'
      official: boolean
      scores: {
        /**
         * How good it is, regardless of cost
         */
        overall_score: number
        /**
         * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
         */
        value_score: number
        output_quality: number
        reliability: number
        efficiency: number
        /**
         * 10 is free
         */
        cost: number
        trust: number
        /**
         * How many reported outcomes the scores are based on
         */
        evidence_count: number
        /**
         * True while the scores are based on facts alone, such as publisher, licence, adoption and price
         */
        is_prior: boolean
      }
      github_stars: number | null
      capabilities: string[]
      countries: string[]
      cost_usd_per_run: number | null
    }
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RegistryVersionsInput {
  /**
   * waymark/<slug>, a plain slug, or io.github.<owner>/<repository>; URL-encoded in a path
   */
  name: string
}

export interface RegistryVersionsOutput {
  servers: {
    server: {
      $schema: string
      name: string
      title: string
      description: string
      /**
       * Date on which the definition last changed here as year.month.day; 0.0.0 when it never did
       */
      version: string
      repository?: {
        url: string
        source: string
      }
      packages?: {
        registryType: string
        identifier: string
        transport: {
          type: 'stdio'
        }
      }[]
      remotes?: {
        type: 'streamable-http' | 'sse'
        url: string
      }[]
    }
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active'
        isLatest: boolean
        updatedAt?: string
      }
      'io.github.waymark/quality': {
        slug: string
        status: 'active' | 'provisional' | 'quarantined' | 'banned'
        official: boolean
        scores: {
          /**
           * How good it is, regardless of cost
           */
          overall_score: number
          /**
           * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
           */
          value_score: number
          output_quality: number
          reliability: number
          efficiency: number
          /**
           * 10 is free
           */
          cost: number
          trust: number
          /**
           * How many reported outcomes the scores are based on
           */
          evidence_count: number
          /**
           * True while the scores are based on facts alone, such as publisher, licence, adoption and price
           */
          is_prior: boolean
        }
        github_stars: number | null
        capabilities: string[]
        countries: string[]
        cost_usd_per_run: number | null
      }
    }
  }[]
  metadata: {
    nextCursor?: string
    count: number
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface RegistryVersionInput {
  /**
   * waymark/<slug>, a plain slug, or io.github.<owner>/<repository>; URL-encoded in a path
   */
  name: string
  /**
   * latest, or the exact version
   */
  version: string
}

export interface RegistryVersionOutput {
  server: {
    $schema: string
    name: string
    title: string
    description: string
    /**
     * Date on which the definition last changed here as year.month.day; 0.0.0 when it never did
     */
    version: string
    repository?: {
      url: string
      source: string
    }
    packages?: {
      registryType: string
      identifier: string
      transport: {
        type: 'stdio'
      }
    }[]
    remotes?: {
      type: 'streamable-http' | 'sse'
      url: string
    }[]
  }
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active'
      isLatest: boolean
      updatedAt?: string
    }
    'io.github.waymark/quality': {
      slug: string
      status: 'active' | 'provisional' | 'quarantined' | 'banned'
      official: boolean
      scores: {
        /**
         * How good it is, regardless of cost
         */
        overall_score: number
        /**
         * 0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust
         */
        value_score: number
        output_quality: number
        reliability: number
        efficiency: number
        /**
         * 10 is free
         */
        cost: number
        trust: number
        /**
         * How many reported outcomes the scores are based on
         */
        evidence_count: number
        /**
         * True while the scores are based on facts alone, such as publisher, licence, adoption and price
         */
        is_prior: boolean
      }
      github_stars: number | null
      capabilities: string[]
      countries: string[]
      cost_usd_per_run: number | null
    }
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ExportLitellmInput {
  /**
   * Which models may take part, as in the preferences of an agent
   */
  profile?: 'standard' | 'unregulated' | 'regulated'
  /**
   * Providers you hold keys for, separated by commas: openai, anthropic, google, mistral, deepseek, meta; all when empty
   */
  providers?: string
  format?: 'yaml' | 'json'
}

export type ExportLitellmOutput =
  | {
      model_list: {
        model_name: string
        litellm_params: {
          model: string
          api_key?: string
        }
        model_info: {
          mode: 'chat'
          base_model: string
          input_cost_per_token?: number
          output_cost_per_token?: number
        }
      }[]
      router_settings: {
        fallbacks: {
          [k: string]: string[]
        }[]
      }
    }
  | string

export interface ExportOpenrouterInput {
  /**
   * Which models may take part, as in the preferences of an agent
   */
  profile?: 'standard' | 'unregulated' | 'regulated'
  /**
   * Providers you hold keys for, separated by commas: openai, anthropic, google, mistral, deepseek, meta; all when empty
   */
  providers?: string
}

export interface ExportOpenrouterOutput {
  tiers: {
    [k: string]: {
      /**
       * In order of preference; send it as `models` of a request
       */
      models: string[]
    }
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ListModelAliasesInput {
  /**
   * Which models may take part, as in the preferences of an agent
   */
  profile?: 'standard' | 'unregulated' | 'regulated'
  /**
   * Providers you hold keys for, separated by commas: openai, anthropic, google, mistral, deepseek, meta; all when empty
   */
  providers?: string
}

export interface ListModelAliasesOutput {
  object: 'list'
  data: {
    /**
     * waymark/<tier>
     */
    id: string
    object: 'model'
    /**
     * Release of the model behind it, in seconds
     */
    created: number
    owned_by: 'waymark'
    description: string
    /**
     * What this tier stands for in its usual work, at the priority best_value; for a task of its own, ask /api/route/model and use model_details.slug
     */
    resolves_to: {
      slug: string
      provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
      provider_model_id: string
      input_cost_per_mtok: number | null
      output_cost_per_mtok: number | null
    }
    fallbacks: string[]
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface GetModelAliasInput {
  /**
   * waymark/ and one of cheap_chat, cheap_structured, fast_code, creative_writing, reasoning_pro, tool_agent, best_available
   */
  model: string
}

export interface GetModelAliasOutput {
  /**
   * waymark/<tier>
   */
  id: string
  object: 'model'
  /**
   * Release of the model behind it, in seconds
   */
  created: number
  owned_by: 'waymark'
  description: string
  /**
   * What this tier stands for in its usual work, at the priority best_value; for a task of its own, ask /api/route/model and use model_details.slug
   */
  resolves_to: {
    slug: string
    provider: 'openai' | 'anthropic' | 'google' | 'mistral' | 'deepseek' | 'meta'
    provider_model_id: string
    input_cost_per_mtok: number | null
    output_cost_per_mtok: number | null
  }
  fallbacks: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AgentStatusInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface AgentStatusOutput {
  agent_identity_id: string
  agent_name: string
  registered_at: string
  /**
   * From the trust score alone; verification raises that to the start of trusted
   */
  trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production'
  trust_tier_progress: {
    current: 'unverified' | 'baseline' | 'trusted' | 'production'
    next: ('unverified' | 'baseline' | 'trusted' | 'production') | null
    current_trust_score: number
    next_tier_at_trust_score: number | null
    shadow_mode: boolean
    requirements: string[]
    hint: string
  }
  activity_30d: {
    routing_decisions: number
    outcomes_reported: number
    contributions_accepted: number
    /**
     * Mean quality over outcomes that are not repeats
     */
    avg_verified_quality: number | null
    success_rate_pct: number | null
    last_activity_at: string | null
  }
  integration_health: {
    status: 'ok' | 'advisory' | 'warning'
    checks: {
      code: 'NO_ROUTING_CALLS' | 'NO_TELEMETRY_FEEDBACK' | 'LOW_QUALITY_VARIANCE' | 'UNREALISTIC_SUCCESS_RATE'
      severity: 'advisory' | 'warning'
      message: string
      docs: string
    }[]
  }
  docs: {
    routing: string
    telemetry: string
    contributions: string
  }
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AgentDashboardInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface AgentDashboardOutput {
  agent: {
    agent_identity_id: string
    agent_name: string
    /**
     * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
     */
    trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
    trust_score: number
    registered_at: string
  }
  balance: {
    total_routing_credits: number
    total_reputation_points: number
  }
  recent_contributions: {
    source: 'report' | 'model_report' | 'contribution' | 'mission' | 'challenge'
    /**
     * Slug of the tool server or model
     */
    subject: string
    /**
     * Null for a contribution of several runs
     */
    outcome: string | null
    runs: number
    contribution_type: string | null
    contribution_score: number | null
    submitted_at: string
  }[]
  recent_rewards: {
    entry_id: string
    kind: 'report' | 'model_report' | 'contribution' | 'mission' | 'challenge'
    routing_credits: number
    reputation_points: number
    trust_change: number
    created_at: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface AgentMemoryInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
  /**
   * One cluster in detail
   */
  cluster?: string
}

export interface AgentMemoryOutput {
  agent_identity_id: string
  agent_name: string
  cluster?: string
  /**
   * Of the latest 10,000 outcomes and decisions. Null when it takes longer than 200 ms; in detail also under three samples
   */
  model_memory:
    | ({
        historical_model: string
        sample_size: number
        call_count: number
        success_rate: number
        avg_quality: number | null
        last_decision_at: string | null
        candidates: {
          slug: string
          sample_size: number
          success_rate: number
          avg_quality: number | null
        }[]
      } | null)
    | ({
        total_calls: number
        distinct_clusters: number
        top_clusters: {
          /**
           * A tier and a signal joined by a colon
           */
          cluster: string
          call_count: number
          /**
           * Share of outcome success; null under three samples
           */
          success_rate: number | null
          avg_quality: number | null
          /**
           * What worked best for this agent here; null under three samples
           */
          historical_model: string | null
        }[]
      } | null)
  skill_memory:
    | ({
        historical_skill: string
        sample_size: number
        call_count: number
        success_rate: number
        avg_quality: number | null
        last_decision_at: string | null
        candidates: {
          slug: string
          sample_size: number
          success_rate: number
          avg_quality: number | null
        }[]
      } | null)
    | ({
        total_calls: number
        distinct_clusters: number
        top_clusters: {
          /**
           * A tier and a signal joined by a colon
           */
          cluster: string
          call_count: number
          /**
           * Share of outcome success; null under three samples
           */
          success_rate: number | null
          avg_quality: number | null
          /**
           * What worked best for this agent here; null under three samples
           */
          historical_skill: string | null
        }[]
      } | null)
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface CheckHealthInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface CheckHealthOutput {
  status: 'ok' | 'advisory' | 'warning'
  checks: {
    code: 'NO_ROUTING_CALLS' | 'NO_TELEMETRY_FEEDBACK' | 'LOW_QUALITY_VARIANCE' | 'UNREALISTIC_SUCCESS_RATE'
    severity: 'advisory' | 'warning'
    message: string
    docs: string
  }[]
  agent_identity_id: string
  decisions: number
  submissions: number
  successes: number
  distinct_qualities: number
  window_days: number
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface SkillHistoryInput {
  slug: string
  /**
   * How many days, today included
   */
  days?: number
}

export interface SkillHistoryOutput {
  slug: string
  /**
   * Oldest first; days without evidence have none, and the last is today’s
   */
  points: {
    day: string
    overall_score: number
    value_score: number
    /**
     * 0 to 1
     */
    success_rate: number | null
    latency_ms: number | null
    evidence_count: number
  }[]
  /**
   * How many sources of each standing reported
   */
  evidence_mix: {
    established: number
    newcomers: number
    anonymous: number
  }
  /**
   * Numbers that were adjusted; absent when none were
   */
  warnings?: string[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface HelpInput {
  /**
   * Identity from registration
   */
  agent_identity_id?: string
}

export interface HelpOutput {
  service: string
  /**
   * Null until you send your agent_identity_id
   */
  you: {
    agent_identity_id: string
    agent_name: string
    /**
     * verified once a verification was approved, regardless of the trust score; otherwise the tier of that score
     */
    trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production' | 'verified'
    balance: {
      total_routing_credits: number
      total_reputation_points: number
    }
    routing_decisions: number
    outcomes_reported: number
    missions_completed: number
    /**
     * What you have claimed and not completed, the oldest first; at most three are shown
     */
    open_missions: {
      claim_id: string
      mission_id: string
      title: string
      task_prompt: string
      /**
       * Tool servers of the catalog that fit the task
       */
      candidates: string[]
    }[]
    /**
     * Where a request for verification stands; null before there was one
     */
    verification: {
      status: string
      reason: string | null
      message: string
    } | null
  } | null
  steps: {
    step: number
    tool: string
    what: string
    done: boolean
  }[]
  /**
   * The call to make now, with its arguments
   */
  next: {
    tool: string
    arguments: {
      [k: string]: unknown
    }
    why: string
  }
  earnings: {
    act: string
    pays: string
  }[]
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface OperatorOverviewInput {}

export interface OperatorOverviewOutput {
  window_days: number
  /**
   * Tasks that found no tool, by cluster
   */
  unresolved: {
    cluster: string
    count: number
  }[]
  /**
   * Of the process that answers, since it started
   */
  traffic: {
    operation: string
    requests: number
    failures: number
    p50_ms: number | null
    p95_ms: number | null
  }[]
  classifier: {
    configured: boolean
    model: string | null
    answered: number
    late: number
    unanswered: number
  }
  movements: {
    slug: string
    canonical_name: string
    score_before: number
    score_after: number
    causes: string[]
  }[]
  pinned: {
    slug: string
    canonical_name: string
    reason: string | null
  }[]
  banned: {
    slug: string
    canonical_name: string
    reason: string | null
  }[]
  /**
   * How many entries wait in quarantine
   */
  quarantined: number
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface ExportAgentInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
  /**
   * Where to go on: next_cursor of the previous answer
   */
  cursor?: string
}

export interface ExportAgentOutput {
  agent_identity_id: string
  exported_at: string
  /**
   * Every row about this agent, by table
   */
  records: {
    [k: string]: {
      [k: string]: unknown
    }[]
  }
  /**
   * Tables with more rows than one answer holds
   */
  truncated: string[]
  /**
   * Ask again with this cursor for the rest of these tables; null when nothing is left
   */
  next_cursor: string | null
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface DeleteAgentInput {
  /**
   * Identity from registration
   */
  agent_identity_id: string
}

export interface DeleteAgentOutput {
  agent_identity_id: string
  deleted: true
  rows_removed: number
  rows_made_anonymous: number
  message: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface HealthInput {}

export interface HealthOutput {
  status: 'ok'
  store: 'sqlite' | 'postgres'
  time: string
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface LiveInput {}

export interface LiveOutput {
  status: 'ok'
  /**
   * Fields of the request that are not known here, with what may be meant; absent when there were none
   */
  ignored_fields?: string[]
}

export interface Operations {
  register_agent: { http: 'POST /api/agents/register'; input: RegisterAgentInput; output: RegisterAgentOutput }
  update_preferences: { http: 'PUT /api/agents/preferences'; input: UpdatePreferencesInput; output: UpdatePreferencesOutput }
  set_webhook: { http: 'PUT /api/agents/webhook'; input: SetWebhookInput; output: SetWebhookOutput }
  webhook_status: { http: 'GET /api/agents/{agent_identity_id}/webhook'; input: WebhookStatusInput; output: WebhookStatusOutput }
  route: { http: 'POST /api/route'; input: RouteInput; output: RouteOutput }
  route_model: { http: 'POST /api/route/model'; input: RouteModelInput; output: RouteModelOutput }
  report: { http: 'POST /api/report'; input: ReportInput; output: ReportOutput }
  report_model: { http: 'POST /api/report/model'; input: ReportModelInput; output: ReportModelOutput }
  contribute: { http: 'POST /api/contributions'; input: ContributeInput; output: ContributeOutput }
  verify_model_output: { http: 'POST /api/verify/model'; input: VerifyModelOutputInput; output: VerifyModelOutputOutput }
  search_skills: { http: 'GET /api/skills'; input: SearchSkillsInput; output: SearchSkillsOutput }
  compare_skills: { http: 'GET /api/skills/compare'; input: CompareSkillsInput; output: CompareSkillsOutput }
  get_skill: { http: 'GET /api/skills/{slug}'; input: GetSkillInput; output: GetSkillOutput }
  list_models: { http: 'GET /api/models'; input: ListModelsInput; output: ListModelsOutput }
  taxonomy: { http: 'GET /api/taxonomy'; input: TaxonomyInput; output: TaxonomyOutput }
  admin_list_skills: { http: 'GET /api/admin/catalog'; input: AdminListSkillsInput; output: AdminListSkillsOutput }
  admin_add_skill: { http: 'POST /api/admin/catalog'; input: AdminAddSkillInput; output: AdminAddSkillOutput }
  admin_override_skill: { http: 'PUT /api/admin/catalog/{slug}'; input: AdminOverrideSkillInput; output: AdminOverrideSkillOutput }
  admin_decide_skill: { http: 'POST /api/admin/catalog/{slug}/decide'; input: AdminDecideSkillInput; output: AdminDecideSkillOutput }
  admin_remove_skill: { http: 'DELETE /api/admin/catalog/{slug}'; input: AdminRemoveSkillInput; output: AdminRemoveSkillOutput }
  admin_import_skills: { http: 'POST /api/admin/catalog/import'; input: AdminImportSkillsInput; output: AdminImportSkillsOutput }
  balance: { http: 'GET /api/agent/balance'; input: BalanceInput; output: BalanceOutput }
  ledger: { http: 'GET /api/agents/{agent_identity_id}/ledger'; input: LedgerInput; output: LedgerOutput }
  list_missions: { http: 'GET /api/missions/available'; input: ListMissionsInput; output: ListMissionsOutput }
  guide_to_missions: { http: 'GET /api/missions'; input: GuideToMissionsInput; output: GuideToMissionsOutput }
  claim_mission: { http: 'POST /api/missions/claim'; input: ClaimMissionInput; output: ClaimMissionOutput }
  complete_mission: { http: 'POST /api/missions/complete'; input: CompleteMissionInput; output: CompleteMissionOutput }
  list_challenges: { http: 'GET /api/challenges'; input: ListChallengesInput; output: ListChallengesOutput }
  submit_challenge: { http: 'POST /api/challenges/submit'; input: SubmitChallengeInput; output: SubmitChallengeOutput }
  verify_agent: { http: 'POST /api/verify'; input: VerifyAgentInput; output: VerifyAgentOutput }
  initiate_verification: { http: 'POST /api/verify/initiate'; input: InitiateVerificationInput; output: InitiateVerificationOutput }
  verification_status: { http: 'GET /api/verify/status'; input: VerificationStatusInput; output: VerificationStatusOutput }
  list_verifications: { http: 'GET /api/admin/verifications'; input: ListVerificationsInput; output: ListVerificationsOutput }
  approve_verification: { http: 'POST /api/admin/verifications/{id}/approve'; input: ApproveVerificationInput; output: ApproveVerificationOutput }
  reject_verification: { http: 'POST /api/admin/verifications/{id}/reject'; input: RejectVerificationInput; output: RejectVerificationOutput }
  badge: { http: 'GET /api/badge/{slug}'; input: BadgeInput; output: BadgeOutput }
  badge_of_agent: { http: 'GET /api/badge/agent/{agent_name}'; input: BadgeOfAgentInput; output: BadgeOfAgentOutput }
  badge_of_medal: { http: 'GET /api/badge/challenge/{slug}/{agent_name}'; input: BadgeOfMedalInput; output: BadgeOfMedalOutput }
  badge_snippet: { http: 'GET /api/badge-snippet/{slug}'; input: BadgeSnippetInput; output: BadgeSnippetOutput }
  tool_leaderboard: { http: 'GET /api/leaderboards/tools'; input: ToolLeaderboardInput; output: ToolLeaderboardOutput }
  agent_leaderboard: { http: 'GET /api/leaderboards/agents'; input: AgentLeaderboardInput; output: AgentLeaderboardOutput }
  challenge_leaderboard: { http: 'GET /api/leaderboards/challenges/{slug}'; input: ChallengeLeaderboardInput; output: ChallengeLeaderboardOutput }
  registry_list: { http: 'GET /v0/servers'; input: RegistryListInput; output: RegistryListOutput }
  registry_get: { http: 'GET /v0/servers/{name}'; input: RegistryGetInput; output: RegistryGetOutput }
  registry_versions: { http: 'GET /v0/servers/{name}/versions'; input: RegistryVersionsInput; output: RegistryVersionsOutput }
  registry_version: { http: 'GET /v0/servers/{name}/versions/{version}'; input: RegistryVersionInput; output: RegistryVersionOutput }
  export_litellm: { http: 'GET /api/gateways/litellm'; input: ExportLitellmInput; output: ExportLitellmOutput }
  export_openrouter: { http: 'GET /api/gateways/openrouter'; input: ExportOpenrouterInput; output: ExportOpenrouterOutput }
  list_model_aliases: { http: 'GET /v1/models'; input: ListModelAliasesInput; output: ListModelAliasesOutput }
  get_model_alias: { http: 'GET /v1/models/{model}'; input: GetModelAliasInput; output: GetModelAliasOutput }
  agent_status: { http: 'GET /api/agent/status'; input: AgentStatusInput; output: AgentStatusOutput }
  agent_dashboard: { http: 'GET /api/agent-dashboard'; input: AgentDashboardInput; output: AgentDashboardOutput }
  agent_memory: { http: 'GET /api/agents/{agent_identity_id}/memory'; input: AgentMemoryInput; output: AgentMemoryOutput }
  check_health: { http: 'GET /api/agent/health'; input: CheckHealthInput; output: CheckHealthOutput }
  skill_history: { http: 'GET /api/skills/{slug}/history'; input: SkillHistoryInput; output: SkillHistoryOutput }
  help: { http: 'GET /api/help'; input: HelpInput; output: HelpOutput }
  operator_overview: { http: 'GET /api/admin/overview'; input: OperatorOverviewInput; output: OperatorOverviewOutput }
  export_agent: { http: 'GET /api/agents/{agent_identity_id}/export'; input: ExportAgentInput; output: ExportAgentOutput }
  delete_agent: { http: 'DELETE /api/agents/{agent_identity_id}'; input: DeleteAgentInput; output: DeleteAgentOutput }
  health: { http: 'GET /api/health'; input: HealthInput; output: HealthOutput }
  live: { http: 'GET /api/live'; input: LiveInput; output: LiveOutput }
}

export const routes = {
  register_agent: 'POST /api/agents/register',
  update_preferences: 'PUT /api/agents/preferences',
  set_webhook: 'PUT /api/agents/webhook',
  webhook_status: 'GET /api/agents/{agent_identity_id}/webhook',
  route: 'POST /api/route',
  route_model: 'POST /api/route/model',
  report: 'POST /api/report',
  report_model: 'POST /api/report/model',
  contribute: 'POST /api/contributions',
  verify_model_output: 'POST /api/verify/model',
  search_skills: 'GET /api/skills',
  compare_skills: 'GET /api/skills/compare',
  get_skill: 'GET /api/skills/{slug}',
  list_models: 'GET /api/models',
  taxonomy: 'GET /api/taxonomy',
  admin_list_skills: 'GET /api/admin/catalog',
  admin_add_skill: 'POST /api/admin/catalog',
  admin_override_skill: 'PUT /api/admin/catalog/{slug}',
  admin_decide_skill: 'POST /api/admin/catalog/{slug}/decide',
  admin_remove_skill: 'DELETE /api/admin/catalog/{slug}',
  admin_import_skills: 'POST /api/admin/catalog/import',
  balance: 'GET /api/agent/balance',
  ledger: 'GET /api/agents/{agent_identity_id}/ledger',
  list_missions: 'GET /api/missions/available',
  guide_to_missions: 'GET /api/missions',
  claim_mission: 'POST /api/missions/claim',
  complete_mission: 'POST /api/missions/complete',
  list_challenges: 'GET /api/challenges',
  submit_challenge: 'POST /api/challenges/submit',
  verify_agent: 'POST /api/verify',
  initiate_verification: 'POST /api/verify/initiate',
  verification_status: 'GET /api/verify/status',
  list_verifications: 'GET /api/admin/verifications',
  approve_verification: 'POST /api/admin/verifications/{id}/approve',
  reject_verification: 'POST /api/admin/verifications/{id}/reject',
  badge: 'GET /api/badge/{slug}',
  badge_of_agent: 'GET /api/badge/agent/{agent_name}',
  badge_of_medal: 'GET /api/badge/challenge/{slug}/{agent_name}',
  badge_snippet: 'GET /api/badge-snippet/{slug}',
  tool_leaderboard: 'GET /api/leaderboards/tools',
  agent_leaderboard: 'GET /api/leaderboards/agents',
  challenge_leaderboard: 'GET /api/leaderboards/challenges/{slug}',
  registry_list: 'GET /v0/servers',
  registry_get: 'GET /v0/servers/{name}',
  registry_versions: 'GET /v0/servers/{name}/versions',
  registry_version: 'GET /v0/servers/{name}/versions/{version}',
  export_litellm: 'GET /api/gateways/litellm',
  export_openrouter: 'GET /api/gateways/openrouter',
  list_model_aliases: 'GET /v1/models',
  get_model_alias: 'GET /v1/models/{model}',
  agent_status: 'GET /api/agent/status',
  agent_dashboard: 'GET /api/agent-dashboard',
  agent_memory: 'GET /api/agents/{agent_identity_id}/memory',
  check_health: 'GET /api/agent/health',
  skill_history: 'GET /api/skills/{slug}/history',
  help: 'GET /api/help',
  operator_overview: 'GET /api/admin/overview',
  export_agent: 'GET /api/agents/{agent_identity_id}/export',
  delete_agent: 'DELETE /api/agents/{agent_identity_id}',
  health: 'GET /api/health',
  live: 'GET /api/live',
} as const

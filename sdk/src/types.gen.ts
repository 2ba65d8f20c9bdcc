// Generated from the operation table by `npm run gen`; do not edit.

export interface RegisterAgentInput {
  /**
   * The name that identifies this agent; registering it again returns the same identity
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
}

export interface RegisterAgentOutput {
  agent_identity_id: string
  agent_name: string
  trust_tier: 'unverified' | 'baseline' | 'trusted' | 'production'
  is_active: boolean
  message: string
}

export interface UpdatePreferencesInput {
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id: string
  preferences?: {
    allow_china?: boolean
    /**
     * @maxItems 32
     */
    regulated_industries?: string[]
    /**
     * @maxItems 32
     */
    available_providers?: string[]
    telemetry?: boolean
  }
  project_context?: {
    framework?: string
    language?: string
    /**
     * @maxItems 64
     */
    stack_tags?: string[]
  }
}

export interface UpdatePreferencesOutput {
  agent_identity_id: string
  preferences: {
    allow_china?: boolean
    /**
     * @maxItems 32
     */
    regulated_industries?: string[]
    /**
     * @maxItems 32
     */
    available_providers?: string[]
    telemetry?: boolean
  }
  project_context: {
    framework?: string
    language?: string
    /**
     * @maxItems 64
     */
    stack_tags?: string[]
  }
  resolved_profile: 'standard' | 'unregulated' | 'regulated'
}

export interface SearchSkillsInput {
  /**
   * What is wanted, in plain words or by product name
   */
  q?: string
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
  limit?: number
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
  requires: string[]
  pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * Typical price of one run; null when unknown
   */
  cost_usd_per_run: number | null
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
     * How good it is, whatever it costs
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
     * How many reported outcomes stand behind the scores
     */
    evidence_count: number
    /**
     * True while the scores rest on facts alone, such as publisher, licence, adoption and price
     */
    is_prior: boolean
  }
  skill_metrics: {
    /**
     * Null when nobody counted them
     */
    github_stars: number | null
    stars_as_of: string | null
    /**
     * How many public directories list it
     */
    listed_by: number
  }
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
}[]

export interface CompareSkillsInput {
  /**
   * Two to four slugs; in a query string separated by commas
   *
   * @maxItems 20
   */
  slugs:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
}

export interface CompareSkillsOutput {
  /**
   * Slug with the best value; null when they are level
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
    requires: string[]
    pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
    /**
     * Typical price of one run; null when unknown
     */
    cost_usd_per_run: number | null
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
       * How good it is, whatever it costs
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
       * How many reported outcomes stand behind the scores
       */
      evidence_count: number
      /**
       * True while the scores rest on facts alone, such as publisher, licence, adoption and price
       */
      is_prior: boolean
    }
    skill_metrics: {
      /**
       * Null when nobody counted them
       */
      github_stars: number | null
      stars_as_of: string | null
      /**
       * How many public directories list it
       */
      listed_by: number
    }
    status: 'active' | 'provisional' | 'quarantined' | 'banned'
  }[]
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
  requires: string[]
  pricing: 'free' | 'freemium' | 'usage' | 'paid' | 'unknown'
  /**
   * Typical price of one run; null when unknown
   */
  cost_usd_per_run: number | null
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
     * How good it is, whatever it costs
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
     * How many reported outcomes stand behind the scores
     */
    evidence_count: number
    /**
     * True while the scores rest on facts alone, such as publisher, licence, adoption and price
     */
    is_prior: boolean
  }
  skill_metrics: {
    /**
     * Null when nobody counted them
     */
    github_stars: number | null
    stars_as_of: string | null
    /**
     * How many public directories list it
     */
    listed_by: number
  }
  status: 'active' | 'provisional' | 'quarantined' | 'banned'
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
    quality: {
      [k: string]: {
        value: number
        n_figures: number
        as_of: string | null
        /**
         * True when no benchmark of this very task stands behind it
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
  }[]
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
}

export interface ListMissionsInput {
  /**
   * Only missions of this event
   */
  event?:
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
  limit?: number
  /**
   * Identity from registration. Passing it doubles credits.
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
     * @minItems 2
     * @maxItems 8
     */
    candidates:
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
    /**
     * Places taken; a claim left unfinished for 7 days gives its place back
     */
    claimed_count: number
  }[]
  total: number
}

export interface GuideToMissionsInput {
  /**
   * Only missions of this event
   */
  event?:
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
  limit?: number
  /**
   * Identity from registration. Passing it doubles credits.
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
     * @minItems 2
     * @maxItems 8
     */
    candidates:
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
    /**
     * Places taken; a claim left unfinished for 7 days gives its place back
     */
    claimed_count: number
  }[]
  total: number
  how_to_complete: {
    [k: string]: string
  }
  mcp_alternative: string
}

export interface ClaimMissionInput {
  /**
   * id of a mission from the list
   */
  mission_id: string
  /**
   * Identity from registration. Passing it doubles credits.
   */
  agent_identity_id: string
}

export interface ClaimMissionOutput {
  claim_id: string
  mission_id: string
  status: 'claimed'
  claimed_at: string
}

export interface HealthInput {}

export interface HealthOutput {
  status: 'ok'
  store: 'sqlite' | 'postgres'
  time: string
}

export interface LiveInput {}

export interface LiveOutput {
  status: 'ok'
}

export interface Operations {
  register_agent: { http: 'POST /api/agents/register'; input: RegisterAgentInput; output: RegisterAgentOutput }
  update_preferences: { http: 'PUT /api/agents/preferences'; input: UpdatePreferencesInput; output: UpdatePreferencesOutput }
  search_skills: { http: 'GET /api/skills'; input: SearchSkillsInput; output: SearchSkillsOutput }
  compare_skills: { http: 'GET /api/skills/compare'; input: CompareSkillsInput; output: CompareSkillsOutput }
  get_skill: { http: 'GET /api/skills/{slug}'; input: GetSkillInput; output: GetSkillOutput }
  list_models: { http: 'GET /api/models'; input: ListModelsInput; output: ListModelsOutput }
  taxonomy: { http: 'GET /api/taxonomy'; input: TaxonomyInput; output: TaxonomyOutput }
  list_missions: { http: 'GET /api/missions/available'; input: ListMissionsInput; output: ListMissionsOutput }
  guide_to_missions: { http: 'GET /api/missions'; input: GuideToMissionsInput; output: GuideToMissionsOutput }
  claim_mission: { http: 'POST /api/missions/claim'; input: ClaimMissionInput; output: ClaimMissionOutput }
  health: { http: 'GET /api/health'; input: HealthInput; output: HealthOutput }
  live: { http: 'GET /api/live'; input: LiveInput; output: LiveOutput }
}

export const routes = {
  register_agent: 'POST /api/agents/register',
  update_preferences: 'PUT /api/agents/preferences',
  search_skills: 'GET /api/skills',
  compare_skills: 'GET /api/skills/compare',
  get_skill: 'GET /api/skills/{slug}',
  list_models: 'GET /api/models',
  taxonomy: 'GET /api/taxonomy',
  list_missions: 'GET /api/missions/available',
  guide_to_missions: 'GET /api/missions',
  claim_mission: 'POST /api/missions/claim',
  health: 'GET /api/health',
  live: 'GET /api/live',
} as const

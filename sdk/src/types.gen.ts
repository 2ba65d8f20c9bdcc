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
  health: { http: 'GET /api/health'; input: HealthInput; output: HealthOutput }
  live: { http: 'GET /api/live'; input: LiveInput; output: LiveOutput }
}

export const routes = {
  register_agent: 'POST /api/agents/register',
  update_preferences: 'PUT /api/agents/preferences',
  health: 'GET /api/health',
  live: 'GET /api/live',
} as const

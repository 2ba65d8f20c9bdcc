import type { Signals, Tier } from '../catalog/models.ts'
import type { ModelChoice } from './models/choice.ts'
import type { RouteReason } from './reasons/codes.ts'
import type { ToldStep } from './told-steps.ts'
import type { RankedTool } from './tools/rank.ts'

export const approaches = ['direct_llm', 'mcp_server', 'multi_tool'] as const
export type Approach = (typeof approaches)[number]
export const matchMethods = ['none_needed', 'named_product', 'hybrid_retrieval', 'step_by_step', 'workflow', 'unresolved'] as const
export type MatchMethod = (typeof matchMethods)[number]

export type ToolPick = {
  tool: RankedTool
  alternatives: RankedTool[]
  fallback: RankedTool | null
  /** Which tool would have been picked at each strength of wording. */
  firsts: readonly string[]
}
export type PlannedStep = { action: string; capability: string; pick: ToolPick | null }

/** `steps`: what a language model said is to be done outside; empty where it said nothing that can be used. */
export type Classification = { signals: Signals; source: 'built_in' } | { signals: Signals; source: 'llm'; steps: readonly ToldStep[] }

/** Everything decided about one request; the answer on the wire and the stored row are both read from it. */
export type RouteDecision = {
  approach: Approach
  classification: Classification
  confidence: number
  match_method: MatchMethod
  pick: ToolPick | null
  steps: PlannedStep[]
  model: ModelChoice
  tier: Tier
  capability: string | null
  cluster: string
  candidates_considered: number
  constraints_applied: string[]
  excluded: Record<string, number>
  reasons: RouteReason[]
  runner_up: RankedTool | null
  margin: number
  n_effective: number
  suggestions: string[]
  propensity: number
  explored: boolean
}

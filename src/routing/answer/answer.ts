import type { Model } from '../../catalog/models.ts'
import { rounded } from '../../rounded.ts'
import type { PlannedStep, RouteDecision, ToolPick } from '../decision.ts'
import type { ModelChoice } from '../models/choice.ts'
import type { ModelDecision } from '../models/engine.ts'
import { aliasOf } from '../models/tiers.ts'
import { besideTheModel } from '../run-cost.ts'
import type { ModelRouteOutput, RouteOutput } from '../schema.ts'
import type { RankedTool } from '../tools/rank.ts'
import { explainRoute } from './explain.ts'
import { type CallFacts, leadOf, metadataOf, modelLead } from './metadata.ts'

export type RouteFacts = CallFacts & { reward_multiplier: number }
export type ModelFacts = CallFacts & { tier_description: string }

const slugOf = ({ entry }: RankedTool) => entry.slug

/** The decision as the contract shows it: the approach decides which fields are there. */
export function routeAnswer(decision: RouteDecision, facts: RouteFacts): RouteOutput {
  const shared = {
    recommended_model: modelOf(decision.model),
    confidence: decision.confidence,
    reasoning: explainRoute(decision),
    ...runCostOf(decision),
    routing_metadata: { ...metadataOf(decision, leadOf(decision), facts), ...blockedBy(blockingCaps(decision)) },
  }
  if (decision.approach === 'direct_llm') return { approach: 'direct_llm', ...shared }
  const rest = {
    non_mcp_alternative: modelAlone(decision.model),
    wanted_telemetry: telemetryWanted(decision, facts),
  }
  if (decision.approach === 'multi_tool') {
    const orchestration = decision.steps.map(stepOf)
    const tools = new Map(decision.steps.flatMap(({ pick }) => (pick ? [[slugOf(pick.tool), scoresOf(pick.tool)] as const] : [])))
    const combo = { recommended_combo: [...tools.keys()], scores: meanScores([...tools.values()]) }
    return { approach: 'multi_tool', orchestration, ...shared, ...combo, ...rest, ...suggested(decision) }
  }
  return { approach: 'mcp_server', ...toolFields(decision.pick), ...shared, ...rest, ...suggested(decision) }
}

/** The contract wants a cost_insight in every answer, even when nothing is left that could cost anything. */
function costOf(choice: ModelChoice): { cost_insight: string; message?: string } {
  if (choice.kind !== 'none') return { cost_insight: choice.cost_insight }
  return { cost_insight: 'No model is left under these constraints, so there is no cost to compare.', message: choice.message }
}

function runCostOf({ approach, pick, steps, model }: RouteDecision): ReturnType<typeof costOf> {
  if (model.kind !== 'none' && approach === 'mcp_server' && !pick)
    return { cost_insight: 'No tool was found for this, so there is no run whose cost could be compared.' }
  const { cost_insight, ...message } = costOf(model)
  const tools = [pick, ...steps.map((step) => step.pick)].flatMap((picked) => picked?.tool ?? [])
  return { cost_insight: [cost_insight, ...(model.kind === 'none' ? [] : besideTheModel(tools))].join(' '), ...message }
}

/** The constraints that may be the reason why there is no answer. */
function blockingCaps({ approach, pick, excluded, model }: RouteDecision): string[] {
  const ofTools = approach === 'mcp_server' && !pick ? Object.keys(excluded) : []
  return [...new Set([...ofTools, ...modelBlocks(model)])]
}

function modelBlocks(choice: ModelChoice): string[] {
  if (choice.kind !== 'none') return []
  return [...choice.relaxable, ...choice.relaxable_together]
}

const blockedBy = (blocked_by: string[]) => (blocked_by.length > 0 ? { blocked_by } : {})

function toolFields(pick: ToolPick | null) {
  if (!pick) {
    return { recommended_skill: null, recommended_skill_name: null, alternatives: [], fallback: null, recommended_combo: [], scores: null }
  }
  return {
    recommended_skill: pick.tool.entry.slug,
    recommended_skill_name: pick.tool.entry.canonical_name,
    alternatives: pick.alternatives.map(slugOf),
    fallback: pick.fallback?.entry.slug ?? null,
    recommended_combo: [pick.tool.entry.slug],
    scores: scoresOf(pick.tool),
  }
}

/** What to do where no tool fits the task or one of its steps. */
const suggested = ({ suggestions }: RouteDecision) => (suggestions.length > 0 ? { suggestions } : {})

type Scores = NonNullable<RouteOutput['scores']>

/** A plan is as good as its tools are together. */
function meanScores(all: readonly Scores[]): Scores | null {
  if (all.length === 0) return null
  const meanOf = (name: keyof Scores) => rounded(all.reduce((sum, scores) => sum + scores[name], 0) / all.length, 2)
  return {
    value_score: meanOf('value_score'),
    output_score: meanOf('output_score'),
    reliability_score: meanOf('reliability_score'),
    efficiency_score: meanOf('efficiency_score'),
    cost_score: meanOf('cost_score'),
    trust_score: meanOf('trust_score'),
    overall_score: meanOf('overall_score'),
  }
}

function scoresOf({ scores }: RankedTool): Scores {
  return {
    value_score: scores.value_score,
    output_score: scores.output_quality,
    reliability_score: scores.reliability,
    efficiency_score: scores.efficiency,
    cost_score: scores.cost,
    trust_score: scores.trust,
    overall_score: scores.overall_score,
  }
}

function stepOf({ action, capability, pick }: PlannedStep, at: number) {
  return {
    step: at + 1,
    tool_category: capability,
    recommended_skill: pick?.tool.entry.slug ?? null,
    recommended_skill_name: pick?.tool.entry.canonical_name ?? null,
    action,
    alternatives: pick?.alternatives.map(slugOf) ?? [],
    fallback: pick?.fallback?.entry.slug ?? null,
  }
}

function modelOf(choice: ModelChoice): RouteOutput['recommended_model'] {
  if (choice.kind === 'none') return null
  const { slug, display_name, provider, input_cost_per_mtok } = choice.primary
  return { slug, display_name, provider, input_cost_per_mtok, tier: choice.tier, tier_description: choice.tier_description }
}

function modelAlone(choice: ModelChoice): NonNullable<RouteOutput['non_mcp_alternative']> {
  return {
    approach: 'direct_llm',
    recommended_model: choice.kind === 'none' ? null : choice.primary.slug,
    description:
      'Without a tool the model can draft, explain or plan this from what you paste in, but it cannot read or change anything outside.',
  }
}

function telemetryWanted(decision: RouteDecision, { reward_multiplier }: RouteFacts): NonNullable<RouteOutput['wanted_telemetry']> {
  return {
    reward_multiplier,
    report_to: '/api/report',
    report_tool: 'service_report',
    fields: ['outcome', 'latency_ms', 'cost_usd', 'output_quality_rating'],
    why: reward_multiplier === 0 ? 'Telemetry is off, so a report would be neither stored nor paid.' : whyReport(decision),
  }
}

/** With fewer independent reports than this, each one still moves the choice. */
const fewReports = 3

function whyReport({ pick, steps, n_effective }: RouteDecision): string {
  if (!pick && !steps.some((step) => step.pick))
    return 'If you find a tool that does this, report it: the next agent that asks may be sent there.'
  return n_effective < fewReports ? 'Few agents have reported on this choice; yours would count most.' : 'Reports keep the ranking honest.'
}

function detailsOf({ slug, display_name, provider, provider_model_id, input_cost_per_mtok, output_cost_per_mtok }: Model) {
  return { slug, display_name, provider, provider_model_id, input_cost_per_mtok, output_cost_per_mtok }
}

export function modelAnswer(decision: ModelDecision, facts: ModelFacts): ModelRouteOutput {
  const { choice, classification } = decision
  const shared = {
    tier: choice.tier,
    tier_description: facts.tier_description,
    signals: classification.signals,
    routing_metadata: { ...metadataOf(decision, modelLead(choice), facts), ...blockedBy(modelBlocks(choice)) },
  }
  if (choice.kind === 'none') {
    const estimated_cost = { estimated_usd: null, ...decision.tokens }
    const nothing = { recommended_model: null, model_details: null, confidence: 0, fallback_chain: [], escalation: null }
    return { ...nothing, ...shared, estimated_cost, ...costOf(choice) }
  }
  return {
    recommended_model: aliasOf(choice.tier),
    model_details: detailsOf(choice.primary),
    ...shared,
    confidence: choice.confidence,
    estimated_cost: choice.estimated_cost,
    fallback_chain: choice.fallback_chain.map(({ slug, provider }) => ({ slug, provider })),
    escalation: choice.escalation && { tier: choice.escalation.tier, trigger: choice.escalation.trigger },
    ...costOf(choice),
  }
}

import type { Model, Profile, Tier, TierMaps } from '../catalog/models.ts'
import { clusterKey, toolCluster } from './cluster.ts'
import type { Classification, PlannedStep, RouteDecision, ToolPick } from './decision.ts'
import { chooseModel, type ModelChoice } from './models/choice.ts'
import { estimateTokens } from './models/cost.ts'
import type { ModelCaps } from './models/filter.ts'
import { judgedTask } from './models/rank.ts'
import { sharpened } from './need-confidence.ts'
import { withoutTool } from './plain-work.ts'
import { type PlanStep, planOf } from './plan/plan.ts'
import type { AgentMemory, Evidence, RoutingCatalog, Similarities } from './ports.ts'
import type { RouteReason } from './reasons.ts'
import { affordable, leftAfter, leftForTools, priceOf } from './run-cost.ts'
import { chooseTier, modelPriority, type PriorityWord } from './tiers.ts'
import { fitOf, lackingProducts, type SingleTool, surelyByHand } from './tools/abstain.ts'
import { alternatesOf } from './tools/alternates.ts'
import { elseOnTheWeb } from './tools/else-on-the-web.ts'
import { activeToolCaps, type ToolCaps } from './tools/filter.ts'
import { hubTools } from './tools/hub-tools.ts'
import { byKindOfWork } from './tools/kind-of-work.ts'
import { isBoundTo } from './tools/named-products.ts'
import { type RankedTool, type Ranking, rankTools, type ToolAsk } from './tools/rank.ts'
import { searchableText } from './tools/searchable-text.ts'
import { suggestionsFor } from './tools/suggestions.ts'
import { tryAnother } from './tools/try-another.ts'
import { bestOfWorkflow } from './tools/workflow.ts'
import { countriesIn } from './understand/countries.ts'
import type { Understanding } from './understand/types.ts'

export type RouteRequest = {
  understanding: Understanding
  classification: Classification
  /** False when only a workflow was named, so that there is no text to search with. */
  has_task: boolean
  /** Characters of the task beyond what was read; the model still has to take them in. */
  unread_chars?: number
  workflow?: string | undefined
  vertical?: string | undefined
  priority: PriorityWord
  caps: ToolCaps & ModelCaps
  profile: Profile
  /** Between 0 and 1, drawn for each request that may be used for a trial; without it nothing is tried. */
  chance?: number | undefined
}

export type RouteParts = {
  catalog: RoutingCatalog
  models: readonly Model[]
  tierMaps: TierMaps
  capabilityNames: Readonly<Record<string, string>>
  evidence: Evidence
  memory: AgentMemory
  /** Nearness of the whole task to its candidates by an outside embedder, where one is configured. */
  similarities?: Similarities | null | undefined
}

// Physical work needs something outside, even when the classifier is in doubt.
const leastForHands = 0.35
// When nothing in the whole catalog comes near, a weak impression that a tool is needed was probably wrong.
const surelyTool = 0.7

type Draft = Omit<RouteDecision, 'model' | 'tier' | 'cluster' | 'classification' | 'constraints_applied'> & { tool_cost: number }

/** The whole decision as one pure function: the same request over the same parts gives the same answer. */
export function decideRoute(request: RouteRequest, parts: RouteParts): RouteDecision {
  const { understanding, classification } = request
  const { signals } = classification
  const tier = chooseTier(signals, modelPriority(request.priority))
  const ask: ToolAsk = {
    text: understanding.text,
    query: searchableText(understanding.text, understanding.language, understanding.products),
    language: understanding.language,
    products: understanding.products,
    by_hand_probability: understanding.by_hand_probability,
    system: understanding.system,
    tier,
    priority: request.priority,
    caps: { ...request.caps, max_cost_usd: toolCapOf(request, parts) },
    vertical: request.vertical,
    workflow: request.workflow,
    evidence: parts.evidence,
    memory: parts.memory,
    similarities: parts.similarities,
  }
  const draft = draftOf(request, ask, parts)
  return finish(request, draft, parts)
}

function toolCapOf({ understanding, classification, caps, profile, unread_chars }: RouteRequest, { models }: RouteParts) {
  const signals = { ...classification.signals, needs_tool: true }
  return leftForTools({ signals, caps, profile, tokens: estimateTokens(understanding.text, signals, unread_chars) }, models)
}

function draftOf(request: RouteRequest, asked: ToolAsk, parts: RouteParts): Draft {
  const { understanding, classification } = request
  if (!request.has_task) return draftForWorkflow(asked, parts)
  const probability = toolProbability(request)
  const byHand = understanding.by_hand_probability >= surelyByHand && probability >= leastForHands
  const need = sharpened(probability)
  if (!classification.signals.needs_tool && !byHand) return draftWithoutTool(1 - need)
  const ask = { ...asked, countries: countriesIn(asked.text) }
  const ranking = rankTools(ask, parts.catalog)
  const fit = fitOf(ranking, ask)
  const plan = classification.signals.needs_tool ? planOf(understanding, ask, parts.catalog, { ranking, fit }) : null
  if (plan) return draftForSteps(plan, ask, parts, need)
  const ofItsKind = byKindOfWork({ ranking, fit }, understanding, ask, parts.catalog)
  const draft = draftForOneTool(elseOnTheWeb(ofItsKind, understanding, ask, parts.catalog), ask, parts, {
    workflowOnly: false,
    probability: need,
    chance: request.chance,
  })
  if (byHand || classification.source !== 'built_in') return draft
  if (draft.pick === null) return probability < surelyTool ? draftWithoutTool(1 - need / 2) : draft
  return draft.confidence < 1 - need ? draftWithoutTool(1 - need) : draft
}

/** Where the built-in classifier and the language model disagree, a chance between theirs is taken. */
function toolProbability({ understanding, classification }: RouteRequest): number {
  const own = understanding.needs_tool_probability
  const agrees = own >= 0.5 === classification.signals.needs_tool
  if (agrees) return own
  return classification.signals.needs_tool ? 0.75 : 0.25
}

const empty = {
  pick: null,
  steps: [],
  capability: null,
  candidates_considered: 0,
  excluded: {},
  runner_up: null,
  margin: 1,
  n_effective: 0,
  suggestions: [],
  propensity: 1,
  explored: false,
  tool_cost: 0,
}

function draftWithoutTool(confidence: number): Draft {
  return { ...empty, approach: 'direct_llm', confidence, match_method: 'none_needed', reasons: ['no_tool_needed'] }
}

type Asking = { workflowOnly: boolean; probability: number; chance: number | undefined }

function draftForWorkflow(ask: ToolAsk, parts: RouteParts): Draft {
  const ranking = bestOfWorkflow(ask, parts.catalog)
  const fit = { confidence: 0.6, fits: ranking.ranked.length > 0, margin: marginOf(ranking) }
  return draftForOneTool({ ranking, fit }, ask, parts, { workflowOnly: true, probability: 1, chance: undefined })
}

function draftForOneTool({ ranking, fit }: SingleTool, ask: ToolAsk, parts: RouteParts, how: Asking): Draft {
  const tried = tryAnother(ranking, ask.priority, how.chance)
  const winner = tried?.tool
  const shared = {
    ...empty,
    approach: 'mcp_server' as const,
    candidates_considered: ranking.considered,
    excluded: ranking.excluded,
    margin: fit.margin,
  }
  if (!fit.fits || !winner) {
    const suggestions = suggestionsFor(ranking, parts.capabilityNames, lackingProducts(ask))
    const hands: RouteReason[] = ask.by_hand_probability >= surelyByHand ? ['work_for_hands'] : []
    const reasons: RouteReason[] = ['tool_needed', 'nothing_fits', ...hands, ...exclusionReasons(ranking)]
    const confidence = Math.min(0.25, fit.confidence * how.probability)
    return { ...shared, confidence, match_method: 'unresolved', reasons, suggestions, margin: 0 }
  }
  const pick = pickOf(winner, ranking, ask, parts)
  return {
    ...shared,
    pick,
    confidence: how.probability * fit.confidence,
    match_method: how.workflowOnly ? 'workflow' : isNamed(winner, ranking) ? 'named_product' : 'hybrid_retrieval',
    capability: winner.entry.capabilities[0] ?? null,
    reasons: ['tool_needed', ...(tried.explored ? (['explored'] as const) : []), ...toolReasons(winner, ranking, ask, how.workflowOnly)],
    runner_up: ranking.ranked.find((tool) => tool !== winner) ?? null,
    propensity: tried.propensity,
    explored: tried.explored,
    n_effective: winner.n_effective,
    tool_cost: priceOf(winner),
  }
}

function draftForSteps(plan: readonly PlanStep[], ask: ToolAsk, parts: RouteParts, probability: number): Draft {
  const steps: PlannedStep[] = plan.map(({ action, system, ranking, fit }) => {
    const winner = fit.fits ? ranking.ranked[0] : undefined
    const pick = winner ? pickOf(winner, ranking, ask, parts) : null
    return { action, capability: winner?.entry.capabilities[0] ?? system ?? 'other', pick }
  })
  const chances = plan.map(({ fit }) => fit.confidence)
  const reasons = new Set<RouteReason>(['tool_needed', 'several_tools_needed'])
  for (const { ranking, fit } of plan) {
    const [winner] = ranking.ranked
    if (fit.fits && winner) for (const reason of toolReasons(winner, ranking, ask, false)) reasons.add(reason)
    else reasons.add('step_unresolved')
  }
  return {
    ...empty,
    approach: 'multi_tool',
    steps,
    confidence: probability * Math.min(...chances),
    match_method: 'step_by_step',
    capability: steps[0]?.capability ?? null,
    candidates_considered: plan.reduce((sum, { ranking }) => sum + ranking.considered, 0),
    excluded: mergedCounts(plan.map(({ ranking }) => ranking.excluded)),
    reasons: [...reasons],
    runner_up: plan[0]?.ranking.ranked[1] ?? null,
    margin: Math.min(...plan.map(({ fit }) => fit.margin)),
    n_effective: Math.min(...plan.map(({ ranking }) => ranking.ranked[0]?.n_effective ?? 0)),
    tool_cost: steps.reduce((sum, { pick }) => sum + (pick ? priceOf(pick.tool) : 0), 0),
  }
}

function pickOf(tool: RankedTool, ranking: Ranking, ask: ToolAsk, { catalog }: RouteParts): ToolPick {
  return { tool, ...alternatesOf(tool, ranking, () => hubTools(catalog, ask)), firsts: ranking.firsts }
}

function finish(request: RouteRequest, { tool_cost, ...draft }: Draft, parts: RouteParts): RouteDecision {
  const { classification, understanding, caps } = request
  const signals =
    draft.approach === 'direct_llm' ? withoutTool(classification.signals, understanding) : { ...classification.signals, needs_tool: true }
  const left = leftAfter(caps.max_cost_usd, tool_cost)
  const model = chooseModel({
    signals,
    priority: request.priority,
    caps: { ...caps, max_cost_usd: left },
    profile: request.profile,
    tokens: estimateTokens(understanding.text, signals, request.unread_chars),
    models: parts.models,
    tierMaps: parts.tierMaps,
    evidence: parts.evidence.model,
  })
  const tier: Tier = model.tier
  const spare = leftAfter(left, model.kind === 'none' ? 0 : (model.estimated_cost.estimated_usd ?? 0))
  const reasons: RouteReason[] = [...draft.reasons, ...requestReasons(request), ...modelReasons(model)]
  return {
    ...draft,
    pick: affordable(draft.pick, spare),
    steps: draft.steps.map((step) => ({ ...step, pick: affordable(step.pick, spare) })),
    classification: { ...classification, signals },
    confidence: model.kind === 'none' ? 0 : round(draft.confidence),
    margin: Math.round(draft.margin * 1000) / 1000,
    model,
    tier,
    cluster:
      draft.approach === 'direct_llm'
        ? clusterKey(tier, judgedTask(signals))
        : toolCluster(tier, draft.capability ? [draft.capability] : []),
    constraints_applied: appliedConstraints(request, draft.excluded, model),
    reasons,
  }
}

const round = (value: number) => Math.round(Math.min(0.99, Math.max(0, value)) * 1000) / 1000
const marginOf = ({ ranked: [first, second] }: Ranking) => (first && second ? Math.max(0, first.total - second.total) : 1)
const isNamed = ({ entry }: RankedTool, { named }: Ranking) => isBoundTo(named, entry.slug)
const exclusionReasons = ({ excluded }: Ranking): RouteReason[] => (Object.keys(excluded).length > 0 ? ['constraints_excluded_tools'] : [])

function toolReasons(winner: RankedTool, ranking: Ranking, ask: ToolAsk, workflowOnly: boolean): RouteReason[] {
  const { parts, entry, n_effective } = winner
  const reasons: RouteReason[] = [workflowOnly ? 'workflow_best' : isNamed(winner, ranking) ? 'product_named' : 'best_match']
  if (ranking.named_excluded) reasons.push('named_product_excluded')
  if (!workflowOnly && marginOf(ranking) < 0.5) reasons.push('near_equal_candidates')
  if (!workflowOnly && ask.workflow && entry.workflows.includes(ask.workflow)) reasons.push('workflow_preferred')
  if (ask.vertical && entry.verticals.includes(ask.vertical)) reasons.push('vertical_preferred')
  const isReported = n_effective > 0 || ranking.trust_in_wording !== null
  reasons.push(isReported ? 'tool_reports_considered' : 'tool_facts_only')
  if (parts.memory !== 0) reasons.push('agent_memory')
  if (entry.pinned) reasons.push('pinned_by_operator')
  return [...reasons, ...exclusionReasons(ranking)]
}

function requestReasons({ understanding, classification }: RouteRequest): RouteReason[] {
  return [
    ...(understanding.router_orders_removed ? (['router_orders_ignored'] as const) : []),
    ...(classification.source === 'llm' ? (['llm_classified'] as const) : []),
  ]
}

function modelReasons(model: ModelChoice): RouteReason[] {
  return model.kind === 'none' ? ['no_model_left'] : model.reasons
}

function appliedConstraints({ caps, profile }: RouteRequest, excluded: Record<string, number>, model: ModelChoice): string[] {
  const applied = new Set<string>([...activeToolCaps(caps), ...Object.keys(excluded)])
  if (caps.max_cost_per_mtok !== undefined) applied.add('max_cost_per_mtok')
  if (caps.preferred_provider !== undefined) applied.add('preferred_provider')
  if ((caps.available_providers ?? []).length > 0) applied.add('available_providers')
  if (profile !== 'standard') applied.add('profile')
  if (model.kind === 'none') applied.add(model.emptied_by)
  return [...applied]
}

function mergedCounts(counts: readonly Record<string, number>[]): Record<string, number> {
  const merged: Record<string, number> = {}
  for (const one of counts) for (const [name, count] of Object.entries(one)) merged[name] = (merged[name] ?? 0) + count
  return merged
}

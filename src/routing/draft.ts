import type { PlannedStep, RouteDecision, ToolPick } from './decision.ts'
import type { PlanStep } from './plan/steps-of.ts'
import type { RoutingCatalog } from './ports.ts'
import type { RouteReason } from './reasons/codes.ts'
import { exclusionReasons, isNamed, isOfStack, toolReasons } from './reasons/tools.ts'
import { priceOf } from './run-cost.ts'
import { alternatesOf } from './tools/alternates.ts'
import { excludedInAll } from './tools/blamed-caps.ts'
import { type SingleTool, surelyByHand } from './tools/fit/fit.ts'
import { preferred } from './tools/near-equals/preferred.ts'
import { preferringStack } from './tools/near-equals/project-stack.ts'
import { tryAnother } from './tools/near-equals/try-another.ts'
import { lackingProducts, mentionsProduct } from './tools/products/lacking.ts'
import { standInsFor } from './tools/products/stand-ins.ts'
import { bestSlug, type RankedTool, type Ranking, type ToolAsk } from './tools/rank.ts'
import { lackingProduct, suggestionsFor } from './tools/suggestions.ts'
import { bestOfWorkflow } from './tools/workflow.ts'

/** A decision about tools, before the model to drive them is chosen. */
export type Draft = Omit<RouteDecision, 'model' | 'tier' | 'cluster' | 'classification' | 'constraints_applied'> & { toolCost: number }

/** What is asked, and what it can be answered from. */
export type Asking = { ask: ToolAsk; catalog: RoutingCatalog; capabilityNames: Readonly<Record<string, string>> }

// Nothing but a workflow is known, so its best tool may well not be the one that is wanted.
const workflowConfidence = 0.6
/** The highest confidence of an answer that names no tool although one is needed. */
const mostWhereNothingFits = 0.25

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
  toolCost: 0,
}

export function draftWithoutTool(confidence: number): Draft {
  return { ...empty, approach: 'direct_llm', confidence, match_method: 'none_needed', reasons: ['no_tool_needed'] }
}

type How = {
  /** Only a workflow was named, so that its tools were ranked without a text. */
  isWorkflowOnly: boolean
  /** How likely a tool is needed at all. */
  probability: number
  /** Drawn for this request; without it nothing is tried in place of the best. */
  chance: number | undefined
}

export function draftForWorkflow(asking: Asking): Draft {
  const ranking = bestOfWorkflow(asking.ask, asking.catalog)
  const fits = ranking.ranked.length > 0
  const fit = { confidence: fits ? workflowConfidence : 0, fits, margin: marginOf(ranking) }
  return draftForOneTool({ ranking, fit }, asking, { isWorkflowOnly: true, probability: 1, chance: undefined })
}

export function draftForOneTool(found: SingleTool, asking: Asking, how: How): Draft {
  return draftForFirst(how.isWorkflowOnly ? preferringStack(found, asking.ask) : preferred(found, asking.ask), asking, how)
}

function draftForFirst({ ranking, fit }: SingleTool, asking: Asking, how: How): Draft {
  const { ask } = asking
  const { isWorkflowOnly, probability, chance } = how
  const [first] = ranking.ranked
  const isOwn = first !== undefined && isOfStack(first, ask)
  const tried = tryAnother(ranking, ask.priority, isOwn ? undefined : chance)
  if (!fit.fits || !tried) return draftWhereNothingFits({ ranking, fit }, asking, how)
  const { tool: winner, propensity, explored } = tried
  const pick = pickOf(winner, ranking, asking)
  return {
    ...empty,
    approach: 'mcp_server',
    pick,
    confidence: probability * fit.confidence,
    match_method: isWorkflowOnly ? 'workflow' : methodOf(winner, ranking),
    capability: winner.entry.capabilities[0] ?? null,
    candidates_considered: ranking.considered,
    excluded: ranking.excluded,
    reasons: ['tool_needed', ...toolReasons(pick, ranking, { ask, isWorkflowOnly, explored })],
    runner_up: ranking.ranked.find((tool) => tool !== winner) ?? null,
    margin: explored ? 0 : fit.margin,
    n_effective: winner.n_effective,
    suggestions: leftUndone(ask, [winner]),
    propensity,
    explored,
    toolCost: priceOf(winner),
  }
}

const methodOf = (winner: RankedTool, ranking: Ranking) => (isNamed(winner, ranking) ? 'named_product' : 'hybrid_retrieval')

function draftWhereNothingFits({ ranking, fit }: SingleTool, { ask, capabilityNames }: Asking, how: How): Draft {
  const isByHand = ask.byHandProbability >= surelyByHand
  const hands: RouteReason[] = isByHand ? ['work_for_hands'] : []
  const work = how.isWorkflowOnly ? 'workflow' : isByHand ? 'by_hand' : 'task'
  return {
    ...empty,
    approach: 'mcp_server',
    confidence: Math.min(mostWhereNothingFits, fit.confidence * how.probability),
    match_method: 'unresolved',
    candidates_considered: ranking.considered,
    excluded: ranking.excluded,
    reasons: ['tool_needed', 'nothing_fits', ...hands, ...exclusionReasons(ranking)],
    margin: 0,
    suggestions: suggestionsFor(ranking, capabilityNames, lackingProducts(ask), work),
  }
}

export function draftForSteps(found: readonly PlanStep[], asking: Asking, probability: number): Draft {
  const { ask, capabilityNames } = asking
  const plan = found.map((step) => preferred(step, { ...ask, text: step.action }))
  const only = whereOneDoesAll(plan)
  if (only) return draftForFirst(only, asking, { isWorkflowOnly: false, probability, chance: undefined })
  const steps = plan.map((step) => plannedStep(step, asking))
  const picked = steps.flatMap(({ pick }) => pick?.tool ?? [])
  const unresolved = plan.filter(({ fit }) => !fit.fits)
  const [open] = unresolved
  const leastOf = (value: (step: PlanStep) => number) => Math.min(...plan.map(value))
  return {
    ...empty,
    approach: 'multi_tool',
    steps,
    confidence: probability * leastOf(({ fit }) => fit.confidence),
    match_method: 'step_by_step',
    capability: steps[0]?.capability ?? null,
    candidates_considered: plan.reduce((sum, { ranking }) => sum + ranking.considered, 0),
    excluded: excludedInAll(unresolved),
    reasons: reasonsOfSteps(plan, steps, ask),
    runner_up: plan[0]?.ranking.ranked[1] ?? null,
    margin: leastOf(({ fit }) => fit.margin),
    n_effective: leastOf(({ ranking }) => ranking.ranked[0]?.n_effective ?? 0),
    suggestions: open ? suggestionsFor(open.ranking, capabilityNames, lackingProducts(ask)) : leftUndone(ask, picked),
    toolCost: picked.reduce((sum, tool) => sum + priceOf(tool), 0),
  }
}

function plannedStep({ action, kinds, ranking, fit }: PlanStep, asking: Asking): PlannedStep {
  const winner = fit.fits ? ranking.ranked[0] : undefined
  const pick = winner ? pickOf(winner, ranking, asking) : null
  return { action, capability: (winner?.entry.capabilities ?? kinds)[0] ?? 'other', pick }
}

/** Each reason once, in the order of the steps. */
function reasonsOfSteps(plan: readonly PlanStep[], steps: readonly PlannedStep[], ask: ToolAsk): RouteReason[] {
  const reasons = plan.flatMap(({ ranking }, at): RouteReason[] => {
    const pick = steps[at]?.pick
    if (!pick) return ['step_unresolved', ...exclusionReasons(ranking)]
    return toolReasons(pick, ranking, { ask, isWorkflowOnly: false, explored: false })
  })
  return [...new Set<RouteReason>(['tool_needed', 'several_tools_needed', ...reasons])]
}

/** What is to be done in a product that no server is for, and that none of the recommended ones works with. */
function leftUndone(ask: ToolAsk, tools: readonly RankedTool[]): string[] {
  return lackingProducts(ask)
    .filter((product) => !tools.some(({ entry }) => mentionsProduct(entry, product)))
    .map(lackingProduct)
}

/** The step whose tool is least sure, where all of them have the same. */
function whereOneDoesAll(plan: readonly PlanStep[]): PlanStep | undefined {
  const [weakest] = plan.toSorted((a, b) => a.fit.confidence - b.fit.confidence)
  const isSame = ({ fit, ranking }: PlanStep) => fit.fits && bestSlug(ranking) === bestSlug(plan[0]!.ranking)
  return plan.every(isSame) ? weakest : undefined
}

function pickOf(tool: RankedTool, ranking: Ranking, { ask, catalog }: Asking): ToolPick {
  return { tool, ...alternatesOf(tool, ranking, () => standInsFor(tool, catalog, ask), ask.stack), firsts: ranking.firsts }
}

const marginOf = ({ ranked: [first, second] }: Ranking) => (first && second ? Math.max(0, first.total - second.total) : 1)

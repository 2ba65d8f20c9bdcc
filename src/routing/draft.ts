import type { PlannedStep, RouteDecision, ToolPick } from './decision.ts'
import type { PlanStep } from './plan/steps-of.ts'
import type { RoutingCatalog } from './ports.ts'
import type { RouteReason } from './reasons.ts'
import { priceOf } from './run-cost.ts'
import { alternatesOf } from './tools/alternates.ts'
import { excludedInAll } from './tools/blamed-caps.ts'
import { type SingleTool, surelyByHand } from './tools/fit/fit.ts'
import { preferringLowerPrice } from './tools/near-equals/lower-price.ts'
import { preferringStack } from './tools/near-equals/project-stack.ts'
import { preferringRenowned } from './tools/near-equals/renown.ts'
import { tryAnother } from './tools/near-equals/try-another.ts'
import { lackingProducts, mentionsProduct } from './tools/products/lacking.ts'
import { isBoundTo } from './tools/products/named.ts'
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
const mostWhereNothingFits = 0.25
// In units of the ranking score.
const nearEqual = 0.5

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

/** `probability`: how likely a tool is needed at all. */
type How = { isWorkflowOnly: boolean; probability: number; chance: number | undefined }

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
  const tried = tryAnother(ranking, ask.priority, isOfStack(ranking.ranked[0], ask) ? undefined : how.chance)
  if (!fit.fits || !tried) return draftWhereNothingFits({ ranking, fit }, asking, how)
  const { tool: winner, propensity, explored } = tried
  const pick = pickOf(winner, ranking, asking)
  return {
    ...empty,
    approach: 'mcp_server',
    pick,
    confidence: how.probability * fit.confidence,
    match_method: how.isWorkflowOnly ? 'workflow' : isNamed(winner, ranking) ? 'named_product' : 'hybrid_retrieval',
    capability: winner.entry.capabilities[0] ?? null,
    candidates_considered: ranking.considered,
    excluded: ranking.excluded,
    reasons: ['tool_needed', ...toolReasons(pick, ranking, { ask, isWorkflowOnly: how.isWorkflowOnly, explored })],
    runner_up: ranking.ranked.find((tool) => tool !== winner) ?? null,
    margin: explored ? 0 : fit.margin,
    n_effective: winner.n_effective,
    suggestions: leftUndone(ask, [winner]),
    propensity,
    explored,
    toolCost: priceOf(winner),
  }
}

/** What puts another of the tools that fit about equally well first. */
function preferred<Found extends SingleTool>(found: Found, ask: ToolAsk): Found {
  return preferringStack(preferringLowerPrice(preferringRenowned(found, ask), ask), ask)
}

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
  const steps: PlannedStep[] = plan.map(({ action, kinds, ranking, fit }) => {
    const winner = fit.fits ? ranking.ranked[0] : undefined
    const pick = winner ? pickOf(winner, ranking, asking) : null
    return { action, capability: (winner?.entry.capabilities ?? kinds)[0] ?? 'other', pick }
  })
  const chances = plan.map(({ fit }) => fit.confidence)
  const unresolved = plan.filter(({ fit }) => !fit.fits)
  const [open] = unresolved
  const reasons = new Set<RouteReason>(['tool_needed', 'several_tools_needed'])
  for (const [at, { ranking }] of plan.entries()) {
    const pick = steps[at]?.pick
    if (pick) for (const reason of toolReasons(pick, ranking, { ask, isWorkflowOnly: false, explored: false })) reasons.add(reason)
    else for (const reason of ['step_unresolved' as const, ...exclusionReasons(ranking)]) reasons.add(reason)
  }
  return {
    ...empty,
    approach: 'multi_tool',
    steps,
    confidence: probability * Math.min(...chances),
    match_method: 'step_by_step',
    capability: steps[0]?.capability ?? null,
    candidates_considered: plan.reduce((sum, { ranking }) => sum + ranking.considered, 0),
    excluded: excludedInAll(unresolved),
    reasons: [...reasons],
    runner_up: plan[0]?.ranking.ranked[1] ?? null,
    margin: Math.min(...plan.map(({ fit }) => fit.margin)),
    n_effective: Math.min(...plan.map(({ ranking }) => ranking.ranked[0]?.n_effective ?? 0)),
    suggestions: open
      ? suggestionsFor(open.ranking, capabilityNames, lackingProducts(ask))
      : leftUndone(
          ask,
          steps.flatMap(({ pick }) => pick?.tool ?? []),
        ),
    toolCost: steps.reduce((sum, { pick }) => sum + (pick ? priceOf(pick.tool) : 0), 0),
  }
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
const isOfStack = (tool: RankedTool | undefined, { stack }: ToolAsk) => tool !== undefined && stack?.has(tool.entry.slug) === true
const isBest = (tool: RankedTool, { ranked }: Ranking) => ranked.every(({ total }) => total <= tool.total)
const isNamed = ({ entry }: RankedTool, { named }: Ranking) => isBoundTo(named, entry.slug)
const exclusionReasons = ({ excluded }: Ranking): RouteReason[] => (Object.keys(excluded).length > 0 ? ['constraints_excluded_tools'] : [])

type Grounds = Pick<How, 'isWorkflowOnly'> & { ask: ToolAsk; explored: boolean }

function toolReasons({ tool: winner, alternatives }: ToolPick, ranking: Ranking, grounds: Grounds): RouteReason[] {
  const { ask, isWorkflowOnly } = grounds
  const { parts, entry, n_effective, total } = winner
  const isByName = isNamed(winner, ranking)
  const isOwn = isOfStack(winner, ask) && !isByName
  const reasons: RouteReason[] = isOwn ? ['project_stack'] : []
  // What the stack put first need not be the best otherwise.
  if (!isOwn || isBest(winner, ranking)) reasons.push(mainReason(winner, ranking, grounds))
  if (ranking.namedExcluded) reasons.push('named_product_excluded')
  // What scores nearly as well may be of a rival product, and unable to do this work.
  if (!isWorkflowOnly && alternatives.some((other) => ranking.ranked.includes(other) && total - other.total < nearEqual))
    reasons.push('near_equal_candidates')
  if (!isWorkflowOnly && ask.workflow && entry.workflows.includes(ask.workflow)) reasons.push('workflow_preferred')
  if (ask.vertical && entry.verticals.includes(ask.vertical)) reasons.push('vertical_preferred')
  const isReported = n_effective > 0 || ranking.trustInWording !== null
  reasons.push(isReported ? 'tool_reports_considered' : 'tool_facts_only')
  if (parts.memory !== 0) reasons.push('agent_memory')
  if (entry.pinned) reasons.push('pinned_by_operator')
  return [...reasons, ...exclusionReasons(ranking)]
}

const reasonOf = { renown: 'well_known', price: 'lower_price' } as const

function mainReason(winner: RankedTool, ranking: Ranking, { isWorkflowOnly, explored }: Grounds): RouteReason {
  if (explored) return 'explored'
  if (isNamed(winner, ranking)) return 'product_named'
  if (isWorkflowOnly) return 'workflow_best'
  return (winner === ranking.ranked[0] && ranking.firstBy && reasonOf[ranking.firstBy]) || 'best_match'
}

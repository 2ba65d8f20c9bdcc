import type { Model, Profile, TierMaps } from '../catalog/models.ts'
import { rounded } from '../rounded.ts'
import { clusterKey, toolCluster } from './cluster.ts'
import type { Classification, RouteDecision } from './decision.ts'
import { type Draft, draftForOneTool, draftForSteps, draftForWorkflow, draftWithoutTool } from './draft.ts'
import { chooseModel } from './models/choice.ts'
import { estimateTokens } from './models/cost.ts'
import type { ModelCaps } from './models/filter.ts'
import { judgedTask } from './models/rank.ts'
import { chooseTier } from './models/tiers.ts'
import { planOf } from './plan/plan.ts'
import type { PlanAsk, PlanStep } from './plan/steps-of.ts'
import { ofOneSuite } from './plan/suite.ts'
import { toldPlan } from './plan/told-plan.ts'
import type { AgentMemory, Evidence, RoutingCatalog, Similarities } from './ports.ts'
import { modelPriority, type PriorityWord } from './priority.ts'
import { appliedConstraints, readingReasons, reasonsOfChoice } from './reasons/shared.ts'
import { affordable, leftAfter, leftForTools, priceOf } from './run-cost.ts'
import { chancesOf, type ToldStep } from './told-steps.ts'
import { sharpened, toolProbability, withoutTool } from './tool-need.ts'
import { blamingCapsFairly, excludedInAll } from './tools/blamed-caps.ts'
import { elseOnTheWeb } from './tools/else-on-the-web.ts'
import { activeToolCaps, type ToolCaps } from './tools/filter.ts'
import { type SingleTool, surelyByHand } from './tools/fit/fit.ts'
import { byKindOfWork } from './tools/kinds/kind-of-work.ts'
import { searchableText } from './tools/query/searchable-text.ts'
import type { ToolAsk } from './tools/rank.ts'
import { seekTold } from './tools/seek-told.ts'
import { countriesIn } from './understand/countries.ts'
import type { Understanding } from './understand/types.ts'

export type RouteRequest = {
  understanding: Understanding
  classification: Classification
  /** False when only a workflow was named, so that there is no text to search with. */
  hasTask: boolean
  /** Characters of the task beyond what was read; the model still has to take them in. */
  unreadChars?: number
  workflow?: string | undefined
  vertical?: string | undefined
  /** The servers for what the agent's project is built with. */
  stack?: ReadonlySet<string> | undefined
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
// When nothing in the whole catalog comes near, an impression that a tool is needed was probably wrong, unless it is strong.
const surelyTool = 0.9
const mostConfident = 0.99

/** The whole decision as one pure function: the same request over the same parts gives the same answer. */
export function decideRoute(request: RouteRequest, parts: RouteParts): RouteDecision {
  const { understanding, classification } = request
  const { signals } = classification
  const tier = chooseTier(signals, modelPriority(request.priority))
  const ask: ToolAsk = {
    text: understanding.text,
    query: searchableText(understanding.whole, understanding.language, understanding.products, understanding.foundOnTheWeb),
    language: understanding.language,
    products: understanding.products,
    byHandProbability: understanding.byHandProbability,
    system: understanding.system,
    tier,
    priority: request.priority,
    caps: { ...request.caps, max_cost_usd: toolCapOf(request, parts) },
    vertical: request.vertical,
    workflow: request.workflow,
    stack: request.stack,
    evidence: parts.evidence,
    memory: parts.memory,
    similarities: parts.similarities,
  }
  return finish(request, thriftyDraft(request, ask, parts), parts)
}

function toolCapOf(request: RouteRequest, { models }: RouteParts) {
  return leftForTools(withToolInMind(request), models)
}

function withToolInMind({ understanding, classification, caps, profile, unreadChars }: RouteRequest) {
  const signals = { ...classification.signals, needs_tool: true }
  return { signals, caps, profile, tokens: estimateTokens(understanding.text, signals, unreadChars) }
}

/**
 * Tools so dear that the cap leaves only a model for lesser work give way to cheaper ones that do all the same, unless the task speaks
 * of them. Otherwise `lowest_cost`, which takes cheaper tools, would be left a dearer model than `best_value`.
 */
function thriftyDraft(request: RouteRequest, ask: ToolAsk, parts: RouteParts): Draft {
  const draft = draftOf(request, ask, parts)
  const { max_cost_usd: cap } = request.caps
  if (cap === undefined || draft.toolCost === 0) return draft
  const { models, tierMaps, evidence } = parts
  const least = chooseModel({ ...withToolInMind(request), priority: 'lowest_cost', models, tierMaps, evidence: evidence.model })
  const left = least.kind === 'none' ? cap : leftAfter(cap, least.estimated_cost.estimated_usd ?? 0)
  const spokenOf = new Set(ask.products.flatMap(({ slugs }) => slugs))
  const isWanted = picksOf(draft).some(({ tool }) => priceOf(tool) > 0 && spokenOf.has(tool.entry.slug))
  if (left === undefined || draft.toolCost <= left || isWanted) return draft
  const thrifty = draftOf(request, { ...ask, caps: { ...ask.caps, max_cost_usd: left } }, parts)
  return thrifty.approach === draft.approach && picksOf(thrifty).length === picksOf(draft).length ? thrifty : draft
}

const picksOf = ({ pick, steps }: Draft) => [pick, ...steps.map((step) => step.pick)].filter((picked) => picked !== null)

/** One server of a suite comes before a plan of several. What has no plan is sought once more by its kind of work, then on the web. */
function draftOf(request: RouteRequest, sought: ToolAsk, parts: RouteParts): Draft {
  const { understanding, classification } = request
  const { catalog, capabilityNames } = parts
  if (!request.hasTask) return draftForWorkflow({ ask: sought, catalog, capabilityNames })
  const probability = toolProbability(classification, understanding)
  const byHand = understanding.byHandProbability >= surelyByHand && probability >= leastForHands
  const need = sharpened(probability)
  if (!classification.signals.needs_tool && !byHand) return draftWithoutTool(1 - need)
  const told = classification.source === 'llm' ? classification.steps : []
  const toldKinds = told.length === 1 ? told[0]?.kinds : undefined
  const ask = { ...sought, countries: countriesIn(sought.text), ...(toldKinds ? { toldKinds } : {}) }
  const asking = { ask, catalog, capabilityNames }
  const single = seekTold(ask, catalog)
  const plan = classification.signals.needs_tool ? plannedBy(told, { understanding, ask, catalog }, single) : null
  const how = { isWorkflowOnly: false, probability: need, chance: request.chance }
  const suite = ofOneSuite(plan, ask, catalog)
  if (suite) return draftForOneTool(suite, asking, how)
  // If the caps leave no tool for any of the steps, one that comes near the whole text does none of them.
  if (plan && isNoneLeft(plan, ask)) return draftForOneTool(withoutFit(single, plan), asking, how)
  if (plan) return draftForSteps(plan, asking, need)
  const draft = draftForOneTool(soughtFurther(single, { understanding, ask, catalog }), asking, how)
  return byHand || classification.source !== 'built_in' ? draft : unlessNeedIsInDoubt(draft, probability)
}

/** By the kind of work, then on the web. */
function soughtFurther(single: SingleTool, { understanding, ask, catalog }: PlanAsk): SingleTool {
  const { toldKinds } = ask
  const reading = toldKinds ? { kinds: () => chancesOf(toldKinds) } : understanding
  const bestFor = (found: SingleTool, asked: ToolAsk) =>
    elseOnTheWeb(byKindOfWork(found, reading, asked, catalog), understanding, asked, catalog)
  const uncapped = { ...ask, caps: {} }
  return blamingCapsFairly(bestFor(single, ask), () => bestFor(seekTold(uncapped, catalog), uncapped))
}

const plannedBy = (told: readonly ToldStep[], asked: PlanAsk, single: SingleTool) =>
  told.length > 0 ? toldPlan(told, asked) : planOf(asked, single)

/** An uncertain need of a tool gives way where nothing was found, or nothing more certain. */
function unlessNeedIsInDoubt(draft: Draft, probability: number): Draft {
  const need = sharpened(probability)
  if (draft.pick === null) return probability < surelyTool ? draftWithoutTool(1 - need / 2) : draft
  return draft.confidence < 1 - need ? draftWithoutTool(1 - need) : draft
}

const isNoneLeft = (plan: readonly PlanStep[], { caps }: ToolAsk) => activeToolCaps(caps).length > 0 && !plan.some(({ fit }) => fit.fits)

function withoutFit({ ranking, fit }: SingleTool, plan: readonly PlanStep[]): SingleTool {
  return { ranking: { ...ranking, excluded: excludedInAll(plan) }, fit: { ...fit, fits: false } }
}

function finish(request: RouteRequest, { toolCost, ...draft }: Draft, parts: RouteParts): RouteDecision {
  const { classification, understanding, caps } = request
  const signals =
    draft.approach === 'direct_llm' ? withoutTool(classification.signals, understanding) : { ...classification.signals, needs_tool: true }
  const left = leftAfter(caps.max_cost_usd, toolCost)
  const model = chooseModel({
    signals,
    priority: request.priority,
    caps: { ...caps, max_cost_usd: left },
    profile: request.profile,
    tokens: estimateTokens(understanding.text, signals, request.unreadChars),
    models: parts.models,
    tierMaps: parts.tierMaps,
    evidence: parts.evidence.model,
  })
  const { tier } = model
  const spare = leftAfter(left, model.kind === 'none' ? 0 : (model.estimated_cost.estimated_usd ?? 0))
  return {
    ...draft,
    pick: affordable(draft.pick, spare),
    steps: draft.steps.map((step) => ({ ...step, pick: affordable(step.pick, spare) })),
    classification: { ...classification, signals },
    confidence: model.kind === 'none' ? 0 : rounded(Math.min(mostConfident, Math.max(0, draft.confidence)), 3),
    margin: rounded(draft.margin, 3),
    model,
    tier,
    cluster:
      draft.approach === 'direct_llm'
        ? clusterKey(tier, judgedTask(signals))
        : toolCluster(tier, draft.capability ? [draft.capability] : []),
    constraints_applied: appliedConstraints(request, model),
    reasons: [...draft.reasons, ...readingReasons(request), ...reasonsOfChoice(model)],
  }
}

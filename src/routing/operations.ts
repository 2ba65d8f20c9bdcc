import { profileOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { isTelemetryOff } from '../calls/access.ts'
import { type Context, operation } from '../calls/operation.ts'
import { requirePlace } from '../catalog/refusals.ts'
import { identityFactor } from '../credits/rules.ts'
import { modelAnswer, routeAnswer } from './answer/answer.ts'
import { afterModelRoute, afterRoute } from './answer/next-steps.ts'
import { toolCluster } from './cluster.ts'
import type { Classification, RouteDecision, ToolPick } from './decision.ts'
import type { Decision } from './decisions/store.ts'
import { decideRoute } from './engine.ts'
import type { Offered } from './evidence/wording/examples-store.ts'
import { firstAtBits } from './evidence/wording/wording-strength.ts'
import { reconcile } from './llm-classifier.ts'
import { decideModel } from './models/engine.ts'
import type { AgentMemory, Similarities } from './ports.ts'
import { type Constraints, modelRouteInput, modelRouteOutput, type RouteInput, routeInput, routeOutput } from './schema.ts'
import { readPart } from './understand/read-part.ts'
import type { Understanding } from './understand/types.ts'
import { understood } from './understand/understood.ts'

const classificationOfWorkflow: Classification = {
  signals: { task_type: 'agentic', complexity: 'moderate', needs_tool: true, creative_writing: false },
  source: 'built_in',
}

const route = operation({
  name: 'route',
  group: 'routing',
  http: 'POST /api/route',
  tool: 'service_route',
  summary: 'Recommend the best tool server and language model for a task',
  tool_description:
    'Ask this before starting a task: it says whether a language model alone is enough (direct_llm), which MCP tool server to use (mcp_server) or which tools in which order (multi_tool), and which model should drive them. It does not run the task. When nothing fits, recommended_skill is null. To learn how to reach the server, send its slug as q to service_search. Report the outcome afterwards with service_report.',
  effect: 'read',
  input: routeInput,
  output: routeOutput,
  example: { task: 'Refund the last payment of customer ACME in Stripe', constraints: { priority: 'best_value', trust_floor: 3 } },
  next: afterRoute,
  async run(context, input) {
    const startedMs = context.now().getTime()
    const agent = await agentOf(context, input.agent_identity_id)
    checkPlaces(context, input)
    const { understanding, classification, similarities, unreadChars } = await read(context, input.task)
    const request = {
      understanding,
      unreadChars,
      classification,
      hasTask: input.task !== undefined,
      workflow: input.workflow_slug,
      vertical: input.vertical_slug,
      stack: agent && context.routing.serversOfStack(agent.project_context),
      ...limitsOf(input.constraints, agent),
      // Anonymous questions get no trial: the same answer for all of them can be cached.
      chance: agent && isStored(context, agent) ? context.random() : undefined,
    }
    const memory = agent && (await memoryOf(context, agent))
    const make = () => decideRoute(request, { ...context.routing.parts(memory), similarities })
    const isAnybodys = agent === undefined && similarities === null && classification.source === 'built_in'
    const decision = isAnybodys ? context.routing.decide(questionOf(input), make) : make()
    for (const cluster of unresolvedIn(decision)) context.routing.countUnresolved(cluster)
    const picked = decision.pick ?? decision.steps[0]?.pick ?? null
    const asking = { agent, offered: decision.pick ? offeredBy(decision.pick) : [] }
    const decision_id = await save(context, asking, input.task ?? '', {
      kind: 'route',
      approach: decision.approach,
      recommended_skill: picked?.tool.entry.slug ?? null,
      recommended_model: decision.model.kind === 'none' ? null : decision.model.primary.slug,
      tier: decision.tier,
      task_type: decision.classification.signals.task_type,
      capability: decision.capability,
      cluster: decision.cluster,
      propensity: decision.propensity,
      explored: decision.explored ? 1 : 0,
    })
    const reward_multiplier = isStored(context, agent) ? identityFactor(agent !== undefined) : 0
    return routeAnswer(decision, { decision_id, reward_multiplier, ...factsOf(context, startedMs) })
  },
})

const routeModel = operation({
  name: 'route_model',
  group: 'routing',
  http: 'POST /api/route/model',
  tool: 'service_model_route',
  summary: 'Recommend the best language model for a task',
  tool_description:
    'Ask this when you only need to know which language model to use: it answers with a tier, a concrete model with its prices, a fallback chain over several providers and when to escalate. Send routing_metadata.decision_id with service_model_report afterwards.',
  effect: 'read',
  input: modelRouteInput,
  output: modelRouteOutput,
  example: { task: 'Summarise a 20-page contract into five bullet points', constraints: { max_cost_per_mtok: 1 } },
  next: afterModelRoute,
  async run(context, input) {
    const startedMs = context.now().getTime()
    const agent = await agentOf(context, input.agent_identity_id)
    const { understanding, classification, unreadChars } = await read(context, input.task)
    const chance = isStored(context, agent) ? context.random() : undefined
    const request = { understanding, unreadChars, classification, ...limitsOf(input.constraints, agent), chance }
    const decision = decideModel(request, context.routing.parts())
    const { choice } = decision
    const decision_id = await save(context, { agent, offered: [] }, input.task, {
      kind: 'model',
      approach: 'direct_llm',
      recommended_skill: null,
      recommended_model: choice.kind === 'none' ? null : choice.primary.slug,
      tier: choice.tier,
      task_type: decision.classification.signals.task_type,
      capability: null,
      cluster: decision.cluster,
      propensity: choice.kind === 'none' ? 1 : choice.propensity,
      explored: choice.kind !== 'none' && choice.explored ? 1 : 0,
    })
    const { tier_description } = context.catalog.tiers.tiers[choice.tier]
    return modelAnswer(decision, { decision_id, tier_description, ...factsOf(context, startedMs) })
  },
})

/** The kinds of work, of the task or of its steps, that no tool was found for. */
function unresolvedIn({ approach, pick, steps, tier, cluster }: RouteDecision): string[] {
  if (approach === 'mcp_server') return pick ? [] : [cluster]
  return steps.flatMap(({ pick: found, capability }) => (found ? [] : toolCluster(tier, [capability])))
}

/** With the store away an agent that memory does not hold is refused: its preferences, which must hold, are unknown. */
async function agentOf({ agents }: Context, id: string | undefined): Promise<Agent | undefined> {
  return id === undefined ? undefined : agents.require(id)
}

async function memoryOf({ routing, isStoreAway }: Context, { agent_identity_id }: Agent): Promise<AgentMemory | undefined> {
  if (isStoreAway()) return undefined
  return routing.memories.of(agent_identity_id)
}

function questionOf({ task, workflow_slug, vertical_slug, constraints }: RouteInput): string {
  return JSON.stringify([task, workflow_slug, vertical_slug, constraints])
}

async function read(
  { routing }: Context,
  task: string | undefined,
): Promise<{ understanding: Understanding; classification: Classification; similarities: Similarities | null; unreadChars: number }> {
  const { understanding, unreadChars } = understood(task ?? '', routing.understand)
  if (task === undefined) return { understanding, classification: classificationOfWorkflow, similarities: null, unreadChars }
  const [llm, similarities] = await Promise.all([routing.classify(understanding.whole), routing.similarities(understanding.whole)])
  return { understanding, classification: reconcile(understanding, llm), similarities, unreadChars }
}

function limitsOf({ priority, ...caps }: Constraints, agent: Agent | undefined) {
  const preferences = agent?.preferences ?? {}
  return { priority, caps: { ...caps, available_providers: preferences.available_providers }, profile: profileOf(preferences) }
}

function factsOf({ now, isStoreAway }: Context, startedMs: number) {
  return { store_away: isStoreAway(), latency_ms: Math.max(0, now().getTime() - startedMs) }
}

function checkPlaces({ catalog }: Context, { workflow_slug, vertical_slug }: RouteInput): void {
  requirePlace(catalog.taxonomy, { kind: 'workflow', given: workflow_slug, path: 'workflow_slug' })
  requirePlace(catalog.taxonomy, { kind: 'vertical', given: vertical_slug, path: 'vertical_slug' })
}

/** Every tool that the answer names for the work, and at which strengths of wording it would have come first. */
function offeredBy({ tool, alternatives, fallback, firsts }: ToolPick): Offered[] {
  const slugs = new Set([tool, ...alternatives, ...(fallback ? [fallback] : [])].map(({ entry }) => entry.slug))
  return [...slugs].map((slug) => ({ slug, first_at: firstAtBits(firsts, slug) }))
}

type Saved = Omit<Decision, 'decision_id' | 'agent_identity_id' | 'fingerprint' | 'decided_at' | 'linked_at'>

/** Nothing about a call is stored when the caller or its agent opted out; a trial would then be one that nobody learns from. */
const isStored = ({ caller }: Context, agent: Agent | undefined) => !isTelemetryOff(caller, agent)

/** Without a stored decision there is none to link to. */
async function save(
  context: Context,
  { agent, offered }: { agent: Agent | undefined; offered: Offered[] },
  task: string,
  saved: Saved,
): Promise<string | null> {
  const { config, routing } = context
  if (!isStored(context, agent)) return null
  const decided_at = context.now().toISOString()
  const decision_id = context.newId()
  const fingerprint = routing.fingerprint(task)
  const kept = config.KEEP_TASK_TEXT && task ? { fingerprint, task, kept_at: decided_at } : undefined
  const agent_identity_id = agent?.agent_identity_id ?? null
  routing.log.add({ decision_id, agent_identity_id, ...saved, fingerprint, decided_at, linked_at: null }, kept)
  // The wording of a task for several tools says little about any one of them.
  if (saved.approach === 'mcp_server' && task !== '') context.learned.remember(decision_id, readPart(task), offered)
  if (config.DECISIONS === 'durable') await routing.log.settle([decision_id])
  return decision_id
}

export const routingOperations = [route, routeModel]

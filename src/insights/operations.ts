import { shownTierOf, tierOf } from '../agents/rules.ts'
import { type Agent, oneAgent } from '../agents/schema.ts'
import { requireAgent } from '../agents/store.ts'
import { isTelemetryOff, requireOwner } from '../calls/access.ts'
import { type Context, operation, stepTo } from '../calls/operation.ts'
import { shownBalance, shownEntry } from '../credits/rules.ts'
import { balanceOf, readLedger } from '../credits/store.ts'
import { exampleAgentId } from '../input/fields.ts'
import { placeholder } from '../input/placeholders.ts'
import { releasedBefore } from '../missions/rules.ts'
import { claimsHeld } from '../missions/store.ts'
import { readHistory } from '../routing/memory/store.ts'
import type { SlowReadings } from '../storage/slow-readings.ts'
import { judgeHealth } from '../telemetry/health.ts'
import { activityDays, activitySince, readActivity } from '../telemetry/store.ts'
import { standing } from '../verification/rules.ts'
import { type Requests, requestsOf } from '../verification/store.ts'
import { earnings, missionProgress, nextFor, nextWithoutTelemetry, stepsFor } from './help.ts'
import { skillHistory } from './history-operations.ts'
import { detail, summarize } from './memory-view.ts'
import { operatorOverview } from './overview-operations.ts'
import { latestFirst, tierProgressOf } from './rules.ts'
import {
  type Activity30d,
  dashboardOutput,
  healthCheckOutput,
  helpInput,
  helpOutput,
  memoryInput,
  memoryOutput,
  statusOutput,
} from './schema.ts'
import { readActivity30d, recentContributions, recentOutcomes } from './store.ts'

const recentCount = 10
/** The task of each is long, and service_missions lists all of them. */
const mostMissionsShown = 3

declare module '../calls/operation.ts' {
  interface Context {
    slowReadings: SlowReadings
  }
}

/** An agent may have reported a million times in a month. */
function activityOf({ store, now, slowReadings }: Context, agentIdentityId: string): Promise<Activity30d> {
  return slowReadings.get(
    `activity of ${agentIdentityId}`,
    () => readActivity30d(store, agentIdentityId, activitySince(now())),
    ({ routing_decisions, outcomes_reported }) => routing_decisions + outcomes_reported,
  )
}

const agentStatus = operation({
  name: 'agent_status',
  group: 'agents',
  http: 'GET /api/agent/status',
  summary: `Where an agent stands: tier and what the next one needs, ${activityDays} days of activity, integration health`,
  effect: 'read',
  input: oneAgent,
  output: statusOutput,
  example: { agent_identity_id: exampleAgentId },
  async run(context, { agent_identity_id }) {
    const { store, now, decisions } = context
    const agent = await requireAgent(store, agent_identity_id)
    await decisions.settleAgent(agent_identity_id)
    const [activity_30d, activity] = await Promise.all([
      activityOf(context, agent_identity_id),
      readActivity(store, agent_identity_id, now()),
    ])
    return {
      agent_identity_id,
      agent_name: agent.agent_name,
      registered_at: agent.registered_at,
      trust_tier: tierOf(agent.trust_score),
      trust_tier_progress: tierProgressOf(agent),
      activity_30d,
      integration_health: judgeHealth(activity),
      docs: { routing: '/docs#route', telemetry: '/docs#report', contributions: '/docs#contribute' },
    }
  },
})

const agentDashboard = operation({
  name: 'agent_dashboard',
  group: 'agents',
  http: 'GET /api/agent-dashboard',
  summary: 'An agent’s balance with its latest contributions and rewards',
  effect: 'read',
  input: oneAgent,
  output: dashboardOutput,
  example: { agent_identity_id: exampleAgentId },
  async run({ store }, { agent_identity_id }) {
    const agent = await requireAgent(store, agent_identity_id)
    const [contributions, { held, entries }] = await Promise.all([
      recentContributions(store, agent_identity_id, recentCount),
      readLedger(store, { agent_identity_id, limit: recentCount }),
    ])
    // Where the list is full of contributions, what was reported before them is not on it.
    const since = contributions[recentCount - 1]?.submitted_at ?? ''
    const outcomes = await recentOutcomes(store, agent_identity_id, { since, limit: recentCount })
    const { agent_name, trust_score, registered_at } = agent
    return {
      agent: { agent_identity_id, agent_name, trust_tier: shownTierOf(agent), trust_score, registered_at },
      balance: shownBalance(held),
      recent_contributions: latestFirst(outcomes, contributions).slice(0, recentCount),
      recent_rewards: entries.map(shownEntry),
    }
  },
})

const checkHealth = operation({
  name: 'check_health',
  group: 'agents',
  http: 'GET /api/agent/health',
  tool: 'service_check_health',
  summary: `Whether an agent is integrated well: four checks over its last ${activityDays} days`,
  tool_description:
    'Check how well you are integrated: whether you both route and report, and whether your reports look real. Each finding says what to change.',
  effect: 'read',
  input: oneAgent,
  output: healthCheckOutput,
  example: { agent_identity_id: exampleAgentId },
  next: ({ agent_identity_id }) =>
    stepTo('service_route', { task: placeholder('task'), agent_identity_id }, 'Route a task, then report its outcome.'),
  async run({ store, now, decisions }, { agent_identity_id }) {
    await requireAgent(store, agent_identity_id)
    await decisions.settleAgent(agent_identity_id)
    const activity = await readActivity(store, agent_identity_id, now())
    const { linked: _, ...counts } = activity
    return { ...judgeHealth(activity), agent_identity_id, ...counts, window_days: activityDays }
  },
})

const agentMemory = operation({
  name: 'agent_memory',
  group: 'agents',
  http: 'GET /api/agents/{agent_identity_id}/memory',
  summary: 'What an agent’s own history says, by cluster of work; the bearer is the identity',
  effect: 'read',
  access: 'bearer',
  input: memoryInput,
  output: memoryOutput,
  example: { agent_identity_id: exampleAgentId, cluster: 'fast_code:code' },
  async run(context, { agent_identity_id, cluster }) {
    requireOwner(context, agent_identity_id)
    const { agent_name } = await context.agents.require(agent_identity_id)
    await context.decisions.settleAgent(agent_identity_id)
    const history = await readHistory(context.store, agent_identity_id, cluster)
    const view = cluster === undefined ? summarize : detail
    return {
      agent_identity_id,
      agent_name,
      ...(cluster === undefined ? {} : { cluster }),
      model_memory: history && view(history.model, 'historical_model'),
      skill_memory: history && view(history.tool, 'historical_skill'),
    }
  },
})

function verificationOf(agent: Agent, requests: Requests) {
  const { status, reason, message } = standing(agent, requests)
  return status === 'none' ? null : { status, reason, message }
}

const help = operation({
  name: 'help',
  group: 'service',
  http: 'GET /api/help',
  tool: 'service_help',
  summary: 'The way in, step by step, with an agent’s own status and its exact next call',
  tool_description:
    'Call this when you do not know what to do next. Send your agent_identity_id to get your own status and the exact next call with its arguments.',
  effect: 'read',
  input: helpInput,
  output: helpOutput,
  example: { agent_identity_id: exampleAgentId },
  next: (_, { next }) => next,
  async run(context, { agent_identity_id }) {
    const { store, now, decisions, catalog, caller } = context
    const service =
      'Waymark tells you which tool server and which language model to use for a task, and learns from what you report. Route, run, report.'
    if (agent_identity_id === undefined) {
      const stranger = { agent_identity_id: null, routing_decisions: 0, outcomes_reported: 0, open_missions: [], missions_completed: 0 }
      const next = isTelemetryOff(caller, null) ? nextWithoutTelemetry() : nextFor(stranger)
      return { service, you: null, steps: stepsFor(stranger), next, earnings }
    }
    const agent = await requireAgent(store, agent_identity_id)
    await decisions.settleAgent(agent_identity_id)
    const [{ routing_decisions, outcomes_reported }, claims, held, requests] = await Promise.all([
      activityOf(context, agent_identity_id),
      claimsHeld(store, agent_identity_id, releasedBefore(now())),
      balanceOf(store, agent_identity_id),
      requestsOf(store, agent_identity_id),
    ])
    const isKnown = (slug: string) => catalog.get(slug) !== undefined
    const progress = { agent_identity_id, routing_decisions, outcomes_reported, ...missionProgress(claims, isKnown) }
    return {
      service,
      you: {
        agent_identity_id,
        agent_name: agent.agent_name,
        trust_tier: shownTierOf(agent),
        balance: shownBalance(held),
        routing_decisions,
        outcomes_reported,
        missions_completed: progress.missions_completed,
        open_missions: progress.open_missions.slice(0, mostMissionsShown),
        verification: verificationOf(agent, requests),
      },
      steps: stepsFor(progress),
      next: isTelemetryOff(caller, agent) ? nextWithoutTelemetry(agent_identity_id) : nextFor(progress),
      earnings,
    }
  },
})

export const insightOperations = [agentStatus, agentDashboard, agentMemory, checkHealth, skillHistory, help, operatorOverview]

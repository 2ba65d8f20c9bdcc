import * as z from 'zod'
import { tierOf } from '../agents/rules.ts'
import { requireAgent } from '../agents/store.ts'
import { shownBalance, shownEntry } from '../credits/rules.ts'
import { balanceOf, readLedger } from '../credits/store.ts'
import { operation } from '../operation.ts'
import { judgeHealth } from '../telemetry/health.ts'
import { activityDays, activitySince, readActivity } from '../telemetry/store.ts'
import { shownTierOf, tierProgressOf } from './rules.ts'
import { dashboardOutput, healthCheckOutput, oneAgent, statusOutput } from './schema.ts'
import { readActivity30d, recentContributions } from './store.ts'

const exampleAgent = '00000000-0000-4000-8000-000000000001'
const recentCount = 10

const health = operation({
  name: 'health',
  group: 'service',
  http: 'GET /api/health',
  summary: 'Whether the service is ready: answers 200 when the store is reachable',
  effect: 'read',
  input: z.object({}),
  output: z.object({ status: z.literal('ok'), store: z.enum(['sqlite', 'postgres']), time: z.iso.datetime() }),
  example: {},
  async run({ store, now }) {
    await store.query('SELECT 1 AS ready')
    return { status: 'ok' as const, store: store.kind, time: now().toISOString() }
  },
})

const live = operation({
  name: 'live',
  group: 'service',
  http: 'GET /api/live',
  summary: 'Whether the process runs, whatever the store does',
  effect: 'read',
  input: z.object({}),
  output: z.object({ status: z.literal('ok') }),
  example: {},
  async run() {
    return { status: 'ok' as const }
  },
})

const agentStatus = operation({
  name: 'agent_status',
  group: 'agents',
  http: 'GET /api/agent/status',
  summary: 'Where an agent stands: tier and what the next one needs, 30 days of activity, integration health',
  effect: 'read',
  input: oneAgent,
  output: statusOutput,
  example: { agent_identity_id: exampleAgent },
  async run({ store, now }, { agent_identity_id }) {
    const agent = await requireAgent(store, agent_identity_id)
    const [activity_30d, activity] = await Promise.all([
      readActivity30d(store, agent_identity_id, activitySince(now())),
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
  example: { agent_identity_id: exampleAgent },
  async run({ store }, { agent_identity_id }) {
    const agent = await requireAgent(store, agent_identity_id)
    const [held, recent_contributions, { entries }] = await Promise.all([
      balanceOf(store, agent_identity_id),
      recentContributions(store, agent_identity_id, recentCount),
      readLedger(store, { agent_identity_id, limit: recentCount, offset: 0 }),
    ])
    const { agent_name, trust_score, registered_at } = agent
    return {
      agent: { agent_identity_id, agent_name, trust_tier: shownTierOf(agent), trust_score, registered_at },
      balance: shownBalance(held),
      recent_contributions,
      recent_rewards: entries.map(shownEntry),
    }
  },
})

const checkHealth = operation({
  name: 'check_health',
  group: 'agents',
  http: 'GET /api/agent/health',
  tool: 'service_check_health',
  summary: 'Whether an agent is integrated well: four checks over its last 30 days',
  tool_description:
    'Check how well you are integrated: whether you both route and report, and whether your reports look real. Each finding says what to change.',
  effect: 'read',
  input: oneAgent,
  output: healthCheckOutput,
  example: { agent_identity_id: exampleAgent },
  async run({ store, now }, { agent_identity_id }) {
    await requireAgent(store, agent_identity_id)
    const activity = await readActivity(store, agent_identity_id, now())
    return { ...judgeHealth(activity), agent_identity_id, ...activity, window_days: activityDays }
  },
})

export const insightOperations = [agentStatus, agentDashboard, checkHealth, health, live]

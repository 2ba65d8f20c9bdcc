import { findAgentByName, requireAgent } from '../agents/store.ts'
import { hashOf } from '../calls/idempotency.ts'
import { type Context, operation, stepTo } from '../calls/operation.ts'
import { isLimited } from '../calls/rate-limit.ts'
import { tierNames } from '../catalog/models.ts'
import { unknownSkill } from '../catalog/rules.ts'
import {
  asCredits,
  cutMessage,
  decisionMultiplier,
  economicUsd,
  identityMultiplier,
  modelReportTrust,
  payContribution,
  payModelReport,
  payToolReport,
  shownAmounts,
  shownBalance,
  toolReport,
} from '../credits/rules.ts'
import { balanceOf, noBalance } from '../credits/store.ts'
import { type NextStep, ServiceError } from '../errors.ts'
import { exampleAgentId } from '../input/fields.ts'
import { aliasOf } from '../routing/tiers.ts'
import { hourMs } from '../storage/days.ts'
import type { ActRequest, RecordResult } from './act.ts'
import { withoutStoring } from './batch.ts'
import { judgeHealth } from './health.ts'
import { modelOutcomeOf, toolOutcomeOf } from './outcome.ts'
import { recordAct } from './record.ts'
import {
  contributionsPerHour,
  decisionBonus,
  mostRunsAtOnce,
  repeatKeyOf,
  scoreModelOutcome,
  scoreRuns,
  scoreToolOutcome,
} from './rules.ts'
import { contributionInput, contributionOutput, modelReportInput, modelReportOutput, reportInput, reportOutput } from './schema.ts'
import { countContributions, insertContribution, readActivity } from './store.ts'
import { verifyModel } from './verify-operations.ts'

type Named = { agent_identity_id?: string | undefined; agent_name?: string | undefined }

/** Whose report it is. Whether that identity was ever issued is found while recording, which saves a query here. */
async function identityOf({ store }: Context, { agent_identity_id, agent_name }: Named): Promise<string | null> {
  if (agent_identity_id !== undefined) return agent_identity_id
  return agent_name === undefined ? null : ((await findAgentByName(store, agent_name))?.agent_identity_id ?? null)
}

/** Records, unless this call or its agent has telemetry off; then it is only checked. */
async function recordUnlessOff(context: Context, request: ActRequest): Promise<RecordResult> {
  const { agent_identity_id } = request
  if (context.caller.telemetry) return recordAct(context, request)
  const agent = agent_identity_id === null ? null : await requireAgent(context.store, agent_identity_id)
  return withoutStoring(agent?.trust_score ?? null, agent ? await balanceOf(context.store, agent.agent_identity_id) : noBalance)
}

function requireSkill({ catalog }: Context, skillSlug: string) {
  const skill = catalog.find(skillSlug)
  if (skill) return skill
  throw unknownSkill(skillSlug, catalog.nearest(skillSlug))
}

async function healthWhenDue({ store, now, decisions }: Context, agentIdentityId: string | null, { health_due }: RecordResult) {
  if (agentIdentityId === null || !health_due) return {}
  await decisions.settleAgent(agentIdentityId)
  return { integration_health: judgeHealth(await readActivity(store, agentIdentityId, now())) }
}

function messageOf(registered: boolean, { stored, credits_hundredths, cut }: RecordResult): string {
  const credits = asCredits(credits_hundredths)
  if (!stored) return 'Telemetry is off: this was checked, nothing about it was stored, and nothing was earned.'
  if (!registered) return `Recorded. A registered agent would keep these ${credits} credits, doubled: POST /api/agents/register.`
  return `Recorded, +${credits} credits.${cutMessage(cut)}`
}

const report = operation({
  name: 'report',
  group: 'telemetry',
  http: 'POST /api/report',
  tool: 'service_report',
  summary: `Report how a tool server did on a task, and earn ${toolReport.bare} to ${toolReport.complete * identityMultiplier} credits`,
  tool_description:
    'Call this after you ran a tool server, whether it worked or not. Send skill_slug and outcome; latency_ms, cost_usd and output_quality_rating earn more, agent_identity_id doubles it. Where the recommendation failed and another tool did the work, report both with the decision_id: that is how routing learns. Never send task text.',
  effect: 'write',
  input: reportInput,
  output: reportOutput,
  example: {
    skill_slug: 'github-mcp-server',
    outcome: 'success',
    latency_ms: 1240,
    cost_usd: 0.002,
    output_quality_rating: 8.6,
    agent_identity_id: exampleAgentId,
  },
  next: afterReport,
  async run(context, input) {
    const agent_identity_id = await identityOf(context, input)
    const skill = requireSkill(context, input.skill_slug)
    const outcome = toolOutcomeOf(context.newId(), skill, input, 'report')
    const result = await recordUnlessOff(context, {
      act_key: context.act_key ?? null,
      agent_identity_id,
      outcomes: [outcome],
      payment: payToolReport(input, agent_identity_id !== null),
      trust_delta: 0,
      decision_id: input.decision_id,
      shows_health: true,
    })
    const credits_earned = asCredits(result.credits_hundredths)
    return {
      accepted: true,
      credits_earned,
      routing_credits: credits_earned,
      reputation_earned: asCredits(result.reputation_hundredths),
      contribution_score: scoreToolOutcome(outcome),
      credit_balance: shownBalance(result.balance),
      ...(result.link ? { decision: result.link } : {}),
      ...(await healthWhenDue(context, agent_identity_id, result)),
      message: messageOf(agent_identity_id !== null, result),
    }
  },
})

function afterReport({ agent_identity_id, agent_name }: Named): NextStep {
  if (agent_identity_id !== undefined) return stepTo('service_balance', { agent_identity_id }, 'See what your reports have earned.')
  if (agent_name !== undefined)
    return stepTo('service_register', { agent_name }, 'Get the identity of this name, to pass it in every call.')
  return stepTo('service_register', { agent_name: '<your name>' }, 'With an identity a report pays double, and is kept.')
}

const reportModel = operation({
  name: 'report_model',
  group: 'telemetry',
  http: 'POST /api/report/model',
  tool: 'service_model_report',
  summary: 'Report how a language model did on a task, and earn credits and trust',
  tool_description: `Call this after you used a language model for a task. Send model_slug and outcome_status; the decision_id from service_model_route gives ${decisionMultiplier} times the credits and more trust, every further measure earns more, agent_identity_id doubles it.`,
  effect: 'write',
  input: modelReportInput,
  output: modelReportOutput,
  example: {
    model_slug: 'claude-sonnet-5',
    outcome_status: 'success',
    latency_ms: 2100,
    input_tokens: 1800,
    output_tokens: 420,
    estimated_cost_usd: 0.0117,
    output_quality_rating: 8.9,
    agent_identity_id: exampleAgentId,
  },
  next: afterReport,
  async run(context, input) {
    const agent_identity_id = await identityOf(context, input)
    const registered = agent_identity_id !== null
    const modelNamed = (named: string) => context.catalog.models().find(({ slug }) => slug === named)
    const outcome = modelOutcomeOf(context.newId(), modelNamed(input.model_slug), input)
    const terms = (linked: boolean) => ({
      payment: payModelReport(input, { registered, linked }),
      trust_delta: registered ? modelReportTrust(linked) : 0,
    })
    const result = await recordUnlessOff(context, {
      act_key: context.act_key ?? null,
      agent_identity_id,
      outcomes: [outcome],
      ...terms(false),
      when_linked: terms(true),
      decision_id: input.decision_id,
      shows_health: true,
    })
    const { meant_model: model_slug = input.model_slug } = result
    return {
      recorded: result.stored,
      outcome_id: result.outcome_ids[0] ?? null,
      model_slug,
      catalog_model: modelNamed(model_slug) !== undefined,
      contribution_score: scoreModelOutcome(outcome),
      accepted: true,
      rewards: {
        ...shownAmounts(result),
        decision_bonus: result.stored ? decisionBonus(result.link) : 'none: telemetry is off, so nothing was stored',
      },
      credit_balance: shownBalance(result.balance),
      trust_score: result.trust_score,
      ...(await healthWhenDue(context, agent_identity_id, result)),
      message: messageOf(registered, result) + aliasHint(model_slug),
    }
  },
})

/** The contract takes any model_slug; a caller that sent a bare alias, which names no single model, is told so. */
function aliasHint(modelSlug: string): string {
  if (!tierNames.some((tier) => aliasOf(tier) === modelSlug)) return ''
  return ` ${modelSlug} is an alias that stands for several models: send the model_details.slug of the answer, or the alias with its decision_id.`
}

const contribute = operation({
  name: 'contribute',
  group: 'telemetry',
  http: 'POST /api/contributions',
  summary: `Submit up to ${mostRunsAtOnce} runs of one tool server at once; ${contributionsPerHour} submissions an hour per agent`,
  effect: 'write',
  input: contributionInput,
  output: contributionOutput,
  example: {
    contribution_type: 'run_telemetry',
    agent_name: 'research-bot',
    agent_kind: 'autonomous',
    skill_slug: 'github-mcp-server',
    runs: [
      { task_fingerprint: 'issue-triage-1', outcome: 'success', latency_ms: 900, estimated_cost_usd: 0.001, output_quality_rating: 8.2 },
    ],
  },
  async run(context, input) {
    const agent_identity_id = await identityOf(context, input)
    const skill = requireSkill(context, input.skill_slug)
    const outcomes = input.runs.map((run) => toolOutcomeOf(context.newId(), skill, run, 'contribution'))
    const contribution_score = scoreRuns(outcomes, new Set(outcomes.map((run) => repeatKeyOf(run, '', ''))).size)
    const result = await recordUnlessOff(context, {
      act_key: context.act_key ?? null,
      agent_identity_id,
      outcomes,
      payment: payContribution(contribution_score, input.contribution_type, agent_identity_id !== null),
      trust_delta: 0,
      ...limitedContribution(context, { ...input, agent_identity_id, contribution_score }),
    })
    return {
      accepted: true,
      contribution_score,
      rewards: {
        routing_credits: asCredits(result.credits_hundredths),
        economic_credits_usd: economicUsd(result.credits_hundredths),
        reputation_points: asCredits(result.reputation_hundredths),
      },
      runs_recorded: result.outcome_ids.length,
      new_evidence: result.new_evidence,
      message: messageOf(agent_identity_id !== null, result),
    }
  },
})

type Submission = {
  agent_identity_id: string | null
  agent_name?: string | undefined
  contribution_type: string
  skill_slug: string
  runs: readonly unknown[]
  contribution_score: number
}

/**
 * Counts and writes in the recording transaction, so that the hourly limit holds over all processes. Who gives no name is
 * counted by network, and networks have no limits where all are local.
 */
function limitedContribution(context: Context, { agent_identity_id, agent_name, runs, ...row }: Submission) {
  const { caller, config } = context
  const isNamed = agent_identity_id !== null || agent_name !== undefined
  const isCounted = isNamed || isLimited(caller, config)
  const contribution_id = context.newId()
  const now = context.now()
  const limit_key = agent_identity_id ?? (agent_name === undefined ? `network:${caller.network}` : `name:${hashOf(agent_name)}`)
  const also: ActRequest['also'] = async (tx) => {
    const { count, oldest } = await countContributions(tx, limit_key, new Date(now.getTime() - hourMs).toISOString())
    if (isCounted && count >= contributionsPerHour) {
      const free = Date.parse(oldest ?? now.toISOString()) + hourMs
      throw new ServiceError('rate_limited', `At most ${contributionsPerHour} contributions an hour per agent. Wait, then send the next.`, {
        retry_after_seconds: Math.max(1, Math.ceil((free - now.getTime()) / 1000)),
        rate_limit: contributionsPerHour,
        docs: '/docs#contribute',
      })
    }
    await insertContribution(tx, {
      contribution_id,
      agent_identity_id,
      limit_key,
      contribution_type: row.contribution_type,
      skill_slug: row.skill_slug,
      runs: runs.length,
      contribution_score: row.contribution_score,
      submitted_at: now.toISOString(),
    })
  }
  return { holds: [limit_key], also }
}

export const telemetryOperations = [report, reportModel, contribute, verifyModel]

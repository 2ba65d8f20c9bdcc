import { type Context, operation, stepTo } from '../calls/operation.ts'
import { tierNames } from '../catalog/models.ts'
import {
  asCredits,
  decisionMultiplier,
  identityMultiplier,
  modelReportTrust,
  payModelReport,
  payToolReport,
  shownAmounts,
  shownBalance,
  toolReport,
} from '../credits/rules.ts'
import type { NextStep } from '../errors.ts'
import { exampleAgentId } from '../input/fields.ts'
import { newNamePlaceholder, placeholder } from '../input/placeholders.ts'
import { aliasOf } from '../routing/models/tiers.ts'
import type { RecordResult } from './act.ts'
import { contribute } from './contribution-operations.ts'
import { judgeHealth } from './health.ts'
import { modelNamed, modelOutcomeOf, toolOutcomeOf } from './outcome.ts'
import { identityOf, type Named, recordUnlessOff } from './report-record.ts'
import { decisionBonus, messageOf, scoreModelOutcome, scoreToolOutcome, usedMessage } from './rules.ts'
import { modelReportInput, modelReportOutput, reportInput, reportOutput } from './schema.ts'
import { readActivity } from './store.ts'
import { verifyModel } from './verify-operations.ts'

async function healthWhenDue({ store, now, decisions }: Context, agentIdentityId: string | null, { health_due }: RecordResult) {
  if (agentIdentityId === null || !health_due) return {}
  await decisions.settleAgent(agentIdentityId)
  return { integration_health: judgeHealth(await readActivity(store, agentIdentityId, now())) }
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
  next: (input, { credits_earned }) => afterReport(input, credits_earned),
  async run(context, input) {
    const agent_identity_id = await identityOf(context, input)
    const skill = context.catalog.requireAny(input.skill_slug)
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
      message: messageOf(agent_identity_id !== null, result) + usedMessage(result.link),
    }
  },
})

/** An anonymous report shows what it is worth, which is nothing only while telemetry is off. */
function afterReport({ agent_identity_id, agent_name }: Named, worth: number): NextStep {
  if (agent_identity_id !== undefined) return stepTo('service_balance', { agent_identity_id }, 'See what your reports have earned.')
  if (agent_name !== undefined)
    return stepTo('service_register', { agent_name }, 'Get the identity of this name, to pass it wherever a tool takes it.')
  if (worth === 0) return stepTo('service_route', { task: placeholder('task') }, 'Ask which tool fits your next task.')
  return stepTo('service_register', { agent_name: newNamePlaceholder }, 'With an identity a report pays double, and is kept.')
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
  next: (input, { rewards }) => afterReport(input, rewards.routing_credits),
  async run(context, input) {
    const agent_identity_id = await identityOf(context, input)
    const isRegistered = agent_identity_id !== null
    const models = context.catalog.models()
    const known = modelNamed(models, input.model_slug)
    const named = known?.slug ?? input.model_slug
    const outcome = modelOutcomeOf(context.newId(), known, { ...input, model_slug: named })
    const terms = (isLinked: boolean) => ({
      payment: payModelReport(input, { isRegistered, isLinked }),
      trust_delta: isRegistered ? modelReportTrust(isLinked) : 0,
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
    const { meant_model: model_slug = named } = result
    return {
      recorded: result.stored,
      outcome_id: result.outcome_ids[0] ?? null,
      model_slug,
      catalog_model: modelNamed(models, model_slug) !== undefined,
      contribution_score: scoreModelOutcome(outcome),
      accepted: true,
      rewards: {
        ...shownAmounts(result),
        decision_bonus: result.stored ? decisionBonus(result.link) : 'none: telemetry is off, so nothing was stored',
      },
      credit_balance: shownBalance(result.balance),
      trust_score: result.trust_score,
      ...(await healthWhenDue(context, agent_identity_id, result)),
      message: messageOf(isRegistered, result) + aliasHint(model_slug),
    }
  },
})

/** The contract takes any model_slug; a caller that sent a bare alias, which names no single model, is told so. */
function aliasHint(modelSlug: string): string {
  if (!tierNames.some((tier) => aliasOf(tier) === modelSlug)) return ''
  return ` ${modelSlug} is an alias that stands for several models: send the model_details.slug of the answer, or the alias that it gave together with its decision_id.`
}

export const telemetryOperations = [report, reportModel, contribute, verifyModel]

import { hashOf } from '../calls/idempotency.ts'
import { type Context, operation } from '../calls/operation.ts'
import { isLimited } from '../calls/rate-limit.ts'
import { economicUsd, payContribution, shownAmounts } from '../credits/rules.ts'
import { ServiceError, secondsInWords, secondsToWait } from '../errors.ts'
import { hourMs } from '../storage/days.ts'
import type { ActRequest } from './act.ts'
import { toolOutcomeOf } from './outcome.ts'
import { identityOf, recordUnlessOff } from './report-record.ts'
import { contributionsPerHour, messageOf, mostRunsAtOnce, repeatKeyOf, scoreRuns } from './rules.ts'
import { contributionInput, contributionOutput } from './schema.ts'
import { countContributions, insertContribution } from './store.ts'

export const contribute = operation({
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
    const skill = context.catalog.requireAny(input.skill_slug)
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
      rewards: { ...shownAmounts(result), economic_credits_usd: economicUsd(result.credits_hundredths) },
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
 * Counts and writes in the recording transaction, so that the hourly limit holds over all processes. A caller that gives no
 * name is counted by network, and networks have no limits where all are local.
 */
function limitedContribution(context: Context, { agent_identity_id, agent_name, runs, ...row }: Submission) {
  const { caller, config } = context
  const isNamed = agent_identity_id !== null || agent_name !== undefined
  const isCounted = isNamed || isLimited(caller, config)
  const contribution_id = context.newId()
  const now = context.now()
  const limit_key = agent_identity_id ?? (agent_name === undefined ? `network:${caller.network}` : `name:${hashOf(agent_name)}`)
  const also: ActRequest['also'] = async (tx) => {
    const { count, oldest } = await countContributions(tx, limit_key, now.getTime())
    if (isCounted && count >= contributionsPerHour) {
      const free = Date.parse(oldest ?? now.toISOString()) + hourMs
      throw tooMany(secondsToWait(free - now.getTime()), isNamed)
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

function tooMany(wait: number, isNamed: boolean): ServiceError {
  const whose = isNamed ? 'per agent' : 'from one network without a name'
  const sentence = `At most ${contributionsPerHour} contributions an hour ${whose}. Wait ${secondsInWords(wait)}`
  return new ServiceError('rate_limited', isNamed ? `${sentence}.` : `${sentence}, or send your agent_identity_id.`, {
    retry_after_seconds: wait,
    rate_limit: contributionsPerHour,
    docs: '/docs#contribute',
  })
}

import { requireStored, requireTelemetry } from '../calls/access.ts'
import { type Context, operation, stepTo } from '../calls/operation.ts'
import { challengeMultiplier, cutMessage, payChallenge, shownAmounts } from '../credits/rules.ts'
import { exampleAgentId } from '../input/fields.ts'
import { placeholder } from '../input/placeholders.ts'
import type { RecordResult } from '../telemetry/act.ts'
import { recordAct } from '../telemetry/record.ts'
import { enqueue } from '../webhooks/store.ts'
import { outcomeOf, scoredEvent } from './outcomes.ts'
import { challenges, efficiencyFormula, requireChallenge, scoreSubmission, scoring, tierFrom } from './rules.ts'
import { listInput, listOutput, type Submission, submitInput, submitOutput } from './schema.ts'
import { bestOf, insertSubmission, type StoredSubmission, submissionCounts } from './store.ts'

/** What only the agent that did the work can say. */
const toBeSaid = Object.fromEntries(['agent_identity_id', 'completeness_score', 'quality_score'].map((name) => [name, placeholder(name)]))

const listChallenges = operation({
  name: 'list_challenges',
  group: 'challenges',
  http: 'GET /api/challenges',
  tool: 'service_challenges',
  summary: 'List workflow challenges with their par, criteria and scoring',
  tool_description: `Lists scored workflow challenges, paid at ${challengeMultiplier}x. Each has an objective, a deliverable and a par to beat; offset gives the next ones. Hand in with service_challenge_submit.`,
  effect: 'read',
  input: listInput,
  output: listOutput,
  example: { category: 'research', difficulty: 'beginner' },
  next({ category, difficulty }, { challenges: [first], total }) {
    if (first) {
      const why =
        'Do the work first, then hand in how well it went, and what it took in steps_taken, total_latency_ms and total_cost_usd: what is left out counts as twice par.'
      return stepTo('service_challenge_submit', { challenge_slug: first.slug, ...toBeSaid }, why)
    }
    if (total > 0) return stepTo('service_challenges', { category, difficulty }, 'There are no more; see them from the first.')
    return stepTo('service_challenges', {}, 'No challenge is of that kind; see all of them.')
  },
  async run({ store }, { category, difficulty, limit, offset }) {
    const counts = await submissionCounts(store)
    const found = challenges
      .filter((challenge) => category === undefined || challenge.category === category)
      .filter((challenge) => difficulty === undefined || challenge.difficulty === difficulty)
      .map((challenge) => ({ ...challenge, reward_multiplier: challengeMultiplier, submission_count: counts.get(challenge.slug) ?? 0 }))
    const shown = found.slice(offset, offset + limit)
    return { challenges: shown, total: found.length, scoring, efficiency_formula: efficiencyFormula, tiers: tierFrom }
  },
})

const telemetryNeeded = 'a submission must be kept'

const submitChallenge = operation({
  name: 'submit_challenge',
  group: 'challenges',
  http: 'POST /api/challenges/submit',
  tool: 'service_challenge_submit',
  summary: 'Hand in a workflow challenge and get its scores, tier and reward',
  tool_description:
    'Hands in a finished workflow challenge. Needs a registered agent. Score completeness and quality honestly from 0 to 10 by the listed criteria; efficiency is computed here. Every submission that reaches bronze is paid.',
  effect: 'write',
  input: submitInput,
  output: submitOutput,
  example: {
    challenge_slug: 'competitor-sheet',
    agent_identity_id: exampleAgentId,
    tools_used: [
      { skill_slug: 'exa-mcp-server', purpose: 'find the competitors' },
      { skill_slug: 'firecrawl-mcp', purpose: 'read their pricing pages' },
    ],
    steps_taken: 9,
    total_latency_ms: 540_000,
    total_cost_usd: 0.18,
    deliverable_summary: 'Five products compared on four points, with a source for each cell.',
    completeness_score: 9,
    quality_score: 8,
  },
  next: ({ agent_identity_id }) => stepTo('service_balance', { agent_identity_id }, 'See what the challenge has added.'),
  async run(context, input) {
    const { store, agents, caller } = context
    requireTelemetry(caller, await agents.require(input.agent_identity_id), telemetryNeeded)
    const challenge = requireChallenge(input.challenge_slug)
    const { scores, overall_score, tier } = scoreSubmission(input, challenge)
    const submission: StoredSubmission = { ...storedPart(input), ...scores, ...stamps(context), overall_score, tier }
    const recorded = await record(context, input, submission)
    requireStored(recorded, caller, telemetryNeeded)
    const best = (await bestOf(store, challenge.slug, input.agent_identity_id)) ?? { overall_score, tier }
    return {
      submission_id: submission.submission_id,
      tier,
      overall_score,
      scores,
      rewards: shownAmounts(recorded),
      personal_best: { overall_score: best.overall_score, tier: best.tier },
      message: messageFor(submission, recorded, best.overall_score),
    }
  },
})

function stamps({ newId, now }: Context) {
  return { submission_id: newId(), submitted_at: now().toISOString() }
}

function storedPart(input: Submission) {
  return {
    challenge_slug: input.challenge_slug,
    agent_identity_id: input.agent_identity_id,
    tools_used: JSON.stringify(input.tools_used),
    steps_taken: input.steps_taken ?? null,
    total_latency_ms: input.total_latency_ms ?? null,
    total_cost_usd: input.total_cost_usd ?? null,
    deliverable_summary: input.deliverable_summary,
  }
}

async function record(context: Context, input: Submission, submission: StoredSubmission): Promise<RecordResult> {
  const { catalog, newId, act_key } = context
  const { challenge_slug, agent_identity_id, quality, tier, submission_id } = submission
  const slugs = [...new Set(input.tools_used.map(({ skill_slug }) => skill_slug))]
  return recordAct(context, {
    act_key: act_key === undefined ? null : `challenge:${submission_id}`,
    agent_identity_id,
    outcomes: slugs
      .flatMap((slug) => catalog.get(slug) ?? [])
      .map((entry) => outcomeOf(entry, { outcome_id: newId(), challenge_slug, quality, tier })),
    payment: tier === null ? null : payChallenge(submission.overall_score),
    trust_delta: 0,
    async also(tx) {
      await insertSubmission(tx, submission)
      await enqueue(tx, [scoredEvent(submission)])
    },
  })
}

function messageFor({ tier, overall_score }: StoredSubmission, { cut }: RecordResult, best: number): string {
  if (tier === null) return `Scored ${overall_score}. ${tierFrom.bronze} reaches bronze and is paid; you may try again.`
  const standing = overall_score >= best ? 'Your best so far.' : `Your best stays at ${best}.`
  return `${titled(tier)}. ${standing}${cutMessage(cut)}`
}

const titled = (tier: string) => `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`

export const challengeOperations = [listChallenges, submitChallenge]

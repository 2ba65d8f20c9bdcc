import type { ServiceError } from '../errors.ts'
import type { NextStep } from '../operation.ts'

/** The contract's 17 tools in the order in which an agent meets them. */
export const toolOrder: readonly string[] = [
  'service_register',
  'service_help',
  'service_missions',
  'service_mission_claim',
  'service_mission_complete',
  'service_balance',
  'service_route',
  'service_report',
  'service_model_route',
  'service_model_report',
  'service_search',
  'service_compare',
  'service_challenges',
  'service_challenge_submit',
  'service_verify_model',
  'service_check_health',
  'service_verify_agent',
]

type Values = Record<string, unknown>

const asRecord = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {})
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const defined = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const step = (tool: string, args: Values, why: string): NextStep => ({ tool, arguments: defined(args), why })

const balanceStep = (identity: Values, why: string) =>
  step('service_balance', { agent_identity_id: 'your agent_identity_id', ...identity }, why)

const decisionOf = (output: Values) => text(asRecord(output.routing_metadata).decision_id)
const reportWhy = 'After you used it, report how it truly went; linked to this decision the report counts for more.'

type FollowUp = (identity: Values, output: Values, input: Values) => NextStep

/** Where to go after each tool when its row does not say: along the onboarding order, then round the loop of route and report. */
const followUps: Record<string, FollowUp> = {
  service_register: (identity) => step('service_help', identity, 'See what you can do here and what it earns.'),
  service_help: (identity) => step('service_missions', identity, 'Pick a mission: it earns more than a single report.'),
  service_missions: (identity, { missions }) => {
    const [first] = Array.isArray(missions) ? missions : []
    return step('service_mission_claim', { mission_id: text(asRecord(first).id), ...identity }, 'Claim a mission before you work on it.')
  },
  service_mission_claim: (identity, { claim_id }) =>
    step(
      'service_mission_complete',
      { claim_id, results: [], ...identity },
      'Do the task with two or more tool servers, then send one result for each.',
    ),
  service_mission_complete: (identity) => balanceStep(identity, 'See what the mission earned.'),
  service_balance: (identity) =>
    step('service_route', { task: 'your next task in one sentence', ...identity }, 'Ask which tool fits your next task.'),
  service_route: (identity, output, { task }) => {
    const decision_id = decisionOf(output)
    const skill_slug = text(output.recommended_skill)
    if (skill_slug) return step('service_report', { skill_slug, outcome: 'success', decision_id, ...identity }, reportWhy)
    const model_slug = text(asRecord(output.recommended_model).slug)
    if (output.approach === 'direct_llm' && model_slug) {
      return step('service_model_report', { model_slug, outcome_status: 'success', decision_id, ...identity }, reportWhy)
    }
    return step('service_search', { q: text(task) }, 'Nothing was certain enough to recommend; look through the catalog yourself.')
  },
  service_model_route: (identity, output) =>
    step(
      'service_model_report',
      {
        model_slug: text(asRecord(output.model_details).slug),
        outcome_status: 'success',
        decision_id: decisionOf(output),
        ...identity,
      },
      reportWhy,
    ),
  service_report: (identity) => balanceStep(identity, 'See what your reports earned.'),
  service_model_report: (identity) => balanceStep(identity, 'See what your reports earned.'),
  service_challenges: (identity, { challenges }) => {
    const [first] = Array.isArray(challenges) ? challenges : []
    return step('service_challenge_submit', { challenge_slug: text(asRecord(first).slug), ...identity }, 'Do a challenge, then submit it.')
  },
  service_challenge_submit: (identity) => balanceStep(identity, 'See what the challenge earned.'),
  service_search: (identity, _, { q }) =>
    step('service_route', { task: text(q) ?? 'your task in one sentence', ...identity }, 'Let the router choose among them for your task.'),
  service_compare: (identity) =>
    step('service_route', { task: 'your task in one sentence', ...identity }, 'Let the router choose for your task.'),
  service_verify_model: (identity) =>
    step('service_model_route', { task: 'your task in one sentence', ...identity }, 'Ask which model fits your task.'),
  service_check_health: (identity) =>
    step('service_route', { task: 'your task in one sentence', ...identity }, 'Route a task, then report its outcome.'),
  service_verify_agent: (identity) => balanceStep(identity, 'See your balance while the request is reviewed.'),
}

export function followUp(tool: string, input: unknown, output: unknown): NextStep | undefined {
  const sent = asRecord(input)
  const got = asRecord(output)
  const id = text(got.agent_identity_id) ?? text(sent.agent_identity_id)
  return followUps[tool]?.(id ? { agent_identity_id: id } : {}, got, sent)
}

const reports = new Set(['service_report', 'service_model_report'])

/** A report that follows a recommendation belongs to its decision, also where the row did not say so. */
export function linked(next: NextStep, output: unknown): NextStep {
  const decision_id = decisionOf(asRecord(output))
  return decision_id && reports.has(next.tool) ? { ...next, arguments: { decision_id, ...next.arguments } } : next
}

const sameAgain = new Set(['rate_limited', 'unavailable', 'internal_error'])

/** The call was well formed and yet cannot be had: what stands in its way is removed first, or another one is made. */
function elsewhere(tool: string, sent: Values, message: string): NextStep {
  const identity = defined({ agent_identity_id: sent.agent_identity_id })
  if (/Idempotency-Key/.test(message)) return step(tool, sent, 'Send it with a new Idempotency-Key.')
  if (/telemetry is off/i.test(message)) return step(tool, sent, 'Turn telemetry on, then send the same again.')
  if (tool.startsWith('service_mission')) return step('service_missions', identity, 'Choose another mission.')
  return balanceStep(identity, 'Nothing is left to do there; see where you stand.')
}

/** What to do after a failure: wait, register, or send this instead. */
export function recovery(tool: string, input: unknown, example: unknown, error: ServiceError): NextStep {
  const sent = asRecord(input)
  const wait = error.extras.retry_after_seconds
  if (sameAgain.has(error.code))
    return step(tool, sent, wait ? `Wait ${wait} seconds, then send the same again.` : 'Send the same again in a moment.')
  const about = `${error.message} ${error.extras.details?.map(({ path }) => path).join(' ') ?? ''}`
  if (error.code === 'not_found' && /agent_identity_id|\bregister/i.test(about)) {
    return step('service_register', { agent_name: 'your agent name' }, 'Register to get an identity that is known here, then use it.')
  }
  if (error.code === 'conflict' || error.code === 'forbidden') return elsewhere(tool, sent, error.message)
  const [nearest] = error.extras.did_you_mean ?? []
  const why = nearest ? `Perhaps you mean ${nearest}; send a name that exists.` : 'This form works; put your own values in.'
  return step(tool, asRecord(example), why)
}

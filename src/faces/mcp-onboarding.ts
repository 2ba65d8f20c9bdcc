import type { ErrorExtras, ServiceError } from '../errors.ts'
import { type NextStep, stepTo } from '../operation.ts'

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

const sameAgain = new Set(['rate_limited', 'unavailable', 'internal_error'])

/** The call was well formed and yet cannot be had: what stands in its way is removed first, or another one is made. */
function elsewhere(tool: string, sent: Values, { reason }: ErrorExtras): NextStep {
  const { agent_identity_id } = sent
  if (reason === 'idempotency_key_used') return stepTo(tool, sent, 'Send it with a new Idempotency-Key.')
  if (reason === 'telemetry_off') return stepTo(tool, sent, 'Turn telemetry on, then send the same again.')
  if (tool.startsWith('service_mission')) return stepTo('service_missions', { agent_identity_id }, 'Choose another mission.')
  const why = 'Nothing is left to do there; see where you stand.'
  return stepTo('service_balance', { agent_identity_id: agent_identity_id ?? '<your agent_identity_id>' }, why)
}

/** What to do after a failure: wait, register, or send this instead. */
export function recovery(tool: string, input: unknown, example: unknown, error: ServiceError): NextStep {
  const sent = asRecord(input)
  const wait = error.extras.retry_after_seconds
  if (sameAgain.has(error.code))
    return stepTo(tool, sent, wait ? `Wait ${wait} seconds, then send the same again.` : 'Send the same again in a moment.')
  if (error.extras.reason === 'unknown_agent')
    return stepTo('service_register', { agent_name: '<your name>' }, 'Register to get an identity that is known here, then use it.')
  if (error.code === 'conflict' || error.code === 'forbidden') return elsewhere(tool, sent, error.extras)
  const [nearest] = error.extras.did_you_mean ?? []
  const why = nearest ? `Perhaps you mean ${nearest}; send a name that exists.` : 'This form works; put your own values in.'
  return stepTo(tool, asRecord(example), why)
}

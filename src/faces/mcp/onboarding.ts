import { stepTo } from '../../calls/operation.ts'
import { type ErrorExtras, type NextStep, type ServiceError, secondsInWords } from '../../errors.ts'
import { newNamePlaceholder, placeholder } from '../../input/placeholders.ts'
import { asRecord, type Form, isBlank, sentAgain, type Values, withLists, withName, withOwnNames, withPlaceholders } from './repair.ts'

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

const sameAgain = new Set(['rate_limited', 'unavailable', 'internal_error'])

/** The call was well formed but is refused: remove the obstacle, or make another call. */
function elsewhere(tool: string, sent: Values, { reason }: ErrorExtras): NextStep {
  const { agent_identity_id } = sent
  if (reason === 'telemetry_off') return stepTo(tool, sent, 'Turn telemetry on as the error says, then send the same again.')
  if (tool.startsWith('service_mission')) return stepTo('service_missions', { agent_identity_id }, 'Choose another mission.')
  const why = 'Nothing is left to do there; see where you stand.'
  return stepTo('service_balance', { agent_identity_id: agent_identity_id ?? placeholder('agent_identity_id') }, why)
}

/** What to do after a failure: wait, register, go elsewhere, or send the same with its mistakes corrected. */
export function recovery({ tool, ...form }: Form & { tool: string }, args: unknown, { code, extras }: ServiceError): NextStep {
  const { retry_after_seconds: wait, did_you_mean: [nearest] = [], given, details = [], renamed = [] } = extras
  const input = withLists(withOwnNames(args, renamed), form.schema)
  const sent = sentAgain(input)
  if (sameAgain.has(code))
    return stepTo(tool, sent, wait ? `Wait ${secondsInWords(wait)}, then send the same again.` : 'Send the same again in a moment.')
  if (extras.reason === 'idempotency_key') return stepTo(tool, sent, 'Send it with a new Idempotency-Key.')
  if (extras.reason === 'unknown_agent') {
    const why = 'Register to get an identity that is known here, then use it.'
    return stepTo('service_register', { agent_name: sent.agent_name ?? newNamePlaceholder }, why)
  }
  if (nearest !== undefined && given !== undefined)
    return stepTo(tool, asRecord(withName(sent, given, nearest)), `Perhaps you mean ${nearest}; send a name that exists.`)
  if (extras.next_step) return extras.next_step
  if (code === 'conflict' || code === 'forbidden') return elsewhere(tool, sent, extras)
  const wrong = details.filter(({ path }) => !renamed.some(({ to }) => to === path))
  if (details.length > 0 && wrong.length === 0) {
    const names = renamed.map(({ from, to }) => `${to} instead of ${from}`)
    return stepTo(tool, sent, `Send it so, with ${names.join(' and ')}.`)
  }
  const lacksIdentity = details.some(({ path }) => path === 'agent_identity_id') && isBlank(sent.agent_identity_id ?? '')
  const origin = lacksIdentity ? ' service_register gives you an agent_identity_id.' : ''
  const why = `Put your own values where a place is marked with < >, and send the rest as it is.${origin}`
  return stepTo(tool, withPlaceholders(input, wrong, form), why)
}

import { hash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { isUuid, lowerUuid } from '../input/raw-input.ts'
import type { Caller, Context } from './operation.ts'
import type { SecretGuesses } from './secret-guesses.ts'

declare module './operation.ts' {
  interface Context {
    secretGuesses: SecretGuesses
  }
}

type AccessContext = Pick<Context, 'config' | 'caller' | 'now' | 'secretGuesses'>

/** Takes equally long however much of the secret is right, so that timing gives nothing away. */
function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(wanted))
}

/** Whether the bearer is the operator's secret. */
export function isAdmin({ config, caller }: Pick<Context, 'config' | 'caller'>): boolean {
  return config.ADMIN_SECRET !== undefined && caller.bearer !== undefined && sameSecret(caller.bearer, config.ADMIN_SECRET)
}

/** The same, and every wrong secret is counted against its network. */
function provesAdmin(context: AccessContext): boolean {
  const { caller, secretGuesses } = context
  const nowMs = context.now().getTime()
  secretGuesses.refuseLockedOut(caller, nowMs)
  const isRight = isAdmin(context)
  if (isRight) secretGuesses.right(caller)
  else secretGuesses.wrong(caller, nowMs)
  return isRight
}

/** Operator operations do not exist without ADMIN_SECRET. */
export function requireAdmin(context: AccessContext): void {
  if (context.config.ADMIN_SECRET === undefined) throw new ServiceError('not_found', 'There is no such path here.')
  if (context.caller.bearer === undefined)
    throw new ServiceError('unauthorized', 'Send the operator secret: Authorization: Bearer <ADMIN_SECRET>.')
  if (!provesAdmin(context))
    throw new ServiceError('forbidden', 'This is not the operator secret. Send the ADMIN_SECRET that the service was started with.')
}

/** An agent's own records: the bearer must be its identity, or the operator's secret. */
export function requireOwner(context: AccessContext, agentIdentityId: string): void {
  const { bearer } = context.caller
  if (bearer === undefined) throw new ServiceError('unauthorized', 'Send your identity: Authorization: Bearer <agent_identity_id>.')
  if (sameSecret(lowerUuid(bearer), agentIdentityId)) return
  // Identities are UUIDs: anything else is a try at the operator's secret, and counts as one.
  const isOperator = isUuid(bearer) || context.config.ADMIN_SECRET === undefined ? isAdmin(context) : provesAdmin(context)
  if (!isOperator)
    throw new ServiceError('forbidden', 'The bearer is not the identity of this agent. Send its agent_identity_id as the bearer.')
}

/** True when nothing about this call may be stored: opted out for the call itself, or in the preferences of its agent. */
export function isTelemetryOff(
  { telemetry }: Pick<Caller, 'telemetry'>,
  agent: { preferences: { telemetry?: boolean | undefined } } | null | undefined,
): boolean {
  return !telemetry || agent?.preferences.telemetry === false
}

/** For acts that cannot be done without storing them; `why` says what depends on it. */
export function requireTelemetry(caller: Pick<Caller, 'telemetry'>, agent: Parameters<typeof isTelemetryOff>[1], why: string): void {
  if (isTelemetryOff(caller, agent)) throw telemetryOff(caller, why)
}

/** The same refusal where only the recording finds that telemetry is off: it was turned off a moment ago. */
export function requireStored({ stored }: { stored: boolean }, caller: Pick<Caller, 'telemetry'>, why: string): void {
  if (!stored) throw telemetryOff(caller, why)
}

export const howToTurnOn = 'Turn it on: PUT /api/agents/preferences with its agent_identity_id and preferences {"telemetry": true}.'

function telemetryOff({ telemetry }: Pick<Caller, 'telemetry'>, why: string): ServiceError {
  const problem = telemetry
    ? `Telemetry is off for this agent, and ${why}. ${howToTurnOn}`
    : `Telemetry is off for this call, and ${why}. Send it without the header X-Waymark-Telemetry.`
  return new ServiceError('conflict', problem, { reason: 'telemetry_off' })
}

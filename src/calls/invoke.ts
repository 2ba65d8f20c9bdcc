import { asServiceError, ServiceError } from '../errors.ts'
import { lowerUuids, unsafeParts } from '../input/raw-input.ts'
import { isRecord } from '../input/record.ts'
import { seal, unseal } from '../storage/sealed.ts'
import { isAdmin, isTelemetryOff, requireAdmin } from './access.ts'
import { actorIn, agentIn, standingOf, textIn } from './actor.ts'
import { createAgentLimit } from './agent-limit.ts'
import { hashOf, type IdempotentAnswers, isKey, type KeyedRequest, longestKey, stableIds } from './idempotency.ts'
import type { Metrics } from './metrics.ts'
import {
  type Caller,
  type CallOptions,
  type CallResult,
  type Context,
  call,
  type Operation,
  parseInput,
  type StandingContext,
} from './operation.ts'
import type { Overload } from './overload.ts'
import type { RateLimiter } from './rate-limit.ts'

type Invocation = { caller: Caller; idempotencyKey?: string | undefined; stringNumbers?: boolean }
export type Invoke = (row: Operation, raw: unknown, invocation: Invocation) => Promise<CallResult>

type InvokerParts = {
  base: StandingContext
  metrics: Metrics
  answers: IdempotentAnswers
  agentLimiter: RateLimiter
  overload: Overload
  checkOutputs: boolean
}

/** A key belongs to the agent or network that sent it: the scope. */
type KeyedCall = { scope: string; key: string; options: CallOptions; caller: Caller }

/** Probes must be answered above all when the service is overloaded. */
const alwaysAnswered = new Set(['health', 'live'])
/** Groups whose operations store nothing at all while telemetry is off. */
export const optOutGroups = new Set(['routing', 'telemetry'])

/** What surrounds every operation on every face: access, limits, idempotency, counting. */
export function createInvoker({ base, metrics, answers, agentLimiter, overload, checkOutputs }: InvokerParts): Invoke {
  const limitAgent = createAgentLimit(base, agentLimiter)

  /** All checks that may refuse a call before its input is parsed. */
  async function admit(row: Operation, raw: unknown, { caller, stringNumbers }: Invocation, agentId: string | undefined): Promise<void> {
    if (!alwaysAnswered.has(row.name)) overload.admit(standingOf(agentId === undefined ? undefined : base.agents.peek(agentId)))
    if (row.access === 'admin') requireAdmin({ ...base, caller })
    const unsafe = unsafeParts(raw)
    // Parsing refuses it, and also reports what else is wrong with the input.
    if (unsafe.length > 0) parseInput(row, raw, stringNumbers, unsafe)
    await limitAgent(row, raw, caller)
  }

  async function perform(row: Operation, context: Context, raw: unknown, options: CallOptions): Promise<CallResult> {
    const answer = await call(row, context, raw, options)
    if (row.logged && isAdmin(context)) {
      const { network, request_id } = context.caller
      const about = row.logged(parseInput(row, raw, options.stringNumbers).input, answer.output)
      base.log.info({ operation: row.name, ...about, network, request_id }, 'operator act')
    }
    return answer
  }

  async function onlyOnce(row: Operation, raw: unknown, { scope, key, options, caller }: KeyedCall) {
    if (!isKey(key)) throw badKey()
    const agent = await actorIn(raw, base.agents)
    const { sealingKey, ...keys } = keysOf(row, raw, scope, key)
    const keyed: KeyedRequest = { ...keys, about_agent: agent?.agent_identity_id ?? null }
    // Nothing about such a call may be kept, its answer included; and it does nothing that a second try could do twice.
    const isUnkept = isTelemetryOff(caller, agent) && optOutGroups.has(row.group)
    const work = async (seed: string) => {
      const context: Context = { ...base, caller, act_key: seed, newId: stableIds(seed) }
      const answer = await perform(row, context, raw, options)
      const about_agent = textIn(answer.output, 'agent_identity_id') ?? keyed.about_agent
      return { answer: JSON.stringify(keepable(row, answer, sealingKey)), about_agent }
    }
    const kept = isUnkept ? await answers.earlier(keyed) : await answers.once(keyed, work)
    if (kept === undefined) return perform(row, { ...base, caller, act_key: undefined }, raw, options)
    return shownAgain(JSON.parse(kept) as KeptAnswer, sealingKey)
  }

  const { meter } = metrics
  return async (row, given, invocation) => {
    const started = performance.now()
    let status = 'ok'
    overload.enter()
    try {
      const { caller, idempotencyKey, stringNumbers = false } = invocation
      const raw = lowerUuids(given)
      const agentId = agentIn(raw)
      await admit(row, raw, invocation, agentId)
      const options = { stringNumbers, checkOutput: checkOutputs }
      if (idempotencyKey === undefined) return await perform(row, { ...base, caller, act_key: undefined }, raw, options)
      return await onlyOnce(row, raw, { scope: agentId ?? caller.network, key: idempotencyKey, options, caller })
    } catch (thrown) {
      const error = asServiceError(thrown)
      status = error.code
      if (error.code === 'internal_error') {
        base.log.error({ err: thrown, operation: row.name, request_id: invocation.caller.request_id }, 'operation failed')
      }
      throw error
    } finally {
      overload.leave()
      meter({ operation: row.name, face: invocation.caller.face, status, ms: performance.now() - started })
    }
  }
}

/** The sealing key is derived from the request itself: only the caller has it, and a retry brings it again. */
function keysOf({ name }: Operation, raw: unknown, scope: string, key: string) {
  const body = JSON.stringify(raw, inOrder)
  return {
    scoped_key: hashOf(name, scope, key),
    request_hash: hashOf(key, body),
    sealingKey: hashOf('answer', name, scope, key, body),
  }
}

type KeptAnswer = CallResult | { sealed: string }

/** The answer to a read may repeat the caller's words, so it is kept encrypted; the answer to an act holds only what was stored anyway. */
function keepable(row: Operation, answer: CallResult, sealingKey: string): KeptAnswer {
  return row.effect === 'read' ? { sealed: seal(JSON.stringify(answer), sealingKey) } : answer
}

function shownAgain(kept: KeptAnswer, sealingKey: string): CallResult {
  const answer = 'sealed' in kept ? (JSON.parse(unseal(kept.sealed, sealingKey)) as CallResult) : kept
  // Answers kept by an older version lack this field.
  return { ...answer, ignored_fields: answer.ignored_fields ?? [] }
}

function badKey(): ServiceError {
  return new ServiceError('invalid_input', `Send an Idempotency-Key of 1 to ${longestKey} characters, for example a UUID.`, {
    details: [{ path: 'Idempotency-Key', message: `must have 1 to ${longestKey} characters` }],
    reason: 'idempotency_key',
  })
}

/** A retry may write the same fields in another order, so they are sorted before they are compared. */
function inOrder(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

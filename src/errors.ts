export const statusByCode = {
  invalid_input: 400,
  malformed_json: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

/** The call to make next. */
export type NextStep = { tool: string; arguments: Record<string, unknown>; why: string }

export type FieldProblem = { path: string; message: string }

/** A field of the input itself that came under a name which is none there. */
export type RenamedField = { from: string; to: string }

export type ErrorExtras = {
  details?: FieldProblem[]
  docs?: string
  did_you_mean?: string[]
  retry_after_seconds?: number
  /** The limit that was exceeded, for the headers. */
  rate_limit?: number
  /** A finer kind of refusal than the code, for a face that says what to do next; not part of the error body. */
  reason?: 'unknown_agent' | 'telemetry_off' | 'idempotency_key'
  /** The word of the caller that `did_you_mean` replaces; not part of the error body either. */
  given?: string
  /** What probably only has the wrong name; not part of the error body, whose details say it in words. */
  renamed?: RenamedField[]
  /** What to do instead, where only the operation knows it; over MCP alone. */
  next_step?: NextStep
}

/** How long to wait, as Retry-After says it: in whole seconds, and at least one. */
export const secondsToWait = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** The same in a sentence. */
export const secondsInWords = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)

/** The one error a caller may see. Anything else that is thrown is our bug and is answered as `internal_error`. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
    this.extras = extras
  }
}

/** The store cannot be reached or cannot take more for now; a later try may succeed. */
export const isUnavailable = (thrown: unknown) => thrown instanceof ServiceError && thrown.code === 'unavailable'

type ErrorBody = { error: string; code: ErrorCode } & Pick<ErrorExtras, 'details' | 'docs' | 'did_you_mean'>

export function errorBody(error: ServiceError): ErrorBody {
  const { details, docs, did_you_mean = [] } = error.extras
  return {
    error: error.message,
    code: error.code,
    ...(details ? { details } : {}),
    ...(docs ? { docs } : {}),
    ...(did_you_mean.length > 0 ? { did_you_mean } : {}),
  }
}

export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError(
    'internal_error',
    'Something broke on our side. Try again. If it keeps happening, give the operator the x-request-id of this answer.',
  )
}

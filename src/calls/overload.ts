import { ServiceError } from '../errors.ts'

/** Who is refused first when there is too much work. */
export type Standing = 'anonymous' | 'agent' | 'verified'

export type Overload = {
  /** Refuses when the event loop is behind by more than this caller's share of patience, or too much is under way. */
  admit: (standing: Standing) => void
  enter: () => void
  leave: () => void
  close: () => void
}

export type OverloadLimits = { lagMs: number; inFlight: number }

const everyMs = 20
const patience: Record<Standing, number> = { anonymous: 1, agent: 2, verified: 4 }
const retryAfterSeconds = 1

/**
 * A timer notes when the event loop last came round. Requests that are read in one long round see how late it already is,
 * so the round ends soon: the rest of it is refused at almost no cost, and those who are served are served in time.
 */
export function createOverload({ lagMs, inFlight: mostInFlight }: OverloadLimits, nowMs: () => number = () => performance.now()): Overload {
  let cameRound = nowMs()
  let inFlight = 0
  const timer = setInterval(() => {
    cameRound = nowMs()
  }, everyMs)
  timer.unref()

  return {
    admit(standing) {
      const behind = lagMs === 0 ? 0 : (nowMs() - cameRound - everyMs) / lagMs
      const pressure = Math.max(behind, inFlight / mostInFlight)
      if (pressure > patience[standing])
        throw new ServiceError('unavailable', 'There is more work than this service can do right now. Try again in a second.', {
          retry_after_seconds: retryAfterSeconds,
        })
    },
    enter() {
      inFlight++
    },
    leave() {
      inFlight--
    },
    close: () => clearInterval(timer),
  }
}

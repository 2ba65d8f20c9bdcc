import { ServiceError } from '../errors.ts'

/** Who is refused first when there is too much work. */
export type Standing = 'anonymous' | 'agent' | 'verified'

export type Overload = {
  /** Refuses a call when the event loop is too late, or too many calls are in progress, for a caller of this standing. */
  admit: (standing: Standing) => void
  enter: () => void
  leave: () => void
  close: () => void
}

type OverloadLimits = { lagMs: number; inFlight: number }

const everyMs = 20
const patience: Record<Standing, number> = { anonymous: 1, agent: 2, verified: 4 }
const retryAfterSeconds = 1

/**
 * A timer records each turn of the event loop. Requests that are read late in a long turn see how late it is and are refused, at
 * almost no cost, so that the turn ends soon and the requests that were accepted are answered in time.
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

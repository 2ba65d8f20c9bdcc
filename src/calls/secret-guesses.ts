import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { ServiceError, secondsInWords, secondsToWait } from '../errors.ts'
import { setNewest } from '../recent.ts'
import { minuteMs } from '../storage/days.ts'
import type { Metrics } from './metrics.ts'
import type { Caller } from './operation.ts'
import { isLimited } from './rate-limit.ts'

const failuresBeforeLockout = 5
const lockoutMs = 15 * minuteMs
const mostWatched = 10_000

/** How often each network has guessed wrong at the operator's secret. */
export type SecretGuesses = {
  /** Refuses a network that has guessed too often, local ones aside. */
  refuseLockedOut: (caller: Caller, nowMs: number) => void
  wrong: (caller: Caller, nowMs: number) => void
  right: (caller: Caller) => void
}

type Parts = { config: Config; log: Logger; metrics: Pick<Metrics, 'refusedSecrets'> }

export function watchSecretGuesses({ config, log, metrics }: Parts): SecretGuesses {
  const guesses = new Map<string, { count: number; until: number }>()
  return {
    refuseLockedOut(caller, nowMs) {
      const watched = guesses.get(caller.network)
      if (!isLimited(caller, config) || !watched || watched.count < failuresBeforeLockout || nowMs >= watched.until) return
      metrics.refusedSecrets.inc({ result: 'locked_out' })
      const wait = secondsToWait(watched.until - nowMs)
      throw new ServiceError('rate_limited', `Too many wrong secrets from this network. Wait ${secondsInWords(wait)}.`, {
        retry_after_seconds: wait,
        rate_limit: failuresBeforeLockout,
      })
    },
    wrong({ network, request_id }, nowMs) {
      const watched = guesses.get(network)
      const count = (watched && nowMs < watched.until ? watched.count : 0) + 1
      setNewest(guesses, network, { count, until: nowMs + lockoutMs }, mostWatched)
      metrics.refusedSecrets.inc({ result: 'wrong' })
      if (isTold(count)) log.warn({ network, guesses: count, request_id }, 'a wrong operator secret was refused')
    },
    right: ({ network }) => void guesses.delete(network),
  }
}

/** A local network may guess without end, so beyond the first few only each doubling is told. */
const isTold = (count: number) => count <= failuresBeforeLockout || Number.isInteger(Math.log2(count))

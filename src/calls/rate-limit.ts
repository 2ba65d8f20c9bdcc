import type { Config } from '../config.ts'
import { secondsToWait } from '../errors.ts'
import { setNewest } from '../recent.ts'
import { minuteMs } from '../storage/days.ts'
import type { Allowance, Caller } from './operation.ts'

/** Whether rate limits and caps hold for a caller: local ones are free of them unless the operator says otherwise. */
export const isLimited = ({ loopback }: Pick<Caller, 'loopback'>, { RATE_LIMIT_LOOPBACK }: Pick<Config, 'RATE_LIMIT_LOOPBACK'>) =>
  !loopback || RATE_LIMIT_LOOPBACK

const mostSources = 50_000

/**
 * A leaky bucket for each source, so that one whose limit changes keeps what it has used. Memory is bounded: the source that has been quiet
 * longest is forgotten first.
 */
export class RateLimiter {
  private readonly perMinute: number
  private readonly buckets = new Map<string, { used: number; at: number }>()

  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /** All of `count` or nothing; more than the whole limit is never allowed. */
  take(source: string, nowMs: number, { factor = 1, count = 1 }: { factor?: number; count?: number } = {}): Allowance {
    const limit = Math.round(this.perMinute * factor)
    if (limit === 0) return { allowed: true, limit: 0, remaining: 0, reset_seconds: 0 }
    const perMs = limit / minuteMs
    const known = this.buckets.get(source)
    const used = known ? Math.max(0, known.used - Math.max(0, nowMs - known.at) * perMs) : 0
    const allowed = limit - used >= count
    const left = limit - used - (allowed ? count : 0)
    setNewest(this.buckets, source, { used: limit - left, at: nowMs }, mostSources)
    const wait = allowed ? (limit - left) / perMs : (Math.min(count, limit) - left) / perMs
    return { allowed, limit, remaining: Math.max(0, Math.floor(left)), reset_seconds: secondsToWait(wait) }
  }
}

import type { Logger } from 'pino'
import type { Invoke } from '../calls/invoke.ts'
import type { Metrics } from '../calls/metrics.ts'
import type { Operation } from '../calls/operation.ts'
import type { SecretGuesses } from '../calls/secret-guesses.ts'
import type { Config } from '../config.ts'
import type { NextStep } from '../errors.ts'

/** What a face is given. It knows the table and how to invoke a row of it, and no capability. */
export type FaceParts = {
  config: Config
  log: Logger
  now: () => Date
  metrics: Metrics
  table: readonly Operation[]
  invoke: Invoke
  /** Where an agent goes from the answer to a call. */
  nextStep: (row: Operation, raw: unknown, output: unknown) => NextStep | undefined
  /** The tools that have a page of their own; the version moves with every change of them. */
  tools: { slugs: () => string[]; version: () => number }
  secretGuesses: SecretGuesses
  /** What all serving processes behind this port counted; undefined when it is unavailable. */
  sharedMetrics?: (() => Promise<string | undefined>) | undefined
  /** True while the store cannot be reached; every answer given then says so. */
  isStoreAway?: () => boolean
}

/** The rows that are mounted: without a secret there is no operator, so its operations are neither served nor documented. */
export function offeredRows({ table, config }: Pick<FaceParts, 'table' | 'config'>): readonly Operation[] {
  return config.ADMIN_SECRET ? table : table.filter(({ access }) => access !== 'admin')
}

function splitRoute(http: string): { method: string; path: string } {
  const at = http.indexOf(' ')
  return { method: http.slice(0, at), path: http.slice(at + 1) }
}

export function routesOf(row: Operation): { method: string; path: string }[] {
  return [row.http, ...(row.also ?? [])].map(splitRoute)
}

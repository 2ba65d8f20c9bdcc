import type { IdempotentAnswers } from './calls/idempotency.ts'
import { scoreDaysKept } from './routing/evidence/score-day.ts'
import { dayMs, dayOf, hourMs, isoTime, minuteMs } from './storage/days.ts'
import { forgetRows } from './storage/forgetting.ts'
import { dropMonths, makeMonths, monthlyTables } from './storage/months.ts'
import type { Store } from './storage/store.ts'
import { forgetFutureTurns, takeTurn } from './storage/turns.ts'

type Job = { name: string; everyMs: number; work: () => Promise<unknown> }
type Upkeep = { run: () => Promise<string[]>; start: () => void; close: () => Promise<void> }
type UpkeepParts = { store: Store; jobs: readonly Job[]; nowMs: () => number; onError: (error: unknown) => void }

const lookEveryMs = minuteMs
/** Keyed acts are kept twice as long as keys are honoured, so that a retry finds its first try. */
const actsKeptMs = 2 * dayMs
const deliveriesKeptMs = 7 * dayMs
/** Only what a network earned today counts, or tomorrow where another clock is ahead. */
const networkDaysKeptMs = 2 * dayMs

/** Periodic work. Any number of processes may share a store: for each job the one that marks its turn in the store does it. */
export function openUpkeep({ store, jobs: given, nowMs, onError }: UpkeepParts): Upkeep {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const months: Job = { name: 'months', everyMs: hourMs, work: () => makeMonths(store, nowMs()) }
  const jobs = store.kind === 'postgres' ? [months, ...given] : given

  /** A job that fails keeps no other from its turn. */
  async function run(): Promise<string[]> {
    const done: string[] = []
    await forgetFutureTurns(store, isoTime(nowMs())).catch(onError)
    for (const { name, everyMs, work } of jobs) {
      try {
        const now = nowMs()
        if (!(await takeTurn(store, name, { now: isoTime(now), notSince: isoTime(now - everyMs) }))) continue
        await work()
        done.push(name)
      } catch (error) {
        onError(error)
      }
    }
    return done
  }
  return {
    run,
    start() {
      timer ??= setInterval(() => {
        running = running.then(run)
      }, lookEveryMs).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

type PeriodicParts = { store: Store; answers: IdempotentAnswers; retentionDays: number; nowMs: () => number }

/** Everything that is removed when it expires. Without retention, decisions and outcomes stay. */
export function forgettingJobs({ store, answers, retentionDays, nowMs }: PeriodicParts): Job[] {
  const ago = (ms: number) => isoTime(nowMs() - ms)
  const acts = { table: 'acts', time: 'recorded_at' }
  const deliveries = { table: 'webhook_deliveries', time: 'created_at' }
  const networkDays = { table: 'network_days', time: 'day' }
  const scoreDays = { table: 'score_days', time: 'day' }
  const retention: Job = { name: 'retention', everyMs: hourMs, work: () => forgetOlder(store, ago(retentionDays * dayMs)) }
  return [
    { name: 'forget_answers', everyMs: 10 * minuteMs, work: () => answers.forgetOld() },
    { name: 'forget_acts', everyMs: hourMs, work: () => forgetRows(store, acts, ago(actsKeptMs)) },
    { name: 'forget_deliveries', everyMs: hourMs, work: () => forgetRows(store, deliveries, ago(deliveriesKeptMs)) },
    { name: 'forget_network_days', everyMs: hourMs, work: () => forgetRows(store, networkDays, dayOf(ago(networkDaysKeptMs))) },
    { name: 'forget_score_days', everyMs: hourMs, work: () => forgetRows(store, scoreDays, dayOf(ago(scoreDaysKept * dayMs))) },
    ...(retentionDays > 0 ? [retention] : []),
  ]
}

/** Removes what is older than the cutoff: PostgreSQL drops whole months, else some thousand rows at a time, so that no writer waits long. */
export async function forgetOlder(store: Store, cutoff: string): Promise<void> {
  await dropMonths(store, cutoff)
  for (const { table, time } of monthlyTables)
    await forgetRows(store, { table: store.kind === 'postgres' ? `${table}_default` : table, time }, cutoff)
  await forgetRows(store, { table: 'repeats', time: 'first_at' }, cutoff)
  // Without its decision, nobody could tell whose text it is.
  await forgetRows(store, { table: 'task_texts', time: 'kept_at' }, cutoff)
}

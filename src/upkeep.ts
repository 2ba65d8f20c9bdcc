import { takeTurn } from './routing/evidence/evidence-store.ts'
import type { Queryable, Store } from './store.ts'

export type Job = { name: string; everyMs: number; work: () => Promise<unknown> }
export type Upkeep = { run: () => Promise<string[]>; start: () => void; close: () => Promise<void> }
export type UpkeepParts = { store: Store; jobs: readonly Job[]; nowMs: () => number; onError: (error: unknown) => void }

const lookEveryMs = 60_000

/** Periodic work. Any number of processes may share a store: for each job the one that marks its turn in the store does it. */
export function openUpkeep({ store, jobs, nowMs, onError }: UpkeepParts): Upkeep {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const iso = (ms: number) => new Date(ms).toISOString()

  async function run(): Promise<string[]> {
    const done: string[] = []
    for (const { name, everyMs, work } of jobs) {
      const now = nowMs()
      if (!(await takeTurn(store, name, iso(now), iso(now - everyMs)))) continue
      await work()
      done.push(name)
    }
    return done
  }
  return {
    run,
    start() {
      timer ??= setInterval(() => {
        running = running.then(run).catch(onError)
      }, lookEveryMs).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

const rowsAtOnce = 5000

/** Removes what is older than the cutoff, a few thousand rows at a time, so that no other writer waits long. */
export async function forgetOlder(db: Queryable, cutoff: string): Promise<number> {
  let removed = 0
  for (const [table, key, time] of [
    ['decisions', 'decision_id', 'decided_at'],
    ['outcomes', 'outcome_id', 'reported_at'],
  ] as const) {
    for (;;) {
      const some = await db.execute(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${time} < $1 LIMIT ${rowsAtOnce})`,
        [cutoff],
      )
      removed += some
      if (some < rowsAtOnce) break
    }
  }
  return removed
}

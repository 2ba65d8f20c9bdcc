import { setTimeout as sleep } from 'node:timers/promises'
import { unknownAgent } from '../agents/store.ts'
import type { Context } from '../calls/operation.ts'
import { isLimited } from '../calls/rate-limit.ts'
import { isUnavailable } from '../errors.ts'
import { voiceOf } from '../routing/evidence/deltas.ts'
import { dayOf } from '../storage/days.ts'
import type { Act, ActRequest, RecordResult } from './act.ts'
import { LinkedMeanwhile, type Submitted, writeBatch } from './batch-record.ts'
import { repeatKeyOf } from './rules.ts'

declare module '../calls/operation.ts' {
  interface Context {
    recorder: Recorder
  }
}

type Recorder = { submit: (context: Context, act: Act) => Promise<RecordResult>; idle: () => Promise<void> }

const mostActsPerBatch = 100
const mostBatchesAtOnce = 2
const mostOutcomesPerBatch = 2000
/** How long a report waits for a decision that another process may have answered but not written yet. */
const decisionOnItsWayMs = 100

/** The one write path for outcomes: outcome rows, evidence, ledger entry, trust and balance in one transaction, before the answer. */
export function recordAct(context: Context, request: ActRequest): Promise<RecordResult> {
  const { caller, config, now, newId, recorder } = context
  const at = now().toISOString()
  const source = voiceOf({ ...request, network: caller.network })
  return recorder.submit(context, {
    ...request,
    entry_id: newId(),
    repeat_keys: request.outcomes.map((outcome) => repeatKeyOf(outcome, source, dayOf(at))),
    network: caller.network,
    network_capped: isLimited(caller, config),
    now: at,
  })
}

type Waiting = Submitted & { resolve: (result: RecordResult) => void; reject: (error: unknown) => void }

/**
 * Collects the acts that arrive while others are being written, and writes them as the next batch. A batch is sent while the
 * one before is still under way: in the store, only acts of the same agent or network wait for each other.
 */
export function openRecorder(): Recorder {
  let queue: Waiting[] = []
  const underWay = new Set<Promise<void>>()
  const putOff = new Set<Promise<void>>()
  let isWoken = false

  function wake(): void {
    if (isWoken) return
    isWoken = true
    // One turn of waiting lets everything that arrived together share a batch.
    setImmediate(() => {
      isWoken = false
      while (queue.length > 0 && underWay.size < mostBatchesAtOnce) begin()
    })
  }

  function begin(): void {
    const size = batchSize(queue)
    const members = queue.slice(0, size)
    queue = queue.slice(size)
    const writing = flush(members, postpone).finally(() => {
      underWay.delete(writing)
      if (queue.length > 0) wake()
    })
    underWay.add(writing)
  }

  function postpone(members: readonly Waiting[]): void {
    const later = sleep(decisionOnItsWayMs).then(() => {
      putOff.delete(later)
      queue.push(...members.map((member) => ({ ...member, hasWaited: true })))
      wake()
    })
    putOff.add(later)
  }

  return {
    submit(context, act) {
      return new Promise((resolve, reject) => {
        queue.push({ context, act, hasWaited: false, resolve, reject })
        wake()
      })
    },
    async idle() {
      while (queue.length > 0 || underWay.size > 0 || putOff.size > 0) {
        const open = [...underWay, ...putOff]
        await (open.length > 0 ? Promise.all(open) : new Promise(setImmediate))
      }
    },
  }
}

/** Acts with a write of their own go alone, so that a refusal affects no other act. */
function batchSize(queue: readonly Waiting[]): number {
  let outcomes = 0
  for (const [i, { act }] of queue.entries()) {
    outcomes += act.outcomes.length
    if (i > 0 && (act.also || i >= mostActsPerBatch || outcomes > mostOutcomesPerBatch)) return i
    if (act.also) return 1
  }
  return queue.length
}

type Postpone = (members: readonly Waiting[]) => void

const mostTries = 3

async function flush(members: readonly Waiting[], postpone: Postpone, tries = 1): Promise<void> {
  try {
    const { results, early } = await writeBatch(members)
    if (early.length > 0) {
      postpone(early)
      const ready = members.filter((member) => !early.includes(member))
      return ready.length > 0 ? await flush(ready, postpone) : undefined
    }
    for (const [i, { resolve, reject }] of members.entries()) {
      const result = results[i]
      if (result === undefined || result === 'unknown_agent') reject(unknownAgent())
      else resolve(result)
    }
  } catch (error) {
    if (error instanceof LinkedMeanwhile && tries < mostTries) return flush(members, postpone, tries + 1)
    if (members.length === 1 || isUnavailable(error)) for (const { reject } of members) reject(error)
    else for (const member of members) await flush([member], postpone)
  }
}

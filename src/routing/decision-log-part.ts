import type { Store, Transaction } from '../store.ts'
import { type Decision, type DecisionWriter, insertDecisions, type KeptTask, keepTasks, stillRegistered } from './store.ts'

const gatherMs = 10
const retryMs = 1000
const largestBatch = 1000
const mostWaiting = 50_000

export type DecisionLog = DecisionWriter & {
  add: (decision: Decision, task?: KeptTask) => void
  /** Writes what is waiting, then resolves. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

type Waiting = { decision: Decision; task: KeptTask | undefined }

/**
 * Writes decisions in group commits a moment after they were answered, so that routing never waits for the disk. While
 * the store is away they wait here; beyond a bound the oldest are given up, and so is what is left at a failed close.
 */
export function openDecisionLog(store: Store, onError: (error: unknown, lost: number) => void): DecisionLog {
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<boolean> | undefined
  let closed = false

  function schedule(ms: number): void {
    if (timer || closed) return
    timer = setTimeout(() => {
      timer = undefined
      flush().then((written) => waiting.size > 0 && schedule(written ? 0 : retryMs))
    }, ms)
    timer.unref()
  }

  async function write(): Promise<boolean> {
    const batch = [...waiting.values()].slice(0, largestBatch)
    if (batch.length === 0) return true
    try {
      await store.transaction((tx) => save(tx, batch))
    } catch (error) {
      onError(error, 0)
      return false
    }
    for (const { decision } of batch) waiting.delete(decision.decision_id)
    return true
  }

  /** An agent may be deleted while its decisions wait here: then they are nobody's, and its tasks are not kept. */
  async function save(tx: Transaction, batch: readonly Waiting[]): Promise<void> {
    const asking = new Set(batch.flatMap(({ decision }) => decision.agent_identity_id ?? []))
    const here = await stillRegistered(tx, [...asking])
    const isGone = ({ agent_identity_id }: Decision) => agent_identity_id !== null && !here.has(agent_identity_id)
    await insertDecisions(
      tx,
      batch.map(({ decision }) => (isGone(decision) ? { ...decision, agent_identity_id: null } : decision)),
    )
    const tasks = batch.flatMap(({ decision, task }) => (task && !isGone(decision) ? task : []))
    if (tasks.length > 0) await keepTasks(tx, tasks)
  }

  function flush(): Promise<boolean> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }

  function isOwed(agentIdentityId: string): boolean {
    for (const { decision } of waiting.values()) if (decision.agent_identity_id === agentIdentityId) return true
    return false
  }

  async function idle(): Promise<void> {
    while (waiting.size > 0 && (await flush()));
  }

  return {
    add(decision, task) {
      waiting.set(decision.decision_id, { decision, task })
      if (waiting.size > mostWaiting) {
        waiting.delete(waiting.keys().next().value ?? '')
        onError(new Error('the store is away for too long'), 1)
      }
      schedule(gatherMs)
    },
    async settle(decisionIds) {
      while (decisionIds.some((id) => waiting.has(id)) && (await flush()));
    },
    async settleAgent(agentIdentityId) {
      while (isOwed(agentIdentityId) && (await flush()));
    },
    idle,
    async close() {
      closed = true
      clearTimeout(timer)
      await idle()
      if (waiting.size > 0) onError(new Error('the store was away at the end'), waiting.size)
    },
  }
}

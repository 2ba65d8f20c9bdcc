import { registeredAmong } from '../../agents/store.ts'
import type { Store, Transaction } from '../../storage/store.ts'
import { type Decision, type DecisionWriter, insertDecisions, type KeptTask, keepTasks } from './store.ts'
import { openWriteBehind } from './write-behind-part.ts'

const gatherMs = 10
const mostWaiting = 50_000

export type DecisionLog = DecisionWriter & {
  add: (decision: Decision, task?: KeptTask) => void
  /** Writes what is waiting, then resolves. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

type Waiting = { decision: Decision; task: KeptTask | undefined }

/** Writes decisions in group commits a moment after they were answered, so that routing never waits for the disk. */
export function openDecisionLog(store: Store, onError: (error: unknown, lost: number) => void): DecisionLog {
  const write = (batch: readonly Waiting[]) => store.transaction((tx) => save(tx, batch))
  const { waiting, add, settle, close } = openWriteBehind<Waiting>({ write, gatherMs, mostWaiting, onError })
  return {
    add: (decision, task) => add(decision.decision_id, { decision, task }),
    settle: (decisionIds) => settle(() => decisionIds.some((id) => waiting.has(id))),
    settleAgent: (agentIdentityId) => settle(() => waiting.values().some(({ decision }) => decision.agent_identity_id === agentIdentityId)),
    idle: () => settle(() => waiting.size > 0),
    close,
  }
}

/** An agent may be deleted while its decisions wait here: then they are nobody's, and its tasks are not kept. */
async function save(tx: Transaction, batch: readonly Waiting[]): Promise<void> {
  const asking = new Set(batch.flatMap(({ decision }) => decision.agent_identity_id ?? []))
  const here = await registeredAmong(tx, [...asking])
  const isGone = ({ agent_identity_id }: Decision) => agent_identity_id !== null && !here.has(agent_identity_id)
  await insertDecisions(
    tx,
    batch.map(({ decision }) => (isGone(decision) ? { ...decision, agent_identity_id: null } : decision)),
  )
  const tasks = batch.flatMap(({ decision, task }) => (task && !isGone(decision) ? task : []))
  if (tasks.length > 0) await keepTasks(tx, tasks)
}

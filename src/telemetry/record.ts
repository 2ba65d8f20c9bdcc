import { setTimeout as sleep } from 'node:timers/promises'
import { unknownAgent } from '../agents/store.ts'
import type { Context } from '../calls/operation.ts'
import { isLimited } from '../calls/rate-limit.ts'
import { isPaid } from '../credits/rules.ts'
import { addToBalances, addToNetworkDays, insertEntries, type LedgerEntry, loadNetworkDays } from '../credits/store.ts'
import { isUnavailable } from '../errors.ts'
import { loadDecisions, markLinked } from '../routing/decisions/store.ts'
import { voiceOf } from '../routing/evidence/deltas.ts'
import { dayOf } from '../storage/days.ts'
import { type Queryable, together } from '../storage/store.ts'
import { creditEvent } from '../webhooks/rules.ts'
import { enqueue } from '../webhooks/store.ts'
import type { Act, ActRequest, RecordResult } from './act.ts'
import { type Batch, decideBatch, type Loaded } from './batch.ts'
import { repeatKeyOf } from './rules.ts'
import { addTrust, insertActs, insertOutcomes, insertRepeats, loadActs, loadAgents, loadRepeats } from './store.ts'

declare module '../calls/operation.ts' {
  interface Context {
    recorder: Recorder
  }
}

export type Recorder = { submit: (context: Context, act: Act) => Promise<RecordResult>; idle: () => Promise<void> }

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

type Waiting = {
  context: Context
  act: Act
  /** True once it has been put off for a decision that was not there. */
  hasWaited: boolean
  resolve: (result: RecordResult) => void
  reject: (error: unknown) => void
}

/**
 * Collects the acts that arrive while others are being written, and writes them as the next batch. A batch is sent while the
 * one before is still under way: the store has only those wait for each other that concern the same agent or network.
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

/** Reports on the same decision by different agents do not lock each other out. If two find it free, the second to write gets this. */
class LinkedMeanwhile extends Error {}
const mostTries = 3

async function flush(members: readonly Waiting[], postpone: Postpone, tries = 1): Promise<void> {
  try {
    const { results, early } = await write(members)
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

/** Writes all of them, or none and returns those that should be tried later. */
async function write(members: readonly Waiting[]): Promise<{ results: Batch['results']; early: readonly Waiting[] }> {
  const { store, evidence, decisions } = members[0]!.context
  const acts = members.map(({ act }) => act)
  const decisionIds = [...new Set(acts.flatMap(({ decision_id }) => decision_id ?? []))]
  if (decisionIds.length > 0) await decisions.settle(decisionIds)
  const batch = await store.transaction(async (tx) => {
    // Sent together: a connection keeps the order, so everything is read once the names are held.
    const [, loaded] = await together([tx.hold(heldBy(acts)), load(tx, acts, decisionIds)])
    const early = store.kind === 'postgres' ? members.filter((member) => isEarly(member, loaded)) : []
    if (early.length > 0) return { early }
    if (acts[0] && isNew(acts[0], loaded)) await acts[0].also?.(tx)
    const decided = decideBatch(loaded, acts)
    await together([save(tx, decided, loaded), evidence.accept(tx, decided.accepted)])
    return decided
  })
  if ('early' in batch) return { results: [], early: batch.early }
  evidence.publish(batch.accepted)
  return { results: batch.results, early: [] }
}

/** The acts of one source are written one after another over all processes, so that nothing comes between reading a cap and using it up. */
function heldBy(acts: readonly Act[]): string[] {
  const capped = acts.filter(({ network_capped }) => network_capped).map(({ network }) => `network:${network}`)
  return [...new Set([...acts.map(voiceOf), ...capped, ...acts.flatMap(({ holds = [] }) => holds)])]
}

function isNew({ act_key, agent_identity_id }: Act, { prior, agents }: Loaded): boolean {
  const storable = agent_identity_id === null || agents.get(agent_identity_id)?.telemetry === true
  return storable && !(act_key !== null && prior.has(act_key))
}

/** It names a decision that is nowhere yet, though another process may have just answered it. */
function isEarly({ act, hasWaited }: Waiting, loaded: Loaded): boolean {
  return !hasWaited && act.decision_id !== undefined && !loaded.decisions.has(act.decision_id) && isNew(act, loaded)
}

async function load(tx: Queryable, acts: readonly Act[], decisionIds: readonly string[]): Promise<Loaded> {
  const agentIds = [...new Set(acts.flatMap(({ agent_identity_id }) => agent_identity_id ?? []))]
  const actKeys = [...new Set(acts.flatMap(({ act_key }) => act_key ?? []))]
  const repeatKeys = new Set(acts.flatMap(({ repeat_keys }) => repeat_keys))
  const capped = acts.filter(({ network_capped, agent_identity_id }) => network_capped && agent_identity_id !== null)
  const [agents, network_days, decisions, repeats, prior] = await together([
    loadAgents(tx, agentIds),
    loadNetworkDays(tx, { networks: capped.map(({ network }) => network), moments: capped.map(({ now }) => now) }),
    loadDecisions(tx, decisionIds, acts[0]?.now),
    loadRepeats(tx, [...repeatKeys]),
    loadActs(tx, actKeys),
  ])
  return { agents, network_days, decisions, repeats, prior }
}

async function save(tx: Queryable, batch: Batch, { agents }: Loaded): Promise<void> {
  const balances = [...batch.balances].map(([agent_identity_id, change]) => ({ agent_identity_id, ...change }))
  const [linkedAt = ''] = batch.linked.values()
  const hasWebhook = ({ agent_identity_id }: LedgerEntry) => agents.get(agent_identity_id)?.has_webhook
  const [linked] = await together([
    markLinked(tx, [...batch.linked.keys()], linkedAt),
    insertOutcomes(
      tx,
      batch.accepted.map(({ outcome }) => outcome),
    ),
    insertEntries(tx, batch.entries),
    addToBalances(tx, balances),
    addToNetworkDays(tx, [...batch.network_days.values()]),
    addTrust(tx, batch.trust),
    insertActs(tx, batch.keyed),
    insertRepeats(tx, batch.said),
    enqueue(tx, batch.entries.filter(isPaid).filter(hasWebhook).map(creditEvent)),
  ])
  if (linked !== batch.linked.size) throw new LinkedMeanwhile('A decision was linked by another writer meanwhile.')
}

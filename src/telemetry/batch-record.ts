import type { Context } from '../calls/operation.ts'
import { isPaid } from '../credits/rules.ts'
import { addToBalances, addToNetworkDays, insertEntries, type LedgerEntry, loadNetworkDays } from '../credits/store.ts'
import { withSite } from '../network.ts'
import { loadDecisions, markLinked } from '../routing/decisions/store.ts'
import { voiceOf } from '../routing/evidence/deltas.ts'
import { type Queryable, together } from '../storage/store.ts'
import { creditEvent } from '../webhooks/rules.ts'
import { enqueue } from '../webhooks/store.ts'
import type { Act } from './act.ts'
import { type Batch, decideBatch, type Loaded } from './batch.ts'
import { addTrust, insertActs, insertOutcomes, insertRepeats, loadActs, loadAgents, loadRepeats } from './store.ts'

/** `hasWaited`: it has been put off once for a decision that was not there. */
export type Submitted = { context: Context; act: Act; hasWaited: boolean }

/** Reports on the same decision by different agents do not lock each other out. If two find it free, the second to write gets this. */
export class LinkedMeanwhile extends Error {}

/** Writes all of them, or none and returns those that should be tried later. */
export async function writeBatch<T extends Submitted>(members: readonly T[]): Promise<{ results: Batch['results']; early: readonly T[] }> {
  const { store, evidenceSink, decisions } = members[0]!.context
  const acts = members.map(({ act }) => act)
  const decisionIds = [...new Set(acts.flatMap(({ decision_id }) => decision_id ?? []))]
  if (decisionIds.length > 0) await decisions.settle(decisionIds)
  const batch = await store.transaction(async (tx) => {
    // Sent together: a connection keeps the order, so everything is read once the names are held.
    const [, loaded] = await together([tx.hold(namesToHold(acts)), load(tx, acts, decisionIds)])
    const early = store.kind === 'postgres' ? members.filter((member) => isEarly(member, loaded)) : []
    if (early.length > 0) return { early }
    if (acts[0] && isNew(acts[0], loaded)) await acts[0].also?.(tx)
    const decided = decideBatch(loaded, acts)
    await together([save(tx, decided, loaded), evidenceSink.accept(tx, decided.accepted)])
    return decided
  })
  if ('early' in batch) return { results: [], early: batch.early }
  evidenceSink.publish(batch.accepted)
  return { results: batch.results, early: [] }
}

/** The acts of one source are written one after another over all processes, so that nothing comes between reading a cap and using it up. */
function namesToHold(acts: readonly Act[]): string[] {
  const capped = acts
    .filter(({ network_capped }) => network_capped)
    .flatMap(({ network }) => withSite(network).map((name) => `network:${name}`))
  return [...new Set([...acts.map(voiceOf), ...capped, ...acts.flatMap(({ holds = [] }) => holds)])]
}

function isNew({ act_key, agent_identity_id }: Act, { prior, agents }: Loaded): boolean {
  const storable = agent_identity_id === null || agents.get(agent_identity_id)?.telemetry === true
  return storable && !(act_key !== null && prior.has(act_key))
}

/** It names a decision that is nowhere yet, though another process may have just answered it. */
function isEarly({ act, hasWaited }: Submitted, loaded: Loaded): boolean {
  return !hasWaited && act.decision_id !== undefined && !loaded.decisions.has(act.decision_id) && isNew(act, loaded)
}

async function load(tx: Queryable, acts: readonly Act[], decisionIds: readonly string[]): Promise<Loaded> {
  const agentIds = [...new Set(acts.flatMap(({ agent_identity_id }) => agent_identity_id ?? []))]
  const actKeys = [...new Set(acts.flatMap(({ act_key }) => act_key ?? []))]
  const repeatKeys = new Set(acts.flatMap(({ repeat_keys }) => repeat_keys))
  const capped = acts.filter(({ network_capped, agent_identity_id }) => network_capped && agent_identity_id !== null)
  const [agents, network_days, decisions, repeats, prior] = await together([
    loadAgents(tx, agentIds),
    loadNetworkDays(tx, { networks: capped.flatMap(({ network }) => withSite(network)), moments: capped.map(({ now }) => now) }),
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

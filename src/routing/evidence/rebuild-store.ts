import type { Store } from '../../store.ts'
import { conductDeltasOf, deltasOf, type EraAt } from './deltas.ts'
import { evidenceChanged, networkNaming } from './evidence-part.ts'
import { addConduct, addVoices, allDefinitions, allOutcomes, clearEvidence, type Definition } from './evidence-store.ts'
import { everything } from './reader-part.ts'

/** Builds all evidence anew from the raw outcomes, in one transaction. Running processes read it again at once. */
export async function rebuildEvidence(store: Store, capLoopback: boolean): Promise<number> {
  const networkOf = networkNaming(capLoopback)
  let read = 0
  await store.transaction(async (tx) => {
    const eraAt = erasFrom(await allDefinitions(tx))
    await clearEvidence(tx)
    for await (const accepted of allOutcomes(tx)) {
      await addVoices(tx, deltasOf(accepted, eraAt), accepted.at(-1)!.outcome.reported_at)
      await addConduct(tx, conductDeltasOf(accepted, networkOf))
      read += accepted.length
    }
  })
  await store.notify(evidenceChanged, `rebuilt\n${everything}`)
  return read
}

/** The latest definition that was there when the outcome was reported. */
function erasFrom(definitions: readonly Definition[]): EraAt {
  const bySlug = Map.groupBy(definitions, ({ slug }) => slug)
  return ({ kind, subject, reported_at }) =>
    kind === 'tool' ? (bySlug.get(subject)?.findLast(({ defined_at }) => defined_at <= reported_at)?.defined_at ?? '') : ''
}

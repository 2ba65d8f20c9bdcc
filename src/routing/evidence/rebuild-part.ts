import type { Queryable, Store } from '../../storage/store.ts'
import { createGathering, type EraAt, type Gathering } from './deltas.ts'
import { announceRebuild } from './other-processes/follower-part.ts'
import { networkNaming } from './part.ts'
import { addConductSums, addDaysOf, addVoices, allDefinitions, allOutcomes, clearEvidence, type Definition } from './store.ts'

/** Beyond this many voices what was gathered is written, so that no store is too large to be rebuilt. */
const mostHeld = 500_000
const rowsPerWrite = 2000
const writesAhead = 2

/** Rebuilds all evidence from the raw outcomes, in one transaction; reports wait meanwhile. Running processes reread it immediately. */
export async function rebuildEvidence(store: Store, { capLoopback }: { capLoopback: boolean }): Promise<number> {
  let read = 0
  await store.transaction(async (tx) => {
    read = 0
    // A report between the clearing and the reading of its outcome would count twice.
    await tx.hold('everything')
    const gathering = createGathering({ eraAt: erasFrom(await allDefinitions(tx)), networkOf: networkNaming(capLoopback) })
    await clearEvidence(tx)
    for await (const page of allOutcomes(tx)) {
      const days = addDaysOf(tx, page)
      for (const outcome of page.outcomes) gathering.add(outcome)
      read += page.outcomes.length
      await days
      if (gathering.size() >= mostHeld) await write(tx, gathering)
    }
    await write(tx, gathering)
  })
  await announceRebuild(store)
  return read
}

/** In the order of the keys, which is how the store's own trees grow fastest. */
async function write(tx: Queryable, gathering: Gathering): Promise<void> {
  const { deltas, conducts, lastAt } = gathering.take()
  await inPieces(deltas, (piece) => addVoices(tx, piece, lastAt))
  await inPieces(conducts, (piece) => addConductSums(tx, piece))
}

/** A few pieces are on their way while the next is made ready; the connection keeps their order. */
async function inPieces<T>(rows: readonly T[], work: (piece: readonly T[]) => Promise<void>): Promise<void> {
  const sent: Promise<void>[] = []
  for (let from = 0; from < rows.length; from += rowsPerWrite) {
    const sending = work(rows.slice(from, from + rowsPerWrite))
    sending.catch(() => {})
    sent.push(sending)
    if (sent.length >= writesAhead) await sent.shift()
  }
  await Promise.all(sent)
}

/** The latest definition that was there when the outcome was reported. */
function erasFrom(definitions: readonly Definition[]): EraAt {
  const bySlug = Map.groupBy(definitions, ({ slug }) => slug)
  return ({ kind, subject, reported_at }) =>
    kind === 'tool' ? (bySlug.get(subject)?.findLast(({ defined_at }) => defined_at <= reported_at)?.defined_at ?? '') : ''
}

import { isoTime } from '../../../storage/days.ts'
import type { Queryable, Store } from '../../../storage/store.ts'
import { linkableMs } from '../../decisions/link.ts'
import { openWriteBehind } from '../../decisions/write-behind-part.ts'
import type { AcceptedOutcome } from '../../evidence-sink.ts'
import { voiceOf } from '../deltas.ts'
import type { VoiceStanding } from '../networks.ts'
import { rewardOf } from '../reward.ts'
import {
  addExamples,
  addTaskVectors,
  dropExamples,
  dropOldVectors,
  type ExampleRow,
  latestExamples,
  type Offered,
  offeredAsText,
  offeredFromText,
  type TaskVector,
  vectorsOf,
} from './examples-store.ts'
import { createGoodFor, type Taught } from './good-for.ts'
import type { TaskSketch } from './sides.ts'
import { leastRightValue } from './wording-strength.ts'

export type ExamplesPart = {
  /** Keeps the sketch of a task and what it was offered until an outcome is reported. */
  remember: (decisionId: string, task: string, offered: readonly Offered[]) => void
  /** Turns outcomes that follow a decision into examples, inside the recording transaction. */
  accept: (tx: Queryable, accepted: readonly AcceptedOutcome[]) => Promise<void>
  publish: (accepted: readonly AcceptedOutcome[]) => void
  taught: (task: string) => Taught
  reweigh: () => void
  /** What one voice said is from now on what another said. */
  rename: (voice: string, to: string) => void
  catchUp: () => Promise<void>
  prune: () => Promise<void>
  /** Deletes the examples that have made room for others here. */
  dropLeft: () => Promise<void>
  /** Writes what is waiting, unless the store is away, then resolves. */
  close: () => Promise<void>
}

export type ExamplesOptions = {
  store: Store
  sketch: (text: string) => TaskSketch
  /** The mean of tasks of every kind. */
  usual: Float32Array
  standingOf: (voice: string) => VoiceStanding
  /** When a tool was last redefined; empty where it never was. */
  definedAt?: (slug: string) => string
  nowMs: () => number
  onError: (error: unknown) => void
  /** How many examples are kept. */
  most?: number
}

const mostExamples = 20_000
const mostWaiting = 20_000
const longestEncoded = 4000
const gatherMs = 20
const overlapMs = 60_000
const nothing: Taught = { pulls: new Map(), strength: 0, trust: null }

const asText = ({ buffer, byteOffset, byteLength }: Int8Array | Uint16Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
const asVector = (text: string) => Int8Array.from(Buffer.from(text, 'base64'))
const asWords = (text: string) => new Uint16Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
/** Outcomes of one decision are about one task. */
const taskOf = ({ outcome_id }: ExampleRow) => outcome_id.slice(0, outcome_id.indexOf(':'))
const idOf = ({ task, subject }: { task: string; subject: string }) => `${task}:${subject}`

/** Tasks that were followed by a report, as sketches: what teaches the router which tool suits which wording. */
export async function openExamples({
  store,
  sketch,
  usual,
  standingOf,
  definedAt = () => '',
  nowMs,
  onError,
  most = mostExamples,
}: ExamplesOptions): Promise<ExamplesPart> {
  const examples = createGoodFor({ most, standingOf, usual, definedAt })
  const known = new Set<string>()
  const write = (batch: readonly TaskVector[]) => addTaskVectors(store, batch)
  const sketched = openWriteBehind<TaskVector>({ write, gatherMs, mostWaiting, onError })
  const made = new WeakMap<readonly AcceptedOutcome[], ExampleRow[]>()
  const left = new Set<string>()
  let latest = ''

  function add(row: ExampleRow): void {
    if (known.has(row.outcome_id)) return
    known.add(row.outcome_id)
    if (known.size > 2 * most) known.delete(known.values().next().value ?? '')
    const gone = examples.add({ ...row, task: taskOf(row), vector: asVector(row.vector), words: asWords(row.words) })
    if (gone) left.add(idOf(gone))
    if (row.reported_at > latest) latest = row.reported_at
  }

  // More than are kept: a flood that is not deleted yet must not take the place of the rest.
  for (const row of await latestExamples(store, '', 2 * most)) add(row)
  return {
    remember(decision_id, task, offered) {
      // A sketch is too much work for what the store has been away for too long to take.
      if (sketched.waiting.size >= mostWaiting) return
      const { vector, words } = sketch(task.slice(0, longestEncoded))
      const kept = { vector: asText(vector), words: asText(words), offered: offeredAsText(offered) }
      sketched.add(decision_id, { decision_id, ...kept, decided_at: isoTime(nowMs()) })
    },
    async accept(tx, accepted) {
      const following = accepted.filter(({ outcome, follows }) => outcome.kind === 'tool' && follows)
      if (following.length === 0) return
      const ids = [...new Set(following.map(({ follows }) => follows ?? ''))]
      // Taken now: what waits here may have been written by the time the store has answered.
      const here = new Map(ids.flatMap((id) => sketched.waiting.get(id) ?? []).map((task) => [task.decision_id, task]))
      const stored = await vectorsOf(
        tx,
        ids.filter((id) => !here.has(id)),
      )
      const tasks = new Map([...stored, ...here])
      const rows = following.flatMap(({ outcome, follows }) => exampleOf(outcome, tasks.get(follows ?? '')))
      if (rows.length === 0) return
      await addExamples(tx, rows)
      made.set(accepted, rows)
    },
    publish(accepted) {
      for (const row of made.get(accepted) ?? []) add(row)
    },
    taught: (task) => (examples.size() === 0 ? nothing : examples.taught(sketch(task.slice(0, longestEncoded)))),
    reweigh: examples.reweigh,
    rename: examples.rename,
    async catchUp() {
      const since = latest === '' ? '' : isoTime(Date.parse(latest) - overlapMs)
      for (const row of await latestExamples(store, since, most)) add(row)
    },
    prune: () => dropOldVectors(store, isoTime(nowMs() - linkableMs)),
    async dropLeft() {
      const ids = [...left]
      await dropExamples(store, ids)
      for (const id of ids) left.delete(id)
    },
    close: sketched.close,
  }
}

/**
 * What was not offered is an example only where it did the work: that tells what was missing, while its failures tell nothing. What is
 * said again of the same tool after the same decision has the same key, and counts once.
 */
function exampleOf(outcome: AcceptedOutcome['outcome'], task: TaskVector | undefined): ExampleRow[] {
  if (!task) return []
  const { subject, reported_at } = outcome
  const { decision_id, vector, words } = task
  const value = rewardOf(outcome)
  const first_at = offeredFromText(task.offered).get(subject) ?? (value >= leastRightValue ? 0 : undefined)
  if (first_at === undefined) return []
  return [
    { outcome_id: idOf({ task: decision_id, subject }), subject, voice: voiceOf(outcome), value, vector, words, first_at, reported_at },
  ]
}

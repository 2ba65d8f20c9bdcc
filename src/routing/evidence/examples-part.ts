import type { Queryable, Store } from '../../store.ts'
import type { AcceptedOutcome } from '../evidence-sink.ts'
import { voiceOf } from './deltas.ts'
import { createExamples, type Taught } from './examples.ts'
import {
  addExamples,
  addTaskVectors,
  dropOldVectors,
  type ExampleRow,
  latestExamples,
  recommendedSkills,
  type TaskVector,
  vectorsOf,
} from './examples-store.ts'

export type ExamplesPart = {
  /** Keeps the vector of a task until its outcome is reported. */
  remember: (decisionId: string, task: string) => void
  /** Turns outcomes that follow a recommendation into examples, inside the recording transaction. */
  accept: (tx: Queryable, accepted: readonly AcceptedOutcome[]) => Promise<void>
  publish: (accepted: readonly AcceptedOutcome[]) => void
  taught: (task: string) => ReadonlyMap<string, Taught>
  catchUp: () => Promise<void>
  prune: () => Promise<void>
  idle: () => Promise<void>
}

export type ExamplesOptions = {
  store: Store
  encode: (text: string) => Int8Array
  weightOf: (voice: string) => number
  nowMs: () => number
  onError: (error: unknown) => void
}

const mostExamples = 20_000
const mostWaiting = 20_000
const longestEncoded = 4000
const gatherMs = 20
const linkableMs = 7 * 24 * 3_600_000
const overlapMs = 60_000
const nothing: ReadonlyMap<string, Taught> = new Map()

const asText = (vector: Int8Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64')
const asVector = (text: string) => Int8Array.from(Buffer.from(text, 'base64'))
const iso = (ms: number) => new Date(ms).toISOString()

/** Tasks that were followed by a report, as vectors: what teaches the router which tool suits which wording. */
export async function openExamples({ store, encode, weightOf, nowMs, onError }: ExamplesOptions): Promise<ExamplesPart> {
  const examples = createExamples(mostExamples)
  const known = new Set<string>()
  const waiting = new Map<string, TaskVector>()
  const made = new WeakMap<readonly AcceptedOutcome[], ExampleRow[]>()
  let writing: Promise<void> | undefined
  let latest = ''

  function add(row: ExampleRow): void {
    if (known.has(row.outcome_id)) return
    known.add(row.outcome_id)
    if (known.size > 2 * mostExamples) known.delete(known.values().next().value ?? '')
    examples.add({ ...row, vector: asVector(row.vector) })
    if (row.reported_at > latest) latest = row.reported_at
  }

  async function write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs).unref())
    const batch = [...waiting.values()]
    await addTaskVectors(store, batch).catch(onError)
    for (const { decision_id } of batch) waiting.delete(decision_id)
    writing = undefined
  }

  for (const row of await latestExamples(store, '', mostExamples)) add(row)
  return {
    remember(decision_id, task) {
      if (waiting.size >= mostWaiting) return
      waiting.set(decision_id, { decision_id, vector: asText(encode(task.slice(0, longestEncoded))), decided_at: iso(nowMs()) })
      writing ??= write()
    },
    async accept(tx, accepted) {
      const linked = accepted.filter(({ outcome }) => outcome.kind === 'tool' && outcome.evidence === 1 && outcome.decision_id !== null)
      if (linked.length === 0) return
      const ids = [...new Set(linked.map(({ outcome }) => outcome.decision_id ?? ''))]
      const recommended = await recommendedSkills(tx, ids, iso(nowMs() - 2 * linkableMs))
      const vectors = await vectorsOf(
        tx,
        ids.filter((id) => !waiting.has(id)),
      )
      const rows = linked.flatMap(({ outcome }) => exampleOf(outcome, recommended, (id) => waiting.get(id)?.vector ?? vectors.get(id)))
      if (rows.length === 0) return
      await addExamples(tx, rows)
      made.set(accepted, rows)
    },
    publish(accepted) {
      for (const row of made.get(accepted) ?? []) add(row)
    },
    taught: (task) => (examples.size() === 0 ? nothing : examples.near(encode(task.slice(0, longestEncoded)), weightOf)),
    async catchUp() {
      const since = latest === '' ? '' : iso(Date.parse(latest) - overlapMs)
      for (const row of await latestExamples(store, since, mostExamples)) add(row)
    },
    prune: () => dropOldVectors(store, iso(nowMs() - linkableMs), mostExamples),
    async idle() {
      await writing
    },
  }
}

/** Only what was recommended is an example: nobody can teach the router a tool of its own on tasks that led elsewhere. */
function exampleOf(
  outcome: AcceptedOutcome['outcome'],
  recommended: ReadonlyMap<string, string>,
  vectorOf: (decisionId: string) => string | undefined,
): ExampleRow[] {
  const { outcome_id, subject, success, quality, decision_id, reported_at } = outcome
  const vector = vectorOf(decision_id ?? '')
  if (vector === undefined || recommended.get(decision_id ?? '') !== subject) return []
  const value = quality === null ? success : (success + quality / 10) / 2
  return [{ outcome_id, subject, voice: voiceOf(outcome), value, vector, reported_at }]
}

import { randomUUID } from 'node:crypto'
import { agentsChanged } from '../../../agents/directory.ts'
import { isoTime } from '../../../storage/days.ts'
import type { Store } from '../../../storage/store.ts'
import type { AcceptedOutcome } from '../../evidence-sink.ts'
import type { EvidenceBook, Subject } from '../book.ts'
import { nobody, subjectsOf, subjectsSince } from '../store.ts'
import type { ExamplesPart } from '../wording/examples-part.ts'
import { everything, openReload } from './reload-part.ts'
import { nameOfSubject } from './subject-name.ts'

const evidenceChanged = 'waymark_evidence'
/** Stands before the name of a deleted voice, which a message lists among those of subjects. */
const voiceGone = 'voice:'
const isVoice = (name: string) => name.startsWith(voiceGone)

const longestPayload = 7000
const catchUpOverlapMs = 10_000

type FollowerOptions = { store: Store; nowMs: () => number; onError: (error: unknown) => void }
/** What is in memory, and up to when the store was read into it. */
type Followed = { book: EvidenceBook; examples: ExamplesPart; readFrom: number }

export type Follower = ReturnType<typeof followOthers>

/** Follows what other processes write: immediately when they notify, and periodically in case a message was lost. */
export function followOthers({ store, nowMs, onError }: FollowerOptions, { book, examples, readFrom }: Followed) {
  const instance = randomUUID()
  const reload = openReload({ store, book, onGone: forget, onError })
  let readUntil = readFrom
  let isHeard = false
  async function catchUp(): Promise<void> {
    const [since, until] = [isoTime(readUntil - catchUpOverlapMs), nowMs()]
    await reload.read((await subjectsSince(store, since)).map(nameOfSubject))
    await examples.catchUp()
    readUntil = until
  }
  function forget(voice: string): void {
    book.forgetConduct(voice)
    examples.rename(voice, nobody)
  }
  /** An empty message says that some were lost: the first only what was said since the store was read, a later one anything. */
  function missed(): void {
    if (isHeard) reload.later([everything])
    isHeard = true
    catchUp().catch(onError)
  }
  const stop = store.listen(evidenceChanged, (payload) => {
    if (payload === '') return missed()
    const { from, said } = messageIn(payload)
    if (from === instance) return
    const [gone, names] = [said.filter(isVoice), said.filter((name) => !isVoice(name))]
    for (const name of gone) forget(name.slice(voiceGone.length))
    reload.later(names)
    examples.catchUp().catch(onError)
  })
  /** An agent that left the shadow tier without a report of its own, by the operator's word, counts from now on. */
  async function hearAgain(voice: string): Promise<void> {
    if (book.conductOf(voice)?.shadow) await reload.read((await subjectsOf(store, voice)).map(nameOfSubject))
  }
  const stopHearing = store.listen(agentsChanged, (voice) => void hearAgain(voice).catch(onError))
  return {
    catchUp,
    /** Tells the other processes which subjects these outcomes are about. */
    async announce(accepted: readonly AcceptedOutcome[]): Promise<void> {
      const told = accepted.filter(({ outcome }) => outcome.evidence === 1).map(({ outcome }) => nameOfSubject(outcome))
      for (const payload of payloadsOf(instance, told)) await store.notify(evidenceChanged, payload)
    },
    /** Reads only what the agent spoke on: whoever deletes one empty identity after another must not keep all processes reading. */
    async agentForgotten(agentIdentityId: string, spokenOn: readonly Subject[]): Promise<void> {
      const names = spokenOn.map(nameOfSubject)
      await reload.read(names)
      forget(agentIdentityId)
      for (const payload of payloadsOf(instance, [`${voiceGone}${agentIdentityId}`, ...names])) await store.notify(evidenceChanged, payload)
    },
    close() {
      stop()
      stopHearing()
      reload.close()
    },
  }
}

/** As JSON, because anybody may name a model, and a name must not pass for more than one. */
type Message = { from: string; said: string[] }
const messageIn = (payload: string) => JSON.parse(payload) as Message
const payloadOf = (message: Message) => JSON.stringify(message)

/** In as many messages as PostgreSQL needs. */
function* payloadsOf(from: string, names: readonly string[]): Generator<string> {
  let [said, bytes]: [string[], number] = [[], 0]
  for (const name of new Set(names)) {
    const size = Buffer.byteLength(JSON.stringify(name)) + 1
    if (bytes + size > longestPayload) {
      yield payloadOf({ from, said })
      ;[said, bytes] = [[], 0]
    }
    said.push(name)
    bytes += size
  }
  if (said.length > 0) yield payloadOf({ from, said })
}

/** For what no running process wrote: tells every one to read all evidence again. */
export const announceRebuild = (store: Store) => store.notify(evidenceChanged, payloadOf({ from: 'rebuilt', said: [everything] }))

import type { ScoresProvider } from '../../catalog/listing.ts'
import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import { isLoopback } from '../../network.ts'
import { hourMs, isoTime, minuteMs } from '../../storage/days.ts'
import { type Queryable, type Store, together } from '../../storage/store.ts'
import { takeTurn } from '../../storage/turns.ts'
import type { EvidenceSink, Kind } from '../evidence-sink.ts'
import type { Evidence } from '../ports.ts'
import { EvidenceBook, type Subject } from './book.ts'
import { compareAll } from './compare-part.ts'
import { weightOf } from './conduct.ts'
import { changesOf, type EraAt } from './deltas.ts'
import { definitionsOf, learnFrom } from './learn.ts'
import { modelEvidence, reportedScores, toolEvidence } from './lookups.ts'
import { type Follower, followOthers } from './other-processes/follower-part.ts'
import { readAll } from './other-processes/reload-part.ts'
import { writeScoreDays } from './score-days-store.ts'
import { addConduct, addDefinitions, addVoices, forgetVoice } from './store.ts'
import { type ExamplesOptions, type ExamplesPart, openExamples } from './wording/examples-part.ts'

declare module '../../calls/operation.ts' {
  interface Context {
    learned: Learned
  }
}

export type Learned = {
  book: EvidenceBook
  sink: EvidenceSink
  evidence: Evidence
  scores: ScoresProvider
  /** Writes today's point of every tool with evidence. */
  writeDay: () => Promise<number>
  /** Keeps a sketch of a task, not its text, until the outcome of its decision is reported. */
  remember: ExamplesPart['remember']
  /** Takes an agent's name off all it said, and returns what it spoke on; call `agentForgotten` once that is on disk. */
  forgetAgent: (tx: Queryable, agentIdentityId: string) => Promise<Subject[]>
  /** Takes its name off what is in memory too and reads what it spoke on again, here and in every other process. */
  agentForgotten: (agentIdentityId: string, spokenOn: readonly Subject[]) => Promise<void>
  close: () => Promise<void>
}

export type LearningOptions = {
  store: Store
  catalog: Pick<CatalogSnapshot, 'find' | 'models' | 'scoresOf'>
  nowMs: () => number
  capLoopback: boolean
  /** What is kept of a task's wording. */
  sketch: ExamplesOptions['sketch']
  usual: ExamplesOptions['usual']
  onError: (error: unknown) => void
}

const catchUpEveryMs = minuteMs
const compareEveryMs = 10 * minuteMs
/** Comparing many voices takes a second or more, which the first answers need not wait for. */
const comparedAtStart = 1000
const compareAfterMs = 2000
const turnEveryMs = hourMs

/** Evidence in memory, kept equal to the store: written with each outcome here, read again when another process wrote. */
export async function openLearning(options: LearningOptions): Promise<Learned> {
  const { store, catalog, nowMs, onError } = options
  const eraOf = (kind: Kind, subject: string) => (kind === 'tool' ? (catalog.find(subject)?.defined_at ?? '') : '')
  const book = new EvidenceBook(eraOf)
  const readFrom = nowMs()
  await readAll(store, book)
  const modelSlugs = () => catalog.models().map(({ slug }) => slug)
  const compareBook = () => compareAll(book, modelSlugs(), nowMs())
  if (book.voiceCount() <= comparedAtStart) await compareBook()
  const standingOf = (voice: string) => {
    const conduct = book.conductOf(voice)
    return conduct ? { weight: weightOf(conduct, nowMs()), network: conduct.network } : { weight: 0, network: '' }
  }
  const examples = await openExamples({ ...options, standingOf, definedAt: (slug) => eraOf('tool', slug) })
  const compare = async () => {
    await compareBook()
    examples.reweigh()
  }
  const follower = followOthers(options, { book, examples, readFrom })
  const writeDay = () => writeScoreDays(store, book, catalog, nowMs())
  const catchUp = store.kind === 'postgres' ? follower.catchUp : async () => {}
  const timers = [
    every(catchUpEveryMs, catchUp, onError),
    ...(book.voiceCount() > comparedAtStart ? [setTimeout(() => compare().catch(onError), compareAfterMs).unref()] : []),
    every(compareEveryMs, compare, onError),
    every(compareEveryMs, () => inTurn(options, 'score_days', async () => void (await writeDay())), onError),
    every(compareEveryMs, () => inTurn(options, 'examples', examples.prune), onError),
    every(compareEveryMs, examples.dropLeft, onError),
  ]
  return {
    book,
    sink: sinkOf(options, { book, examples, eraAt: ({ kind, subject }) => eraOf(kind, subject), announce: follower.announce }),
    evidence: {
      tool: toolEvidence(book, nowMs),
      model: modelEvidence({ book, nowMs, slugs: modelSlugs }),
      taught: examples.taught,
      version: () => book.version(),
    },
    scores: reportedScores(book, nowMs),
    writeDay,
    remember: examples.remember,
    forgetAgent: forgetVoice,
    agentForgotten: follower.agentForgotten,
    async close() {
      follower.close()
      for (const timer of timers) clearInterval(timer)
      await examples.close()
    },
  }
}

type SinkParts = { book: EvidenceBook; examples: ExamplesPart; eraAt: EraAt; announce: Follower['announce'] }

function sinkOf({ nowMs, capLoopback, onError }: LearningOptions, { book, examples, eraAt, announce }: SinkParts): EvidenceSink {
  const filing = { eraAt, networkOf: networkNaming(capLoopback) }
  return {
    async accept(tx, accepted) {
      const { deltas, conducts } = changesOf(accepted, filing)
      await together([
        addDefinitions(tx, definitionsOf(accepted, eraAt)),
        addVoices(tx, deltas, isoTime(nowMs())),
        addConduct(tx, conducts),
        examples.accept(tx, accepted),
      ])
    },
    publish(accepted) {
      learnFrom(book, accepted, filing)
      examples.publish(accepted)
      announce(accepted).catch(onError)
    },
  }
}

/** Among all processes on a store only one does the work in each hour. */
async function inTurn({ store, nowMs }: LearningOptions, name: string, work: () => Promise<void>): Promise<void> {
  const now = nowMs()
  if (await takeTurn(store, name, { now: isoTime(now), notSince: isoTime(now - turnEveryMs) })) await work()
}

/** Networks are distinguished unless all callers are local. */
export const networkNaming = (capLoopback: boolean) => (network: string) => (!capLoopback && isLoopback(network) ? '' : network)

function every(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout {
  const timer = setInterval(() => work().catch(onError), ms)
  timer.unref()
  return timer
}

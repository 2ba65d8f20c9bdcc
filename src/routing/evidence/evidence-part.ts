import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isShadow } from '../../agents/rules.ts'
import type { ScoresProvider } from '../../catalog/listing.ts'
import { scoresFrom } from '../../catalog/rules.ts'
import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import { isLoopback } from '../../network.ts'
import type { Store } from '../../store.ts'
import type { AcceptedOutcome, EvidenceSink, Outcome } from '../evidence-sink.ts'
import type { Evidence } from '../ports.ts'
import { agreementOf, type Comparisons, compareOn } from './agreement.ts'
import { EvidenceBook, type Kind } from './book.ts'
import { componentsFrom } from './components.ts'
import type { Conduct } from './conduct.ts'
import { conductDeltasOf, deltasOf, type EraAt } from './deltas.ts'
import {
  addConduct,
  addDefinitions,
  addVoices,
  allConduct,
  allVoices,
  conductsOf,
  type Definition,
  deltaOfRow,
  subjectsSince,
  takeTurn,
  voicesOf,
} from './evidence-store.ts'
import { modelEvidence, toolEvidence } from './lookups.ts'
import { writeScoreDays } from './score-days.ts'
import { growthAt } from './tally.ts'

export const evidenceChanged = 'waymark_evidence'
/** In place of names: whatever there is may have changed. */
export const everything = '*'

declare module '../../operation.ts' {
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
  /** Compares the voices with one another, and weighs them by it. */
  compareVoices: () => Promise<void>
  /** Reads again what other processes changed, in case a message was lost. */
  catchUp: () => Promise<void>
  close: () => void
}

export type LearningOptions = {
  store: Store
  catalog: Pick<CatalogSnapshot, 'find' | 'scoresOf'>
  nowMs: () => number
  capLoopback: boolean
  onError: (error: unknown) => void
}

const longestPayload = 7000
const reloadAfterMs = 300
const catchUpEveryMs = 60_000
const catchUpOverlapMs = 10_000
const compareEveryMs = 10 * 60_000
const writeDayEveryMs = 60 * 60_000
const subjectsPerTurn = 20

/** Evidence in memory, kept equal to the store: written with each outcome here, read again when another process wrote. */
export async function openLearning(options: LearningOptions): Promise<Learned> {
  const { store, catalog, nowMs, onError } = options
  const instance = randomUUID()
  const networkOf = networkNaming(options.capLoopback)
  const eraOf = (kind: Kind, subject: string) => (kind === 'tool' ? (catalog.find(subject)?.defined_at ?? '') : '')
  const eraAt: EraAt = ({ kind, subject }) => eraOf(kind, subject)
  const book = new EvidenceBook(eraOf)
  let readUntil = nowMs()
  await readAll(store, book)
  await compareAll(book, nowMs())
  const reader = openReader(store, book, onError)
  const stop = store.listen(evidenceChanged, (payload) => {
    const [from, ...names] = payload.split('\n')
    if (from !== instance) reader.later(names)
  })

  async function catchUp(): Promise<void> {
    const since = new Date(readUntil - catchUpOverlapMs).toISOString()
    readUntil = nowMs()
    await reader.read((await subjectsSince(store, since)).map(({ kind, subject }) => `${kind}:${subject}`))
  }
  const writeDay = () => writeScoreDays(store, book, catalog, nowMs())
  async function writeDayInTurn(): Promise<void> {
    const now = nowMs()
    const isMine = await takeTurn(store, 'score_days', iso(now), iso(now - writeDayEveryMs))
    if (isMine) await writeDay()
  }
  const timers = [
    every(catchUpEveryMs, store.kind === 'postgres' ? catchUp : async () => {}, onError),
    every(compareEveryMs, () => compareAll(book, nowMs()), onError),
    every(compareEveryMs, writeDayInTurn, onError),
  ]

  const sink: EvidenceSink = {
    async accept(tx, accepted) {
      await addDefinitions(tx, definitionsOf(accepted, eraAt))
      await addVoices(tx, deltasOf(accepted, eraAt), iso(nowMs()))
      await addConduct(tx, conductDeltasOf(accepted, networkOf))
    },
    publish(accepted) {
      learnFrom(book, accepted, networkOf, eraAt)
      announce(store, instance, accepted).catch(onError)
    },
  }
  const scores: ScoresProvider = {
    version: () => book.version(),
    scoresOf(entry, prior) {
      const seen = book.overall('tool', entry.slug, nowMs())
      return seen && seen.voices > 0 ? scoresFrom(componentsFrom(prior, seen), seen.reports) : undefined
    },
  }
  return {
    book,
    sink,
    evidence: { tool: toolEvidence(book, nowMs), model: modelEvidence(book, nowMs), version: () => book.version() },
    scores,
    writeDay,
    compareVoices: () => compareAll(book, nowMs()),
    catchUp,
    close() {
      stop()
      reader.close()
      for (const timer of timers) clearInterval(timer)
    },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Networks are told apart unless everybody comes from the machine itself. */
export const networkNaming = (capLoopback: boolean) => (network: string) => (!capLoopback && isLoopback(network) ? '' : network)

function every(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout {
  const timer = setInterval(() => work().catch(onError), ms)
  timer.unref()
  return timer
}

/** Gathers the names of subjects that changed elsewhere and reads each once. */
function openReader(store: Store, book: EvidenceBook, onError: (error: unknown) => void) {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function allNames(): Promise<string[]> {
    const stored = (await subjectsSince(store, '')).map(({ kind, subject }) => `${kind}:${subject}`)
    const held = (['tool', 'model'] as const).flatMap((kind) => book.subjects(kind).map((subject) => `${kind}:${subject}`))
    return [...new Set([...stored, ...held])]
  }

  async function read(names: readonly string[]): Promise<void> {
    for (const name of names.includes(everything) ? await allNames() : names) {
      const at = name.indexOf(':')
      await readSubject(store, book, name.slice(0, at) as Kind, name.slice(at + 1))
    }
  }
  return {
    read,
    later(names: readonly string[]): void {
      for (const name of names) pending.add(name)
      timer ??= setTimeout(() => {
        timer = undefined
        const due = [...pending]
        pending.clear()
        read(due).catch(onError)
      }, reloadAfterMs)
    },
    close: () => clearTimeout(timer),
  }
}

async function readAll(store: Store, book: EvidenceBook): Promise<void> {
  for await (const [voice, conduct] of allConduct(store)) book.setConduct(voice, conduct)
  for await (const row of allVoices(store)) book.add(deltaOfRow(row))
}

async function readSubject(store: Store, book: EvidenceBook, kind: Kind, subject: string): Promise<void> {
  const [rows, conducts] = await Promise.all([voicesOf(store, kind, subject), conductsOf(store, kind, subject)])
  for (const [voice, conduct] of conducts) {
    book.setConduct(voice, { ...conduct, agreement: book.conductOf(voice)?.agreement ?? null })
  }
  book.forget(kind, subject)
  for (const row of rows) book.add(deltaOfRow(row))
}

/** What the store just took in, added to memory in the same way. */
export function learnFrom(
  book: EvidenceBook,
  accepted: readonly AcceptedOutcome[],
  networkOf: (network: string) => string,
  eraAt: EraAt,
): void {
  const standings = new Map(accepted.flatMap(({ standing }) => (standing ? [[standing.agent_identity_id, standing] as const] : [])))
  for (const delta of conductDeltasOf(accepted, networkOf)) {
    const standing = standings.get(delta.voice)
    const known = book.conductOf(delta.voice)
    const fresh = delta.days.filter((day) => day > (known?.last_day ?? ''))
    const conduct: Conduct = {
      network: known?.network ?? delta.network,
      first_at_ms: known?.first_at_ms ?? Date.parse(standing?.registered_at ?? delta.first_at),
      days: (known?.days ?? 0) + fresh.length,
      last_day: fresh.at(-1) ?? known?.last_day ?? '',
      reports: (known?.reports ?? 0) + delta.reports,
      linked: (known?.linked ?? 0) + delta.linked,
      agreement: known?.agreement ?? null,
      shadow: standing !== undefined && isShadow(standing.trust_score),
      anonymous: standing === undefined,
    }
    book.setConduct(delta.voice, conduct)
  }
  for (const delta of deltasOf(accepted, eraAt)) book.add(delta)
}

function definitionsOf(accepted: readonly AcceptedOutcome[], eraAt: (outcome: Outcome) => string): Definition[] {
  const definitions = new Map<string, Definition>()
  for (const { outcome } of accepted) {
    const defined_at = eraAt(outcome)
    if (defined_at !== '') definitions.set(outcome.subject, { slug: outcome.subject, defined_at })
  }
  return [...definitions.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

async function announce(store: Store, instance: string, accepted: readonly AcceptedOutcome[]): Promise<void> {
  const names = new Set(accepted.filter(({ outcome }) => outcome.evidence === 1).map(({ outcome }) => `${outcome.kind}:${outcome.subject}`))
  let payload = instance
  for (const name of names) {
    if (payload.length + name.length > longestPayload) {
      await store.notify(evidenceChanged, payload)
      payload = instance
    }
    payload += `\n${name}`
  }
  if (payload !== instance) await store.notify(evidenceChanged, payload)
}

/** A few subjects at a time, so that requests are answered in between. */
async function compareAll(book: EvidenceBook, nowMs: number): Promise<void> {
  const comparisons: Comparisons = new Map()
  let work = 0
  for (const kind of ['tool', 'model'] as const) {
    for (const subject of book.subjects(kind)) {
      compareOn(book, kind, subject, nowMs, comparisons)
      if (++work % subjectsPerTurn === 0) await nextTurn()
    }
  }
  let changed = false
  for (const voice of book.voices()) {
    const conduct = book.conductOf(voice)!
    const agreement = agreementOf(comparisons.get(voice), growthAt(nowMs))
    if (agreement === conduct.agreement) continue
    book.setConduct(voice, { ...conduct, agreement })
    changed = true
  }
  if (changed) book.weighAgain()
}

import { randomUUID } from 'node:crypto'
import type { ScoresProvider } from '../../catalog/listing.ts'
import { scoresFrom } from '../../catalog/rules.ts'
import type { CatalogSnapshot } from '../../catalog/snapshot.ts'
import { isLoopback } from '../../network.ts'
import type { Store } from '../../store.ts'
import type { AcceptedOutcome, EvidenceSink } from '../evidence-sink.ts'
import type { Evidence } from '../ports.ts'
import { EvidenceBook, type Kind } from './book.ts'
import { componentsFrom } from './components.ts'
import type { Conduct } from './conduct.ts'
import { conductDeltasOf, deltasOf } from './deltas.ts'
import {
  addConduct,
  addVoices,
  allConduct,
  allOutcomes,
  allVoices,
  clearEvidence,
  conductsOf,
  daysSince,
  type ScoreDay,
  saveScoreDays,
  voicesOf,
} from './evidence-store.ts'
import { modelEvidence, toolEvidence } from './lookups.ts'

export const evidenceChanged = 'waymark_evidence'

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
  writeDay: (catalog: CatalogSnapshot) => Promise<number>
  close: () => void
}

export type LearningOptions = { store: Store; nowMs: () => number; capLoopback: boolean; onError: (error: unknown) => void }

const longestPayload = 7000
const reloadAfterMs = 300

/** Evidence in memory, kept equal to the store: written with each outcome here, read again when another process wrote. */
export async function openLearning({ store, nowMs, capLoopback, onError }: LearningOptions): Promise<Learned> {
  const instance = randomUUID()
  const book = await readBook(store, nowMs())
  const networkOf = (network: string) => (!capLoopback && isLoopback(network) ? '' : network)
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function reload(): Promise<void> {
    timer = undefined
    const names = [...pending]
    pending.clear()
    for (const name of names) {
      const at = name.indexOf(':')
      await reloadSubject(store, book, name.slice(0, at) as Kind, name.slice(at + 1))
    }
  }
  const stop = store.listen(evidenceChanged, (payload) => {
    const [from, ...names] = payload.split('\n')
    if (from === instance) return
    for (const name of names) pending.add(name)
    timer ??= setTimeout(() => reload().catch(onError), reloadAfterMs)
  })

  const sink: EvidenceSink = {
    async accept(tx, accepted) {
      const now = new Date(nowMs()).toISOString()
      await addVoices(tx, deltasOf(accepted), now)
      await addConduct(tx, conductDeltasOf(accepted, networkOf))
    },
    publish(accepted) {
      learnFrom(book, accepted, networkOf)
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
    evidence: { tool: toolEvidence(book, nowMs), model: modelEvidence(book, nowMs) },
    scores,
    writeDay: (catalog) => writeDay(store, book, catalog, nowMs()),
    close() {
      stop()
      clearTimeout(timer)
    },
  }
}

async function readBook(store: Store, nowMs: number): Promise<EvidenceBook> {
  const book = new EvidenceBook()
  for (const [voice, conduct] of await allConduct(store)) book.setConduct(voice, conduct)
  const yesterday = new Date(nowMs - 24 * 3_600_000).toISOString().slice(0, 10)
  for (const { voice, day } of await daysSince(store, yesterday)) book.rememberDay(voice, day)
  for await (const { kind, subject, cluster, voice, ...tally } of allVoices(store)) book.add({ kind, subject, cluster, voice, tally })
  return book
}

async function reloadSubject(store: Store, book: EvidenceBook, kind: Kind, subject: string): Promise<void> {
  const [rows, conducts] = await Promise.all([voicesOf(store, kind, subject), conductsOf(store, kind, subject)])
  for (const [voice, conduct] of conducts) book.setConduct(voice, conduct)
  book.forget(kind, subject)
  for (const { cluster, voice, kind: _, subject: __, ...tally } of rows) book.add({ kind, subject, cluster, voice, tally })
}

/** What the store just took in, added to memory in the same way. */
export function learnFrom(book: EvidenceBook, accepted: readonly AcceptedOutcome[], networkOf: (network: string) => string): void {
  const standings = new Map(accepted.flatMap(({ standing }) => (standing ? [[standing.agent_identity_id, standing] as const] : [])))
  for (const delta of conductDeltasOf(accepted, networkOf)) {
    const standing = standings.get(delta.voice)
    const known = book.conductOf(delta.voice)
    const conduct: Conduct = {
      network: known?.network ?? delta.network,
      first_at_ms: known?.first_at_ms ?? Date.parse(standing?.registered_at ?? delta.first_at),
      days: 0,
      reports: (known?.reports ?? 0) + delta.reports,
      linked: (known?.linked ?? 0) + delta.linked,
      agreement: known?.agreement ?? null,
      shadow: standing ? standing.trust_score < 25 : false,
      anonymous: standing === undefined,
    }
    book.setConduct(delta.voice, { ...conduct, days: book.countDays(delta.voice, delta.days) })
  }
  for (const delta of deltasOf(accepted)) book.add(delta)
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

async function writeDay(store: Store, book: EvidenceBook, catalog: CatalogSnapshot, nowMs: number): Promise<number> {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const points = book.subjects('tool').flatMap((slug): ScoreDay[] => {
    const scores = catalog.scoresOf(slug)
    const seen = book.overall('tool', slug, nowMs)
    if (!scores || !seen || seen.voices === 0) return []
    return [
      {
        slug,
        day,
        overall_score: scores.overall_score,
        value_score: scores.value_score,
        success_rate: seen.success.weight > 0 ? seen.success.mean : null,
        latency_ms: seen.latency.weight > 0 ? 10 ** seen.latency.mean : null,
        evidence_count: scores.evidence_count,
      },
    ]
  })
  if (points.length > 0) await store.transaction((tx) => saveScoreDays(tx, points))
  return points.length
}

/** Builds all evidence anew from the raw outcomes, in one transaction. */
export async function rebuildEvidence(store: Store, capLoopback: boolean): Promise<number> {
  const networkOf = (network: string) => (!capLoopback && isLoopback(network) ? '' : network)
  let read = 0
  await store.transaction(async (tx) => {
    await clearEvidence(tx)
    for await (const accepted of allOutcomes(tx)) {
      await addVoices(tx, deltasOf(accepted), accepted.at(-1)!.outcome.reported_at)
      await addConduct(tx, conductDeltasOf(accepted, networkOf))
      read += accepted.length
    }
  })
  return read
}

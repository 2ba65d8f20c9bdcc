import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind } from '../evidence-sink.ts'
import { agreementOf, type Breadths, type Comparisons, compareOn, noteBreadths, votesOf } from './agreement.ts'
import type { EvidenceBook, Subject } from './book.ts'

const subjectsPerTurn = 5

const asSubjects = (kind: Kind, names: readonly string[]): Subject[] => names.map((subject) => ({ kind, subject }))

/** Weighs every voice by how far it agrees with the others, and lets requests be answered in between. */
export async function compareAll(book: EvidenceBook, modelSlugs: readonly string[], nowMs: number): Promise<void> {
  let subjects = 0
  for (const _ of comparing(book, modelSlugs, nowMs)) if (++subjects % subjectsPerTurn === 0) await nextTurn()
}

/** The same, stopping after each subject. Anybody can make up a model and agree on it with friends, so only `modelSlugs` count. */
export function* comparing(book: EvidenceBook, modelSlugs: readonly string[], nowMs: number): Generator<void, void> {
  const subjects = [...asSubjects('tool', book.subjects('tool')), ...asSubjects('model', modelSlugs)]
  const breadths: Breadths = new Map()
  const comparisons: Comparisons = new Map()
  for (const subject of subjects) yield noteBreadths(book, subject, breadths)
  const votes = votesOf(book, breadths, nowMs)
  for (const subject of subjects) yield compareOn(book, { ...subject, votes }, nowMs, comparisons)
  let changed = false
  for (const voice of book.voices()) {
    const conduct = book.conductOf(voice)!
    const agreement = agreementOf(comparisons.get(voice))
    if (agreement === conduct.agreement) continue
    book.setConduct(voice, { ...conduct, agreement })
    changed = true
  }
  if (changed) book.weighAgain()
}

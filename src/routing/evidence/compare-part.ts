import { setImmediate as nextTurn } from 'node:timers/promises'
import { agreementOf, type Breadths, type Comparisons, compareOn, noteBreadths, votesOf } from './agreement.ts'
import type { EvidenceBook, Kind, Subject } from './book.ts'

const subjectsPerTurn = 5

const asSubjects = (kind: Kind, names: readonly string[]): Subject[] => names.map((subject) => ({ kind, subject }))

/**
 * Weighs every voice by how far it agrees with the others: a few subjects at a time, so that requests are answered in between. Anybody
 * can make up a model and agree on it with friends, so only `modelSlugs` count.
 */
export async function compareAll(book: EvidenceBook, modelSlugs: readonly string[], nowMs: number): Promise<void> {
  const subjects = [...asSubjects('tool', book.subjects('tool')), ...asSubjects('model', modelSlugs)]
  const inTurns = async (work: (subject: Subject) => void) => {
    for (const [i, subject] of subjects.entries()) {
      work(subject)
      if ((i + 1) % subjectsPerTurn === 0) await nextTurn()
    }
  }
  const breadths: Breadths = new Map()
  const comparisons: Comparisons = new Map()
  await inTurns((subject) => noteBreadths(book, subject, breadths))
  const votes = votesOf(book, breadths, nowMs)
  await inTurns((subject) => compareOn(book, { ...subject, votes }, nowMs, comparisons))
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

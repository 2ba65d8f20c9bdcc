import { setImmediate as nextTurn } from 'node:timers/promises'
import { agreementOf, type Comparisons, compareOn } from './agreement.ts'
import type { EvidenceBook } from './book.ts'
import { growthAt } from './tally.ts'

const subjectsPerTurn = 20

/**
 * Weighs every voice by how far it agrees with the others: a few subjects at a time, so that requests are answered in between. Anybody
 * can make up a model and agree on it with friends, so only `modelSlugs` count.
 */
export async function compareAll(book: EvidenceBook, modelSlugs: readonly string[], nowMs: number): Promise<void> {
  const comparisons: Comparisons = new Map()
  let work = 0
  for (const [kind, subjects] of [
    ['tool', book.subjects('tool')],
    ['model', modelSlugs],
  ] as const) {
    for (const subject of subjects) {
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

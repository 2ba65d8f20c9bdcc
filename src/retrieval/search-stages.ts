import type { Encoder } from './encoder.ts'
import type { IndexedEntries } from './indexed-entries.ts'
import { bestOfNearness } from './nearness-profile.ts'
import type { Asked, Candidate } from './rerank.ts'
import { createScratch } from './scratch.ts'
import { bestPartScore, nearnessToParts, scoreText, standingOut, type TextScores } from './text-scores.ts'
import { unseen } from './vectors.ts'
import { createMarks, readCover } from './word-cover.ts'

/** The scores of every entry that was compared, by slot; they hold until the next text is scored. */
export type AllScores = { whole: TextScores; parts: TextScores[]; total: Float32Array; candidates: number[] }

const partShare = 0.5
const unscored = -1e9

/** The two stages of a search: `scoreAll` scores the whole catalog quickly, `describe` gathers all that is known of a few of its best. */
export function createStages(entries: IndexedEntries, encoder: Encoder) {
  const { bySlot, lexical, size } = entries
  const scratch = createScratch()
  const marks = createMarks()

  function scoreAll(task: string, partTexts: readonly string[]): AllScores {
    scratch.returnAll()
    const whole = scoreText(task, entries, encoder, scratch)
    const parts = partTexts.length > 1 ? partTexts.map((text) => scoreText(text, entries, encoder, scratch)) : []
    const partScore = bestPartScore(parts)
    const total = scratch.borrow(bySlot.length, unscored)
    const candidates: number[] = []
    for (const { seen } of [whole, ...parts]) {
      for (const slot of seen) {
        if (total[slot] !== unscored) continue
        const score = whole.scoreOf(slot)
        total[slot] = parts.length === 0 ? score : (1 - partShare) * score + partShare * partScore(slot)
        candidates.push(slot)
      }
    }
    return { whole, parts, total, candidates }
  }

  function describe(slots: readonly number[], { whole, parts, total }: AllScores): { described: Candidate[]; asked: Asked } {
    const { lexicalOf, semanticOf } = standingOut(whole, size())
    const toParts = nearnessToParts(parts.length > 0 ? parts : [whole])
    const cover = readCover(lexical, whole.terms, marks)
    const usual = entries.usual()
    const described = slots.map((slot) => {
      const { entry, words } = bySlot[slot]!
      const isSeen = whole.cosine[slot] !== unseen
      const head = isSeen ? whole.heads[slot]! : usual[slot]!
      return {
        score: total[slot]!,
        lexical: lexicalOf(slot),
        semantic: semanticOf(slot),
        head,
        best: isSeen ? bestOfNearness(whole.cosine[slot]!, head) : head,
        ...toParts(slot),
        tools: entry.tools.length,
        cover: cover.coverOf(words),
      }
    })
    cover.done()
    return { described, asked: { parts: parts.length, words: cover.words, entries: size() } }
  }

  return { scoreAll, describe }
}

import { establishedWeight } from './conduct.ts'

/** How strongly wording may pull. At which of these a reported tool would have stood first is kept with each report. */
export const STRENGTHS = [0, 1 / 6, 1 / 3, 0.6, 1] as const
/** As long as few have reported. */
export const UNPROVEN = 1
const enoughVoices = 20
/** In standard errors. A strength that is no better than none by this much does not count as better. */
const clearly = 1.5

type Judged = { weight: number; count: number; sums: Float64Array }
type Verdict = { voice: string; value: number; first_at: number }

const bitOf = (level: number) => 1 << level
/** The levels at which the subject stands first, as bits. */
export const firstAtBits = (firsts: readonly string[], subject: string) =>
  firsts.reduce((bits, first, level) => (first === subject ? bits | bitOf(level) : bits), 0)

/**
 * Whether wording helps differs: where tasks worded alike want different tools it misleads. So each report is also a verdict on every
 * strength at which its tool would have stood first. Each voice counts once, by the mean of its verdicts.
 */
export function createWordingStrength() {
  const voices = new Map<string, Judged>()
  const totals = new Float64Array(STRENGTHS.length)
  const squares = new Float64Array(STRENGTHS.length)
  let established = 0

  function tally({ weight, count, sums }: Judged, sign: 1 | -1): void {
    if (weight < establishedWeight || count === 0) return
    established += sign
    for (let level = 0; level < totals.length; level++) {
      const gained = (weight * (sums[level]! - sums[0]!)) / count
      totals[level] = totals[level]! + sign * gained
      squares[level] = squares[level]! + sign * gained * gained
    }
  }

  function change({ voice, value, first_at }: Verdict, weight: number, sign: 1 | -1): void {
    const judged = voices.get(voice) ?? { weight, count: 0, sums: new Float64Array(STRENGTHS.length) }
    tally(judged, -1)
    judged.count += sign
    for (let level = 0; level < STRENGTHS.length; level++) {
      if (first_at & bitOf(level)) judged.sums[level] = judged.sums[level]! + sign * (2 * value - 1)
    }
    tally(judged, 1)
    if (judged.count > 0) voices.set(voice, judged)
    else voices.delete(voice)
  }

  return {
    change,
    reweigh(weightOf: (voice: string) => number): void {
      totals.fill(0)
      squares.fill(0)
      established = 0
      for (const [voice, judged] of voices) {
        judged.weight = weightOf(voice)
        tally(judged, 1)
      }
    },
    strength(): number {
      if (established < enoughVoices) return STRENGTHS[UNPROVEN]
      let best = 0
      for (let level = 1; level < STRENGTHS.length; level++) {
        const least = clearly * Math.sqrt(Math.max(0, squares[level]!))
        if (totals[level]! > least && totals[level]! > totals[best]!) best = level
      }
      return STRENGTHS[best] ?? 0
    },
  }
}

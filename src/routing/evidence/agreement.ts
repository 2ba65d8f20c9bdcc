import type { EvidenceBook, Kind } from './book.ts'
import { type Conduct, establishedWeight, weightOf } from './conduct.ts'
import { withinNetworks } from './networks.ts'
import { type Judgement, robustMean } from './robust.ts'
import { growthAt, type Tally } from './tally.ts'

/** How often a voice was compared with others, and how well it agreed; both weigh recent reports more. */
export type Comparison = { weight: number; agreed: number; subjects: number }
export type Comparisons = Map<string, Comparison>

const enoughOthers = 5
const enoughSubjects = 3
const toleratedPoints = 2.5
const pointsToNothing = 3
const leastSpread = 0.8
const assumedAgreed = 1
/** More reports on one subject count no more, or the truth told often of a few would make up for lies about the rest. */
const mostReports = 20

/**
 * Compares every voice on one subject with the established others. What others weigh leaves agreement aside, so the result
 * follows from the reports alone and not from the order in which subjects are looked at.
 */
export function compareOn(book: EvidenceBook, kind: Kind, subject: string, nowMs: number, into: Comparisons): void {
  const judged: (Judgement & { voice: string; network: string | null; tally: Readonly<Tally> })[] = []
  for (const [voice, tally] of book.judgements(kind, subject)) {
    const conduct = book.conductOf(voice)
    if (!conduct || tally.quality_weight <= 0) continue
    const weight = weightOf({ ...conduct, agreement: null }, nowMs)
    const network = conduct.network || null
    judged.push({ voice, network, value: tally.quality / tally.quality_weight, weight, reports: tally.reports, tally })
  }
  const established = judged.filter(({ weight }) => weight >= establishedWeight)
  if (headsWithinNetworks(established) <= enoughOthers) return
  // Without the cap a crowd behind one address would be the consensus, and take their weight from all who contradict it.
  const weights = withinNetworks(established)
  const consensus = robustMean(
    established.map((one, i) => ({ ...one, weight: weights[i]! })),
    leastSpread,
  )
  const growth = growthAt(nowMs)
  const tolerated = Math.max(toleratedPoints, 2 * consensus.spread)
  for (const { voice, value, reports, tally } of judged) {
    // The mean of a few reports may lie off by chance, so they say little about the voice.
    const says = (Math.min(tally.weight, mostReports * growth) * reports) / (reports + 2)
    const off = Math.max(0, Math.abs(value - consensus.mean) - tolerated)
    const known = into.get(voice) ?? { weight: 0, agreed: 0, subjects: 0 }
    const agreed = Math.max(0, 1 - off / pointsToNothing)
    into.set(voice, { weight: known.weight + says, agreed: known.agreed + says * agreed, subjects: known.subjects + 1 })
  }
}

const headsWithinNetworks = (voices: readonly { network: string | null }[]) =>
  withinNetworks(voices.map(({ network }) => ({ weight: 1, network }))).reduce((sum, weight) => sum + weight, 0)

/** Squared, so that a voice that is wrong half the time keeps a quarter of its weight. `growth` is what one report weighs now. */
export function agreementOf(comparison: Comparison | undefined, growth: number): Conduct['agreement'] {
  if (!comparison || comparison.subjects < enoughSubjects) return null
  const assumed = assumedAgreed * growth
  return ((comparison.agreed + assumed) / (comparison.weight + assumed)) ** 2
}

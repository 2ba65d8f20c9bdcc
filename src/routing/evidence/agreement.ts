import type { EvidenceBook, Subject } from './book.ts'
import { type Conduct, isNewcomer, weightOf } from './conduct.ts'
import { withinNetworks } from './networks.ts'
import { type Judgement, reportNoise, robustMean, weightedMedian } from './robust.ts'
import { growthAt, qualityVariance, type Tally } from './tally.ts'

/** How often a voice was compared with others, and how well it agreed; both weigh recent reports more. */
export type Comparison = { weight: number; compared: number; agreed: number; subjects: number }
export type Comparisons = Map<string, Comparison>
/** On how many subjects each voice speaks. */
export type Breadths = Map<string, number>
export type Votes = ReadonlyMap<string, number>

/** Voices are compared on a subject that more than this many established ones speak on. */
const enoughOthers = 5
/** Nothing is concluded from comparisons on fewer subjects. */
const enoughSubjects = 3
// In points of quality, 0 to 10: so far off the consensus a judgement may lie, and over so many more its agreement falls to nothing.
const toleratedPoints = 2.5
const pointsToNothing = 3
/** In the same points: people differ at least this much in what they find good. */
const leastSpread = 0.8
/** Every voice begins as one that agreed; this is how much that weighs next to what it said since. */
const assumedAgreed = 0.3
/**
 * So many recent reports on a subject say half of what there is to say about a voice. More of them soon count no more, or the truth told
 * often of a few subjects would make up for lies told once about all the rest.
 */
const reportsForHalf = 0.5
/** How many standard errors the mean of a voice's own reports may lie off by chance. */
const byChance = 2

type Judged = Judgement & { voice: string; network: string | null; tally: Readonly<Tally> }

/** What others weigh leaves agreement aside, so that it follows from the reports alone and not from the order of the comparisons. */
function judgedOn(book: EvidenceBook, { kind, subject }: Subject, nowMs: number): Judged[] {
  const judged: Judged[] = []
  for (const [voice, tally] of book.judgements(kind, subject)) {
    const conduct = book.conductOf(voice)
    if (!conduct || tally.quality_weight <= 0) continue
    const weight = weightBefore(conduct, nowMs)
    const network = conduct.network || null
    judged.push({ voice, network, value: tally.quality / tally.quality_weight, weight, reports: tally.reports, tally })
  }
  return judged
}

const weightBefore = (conduct: Conduct, nowMs: number) => weightOf({ ...conduct, agreement: null }, nowMs)

/**
 * What each established voice has to say on each subject: one vote, shared out over all it speaks on. Over at least as many as is usual,
 * or those who speak on little, to lie about it, would outvote those who use much.
 */
export function votesOf(book: EvidenceBook, breadths: Breadths, nowMs: number): Votes {
  const established = [...breadths].flatMap(([voice, breadth]) => {
    const conduct = book.conductOf(voice)
    if (!conduct || isNewcomer({ weight: weightBefore(conduct, nowMs) })) return []
    return [{ voice, value: breadth, weight: 1, network: conduct.network || null }]
  })
  const weights = withinNetworks(established)
  const usual = weightedMedian(established.map((one, i) => ({ ...one, weight: weights[i]! })))
  return new Map(established.map(({ voice, value }) => [voice, 1 / Math.max(usual, value)]))
}

/** Counts the subject for each voice that speaks on it. */
export function noteBreadths(book: EvidenceBook, { kind, subject }: Subject, into: Breadths): void {
  for (const voice of book.judgements(kind, subject).keys()) into.set(voice, (into.get(voice) ?? 0) + 1)
}

/**
 * Compares every voice on one subject with the established others. It counts by how many more votes stand behind the consensus than
 * against it: a few that speak everywhere, and are the only ones on what hardly anybody uses, could otherwise take the weight of all who
 * contradict them.
 */
export function compareOn(
  book: EvidenceBook,
  { kind, subject, votes }: Subject & { votes: Votes },
  nowMs: number,
  into: Comparisons,
): void {
  const judged = judgedOn(book, { kind, subject }, nowMs)
  const established = judged.filter((one) => !isNewcomer(one))
  if (headsWithinNetworks(established) <= enoughOthers) return
  // Without the cap a crowd behind one address would be the consensus, and take their weight from all who contradict it.
  const weights = withinNetworks(established)
  const capped = established.map((one, i) => ({ ...one, weight: weights[i]! }))
  const agreementIn = agreementAmong(capped)
  const cast = new Map(capped.map((one) => [one.voice, one.weight * (votes.get(one.voice) ?? 0) * (2 * agreementIn(one) - 1)]))
  const behind = cast.values().reduce((sum, vote) => sum + vote, 0)
  const growth = growthAt(nowMs)
  for (const one of judged) {
    const others = behind - (cast.get(one.voice) ?? 0)
    if (others <= 0) continue
    const says = one.tally.weight / (one.tally.weight + reportsForHalf * growth)
    const known = into.get(one.voice) ?? { weight: 0, compared: 0, agreed: 0, subjects: 0 }
    into.set(one.voice, {
      weight: known.weight + says,
      compared: known.compared + says * others,
      agreed: known.agreed + says * others * agreementIn(one),
      subjects: known.subjects + 1,
    })
  }
}

/** How far a judgement agrees with what all of these find together, 0 to 1. */
function agreementAmong(established: readonly Judged[]): (one: Judged) => number {
  const noise = reportNoise(established.map((one) => ({ ...one, variance: qualityVariance(one.tally) })))
  const consensus = robustMean(established, leastSpread, 2 * noise)
  const tolerated = Math.max(toleratedPoints, 2 * consensus.spread)
  return ({ value, reports }) => {
    const chance = byChance * Math.sqrt(noise / Math.max(1, reports))
    const off = Math.max(0, Math.abs(value - consensus.mean) - Math.max(tolerated, chance))
    return Math.max(0, 1 - off / pointsToNothing)
  }
}

const headsWithinNetworks = (voices: readonly { network: string | null }[]) =>
  withinNetworks(voices.map(({ network }) => ({ weight: 1, network }))).reduce((sum, weight) => sum + weight, 0)

/** Squared, so that a voice that is wrong half the time keeps a quarter of its weight. */
export function agreementOf(comparison: Comparison | undefined): Conduct['agreement'] {
  if (!comparison || comparison.subjects < enoughSubjects || comparison.compared <= 0) return null
  const { weight, compared, agreed } = comparison
  return (((agreed / compared) * weight + assumedAgreed) / (weight + assumedAgreed)) ** 2
}

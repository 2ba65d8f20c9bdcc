import type { Aging } from './aging.ts'
import { isNewcomer, newcomersShare } from './conduct.ts'
import { withinNetworks } from './networks.ts'
import { type Judgement, type Location, reportNoise, robustMean } from './robust.ts'
import { qualityVariance, type Tally } from './tally.ts'

export type Voice = { tally: Readonly<Tally>; weight: number; network: string | null; anonymous: boolean }
export type Mix = { established: number; newcomers: number; anonymous: number }
export type Estimate = {
  success: Location
  quality: Location
  /** Quality over the long memory alone, for comparing kinds of work where a change is not yet seen in each. */
  usual_quality: Location
  latency: Location
  cost: Location
  reports: number
  voices: number
  /** How many voices of each standing were heard. */
  mix: Mix
}

/** What a report weighs that is made now, by the long and by the short memory. */
export type Growth = { long: number; short: number }

/** What newcomers and anonymous sources may weigh together where no established voice speaks on the subject at all. */
const newcomersAlone = 0.6

const leastSpread = { success: 0.15, quality: 0.8, latency: 0.2, cost: 0.3 }
/** So much a voice that leaves something out counts against those that speak on it. */
const silentShare = 0.2
/** How many recent reports make half of a voice's full weight. */
const reportsForHalf = 1

/** `isKnown`: established voices speak on the subject, if only of other work than is asked about. */
export type About = { aging: Aging; isKnown: boolean }

/** The voices that are heard on a subject, and what each weighs after the caps. */
type Panel = { heard: readonly Voice[]; standing: readonly number[]; areAlone: boolean; growth: Growth; aging: Aging }

/** What all voices together say: one voice per agent, weighted, capped by group and network, extremes ignored. */
export function estimate(voices: readonly Voice[], growth: Growth, { aging, isKnown }: About): Estimate {
  const heard = voices.filter(({ weight }) => weight > 0)
  const areAlone = !isKnown && heard.every(isNewcomer)
  const panel: Panel = { heard, standing: standings(heard, areAlone), areAlone, growth, aging }
  const long = inLongMemory(panel)
  const { short, stillBelieved } = inShortMemory(panel)
  const judged = (of: keyof Tally, weight: keyof Tally, factors: readonly number[]) => judgements(heard, factors, of, weight)
  const spoken = judged('success', 'weight', long)
  const rated = judged('quality', 'quality_weight', long)
  const successNoise = reportNoise(spoken.map((judged) => ({ ...judged, variance: successVariance(judged) })))
  const qualityNoise = 2 * reportNoise(rated.map((judged) => ({ ...judged, variance: qualityVariance(judged.tally) })))
  const usual_quality = robustMean(rated, leastSpread.quality, qualityNoise)
  const recentSuccess = robustMean(judged('recent_success', 'recent_weight', short), leastSpread.success, successNoise)
  const recentQuality = robustMean(judged('recent_quality', 'recent_weight', short), leastSpread.quality, qualityNoise)
  const since = { surelyMoved: aging.surelyMoved, stillBelieved }
  return {
    usual_quality,
    success: moved(robustMean(spoken, leastSpread.success, successNoise), recentSuccess, since),
    quality: moved(usual_quality, recentQuality, since),
    latency: robustMean(judged('latency', 'latency_weight', amongMeasured('latency_weight', panel)), leastSpread.latency),
    cost: robustMean(judged('cost', 'cost_weight', amongMeasured('cost_weight', panel)), leastSpread.cost),
    reports: heard.reduce((count, { tally }) => count + tally.reports, 0),
    voices: heard.length,
    mix: mixOf(heard),
  }
}

/** What each voice weighs by all it ever reported. */
function inLongMemory({ heard, standing, growth, aging }: Panel): number[] {
  return heard.map(({ tally }, i) => standing[i]! * saturated(remaining(tally, growth, aging)))
}

/** What each voice weighs by its latest reports, and how far a change that they show is still believed. */
function inShortMemory({ heard, standing, areAlone, growth, aging }: Panel): { short: number[]; stillBelieved: number } {
  const told = toldAmong(heard, standing)
  const lastReport = lastSpoken(heard, told, growth, aging)
  const lately = spokenLately(heard, told, lastReport)
  // The caps hold among those who spoke lately, and newcomers gain nothing by the silence of the established.
  const short = standings(withShares(heard, lately), areAlone)
  return { short, stillBelieved: (lastReport / growth.short) ** aging.changeFading }
}

/** What each voice weighs in a measure that not all of them report. */
function amongMeasured(measure: 'latency_weight' | 'cost_weight', panel: Panel): number[] {
  const { heard, standing, areAlone } = panel
  const isMeasured = heard.map(({ tally }) => tally[measure] > 0)
  if (!isMeasured.includes(false) || !isMeasured.includes(true)) return inLongMemory(panel)
  // The caps hold among those who gave the measure, too: newcomers do not gain where the established leave it out.
  const among = standings(withShares(heard, isMeasured.map(Number)), areAlone)
  const share = shareHeard(totalOf(among), totalOf(standing.filter((_, i) => !isMeasured[i])))
  return inLongMemory({ ...panel, standing: among.map((weight) => share * weight) })
}

const withShares = (voices: readonly Voice[], shares: readonly number[]) => voices.map((voice, i) => ({ ...voice, share: shares[i]! }))

const totalOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * How much of a measure, or of what is said on a kind of work, counts: next to nothing where one voice speaks on it and a hundred do not,
 * nearly all where half of them do. Else a single source could say what it likes of what the others leave out.
 */
export const shareHeard = (given: number, silent: number) => (given > 0 ? given / (given + silentShare * silent) : 0)

/** As many reports of today as what a voice has said so far is still worth. */
function remaining({ reports, weight }: Readonly<Tally>, { long }: Growth, { fading }: Aging): number {
  return reports ** (1 - fading) * (weight / long) ** fading
}

const saturated = (reports: number) => reports / (reports + reportsForHalf)
/** The same for the short memory: once less than one report is left, its weight falls in proportion, so that old ones really fade. */
const faded = (reports: number) => (reports < 1 ? reports * saturated(1) : saturated(reports))

/** Whose latest reports tell whether something has changed, and what they weigh: newcomers do not count while there are others. */
function toldAmong(heard: readonly Voice[], standing: readonly number[]): number[] {
  const areAllNew = heard.every(isNewcomer)
  return heard.map((voice, i) => (areAllNew || !isNewcomer(voice) ? standing[i]! : 0))
}

/**
 * What each voice weighs in the short memory. Many reports make all of it surer, but of the voices none heavier: otherwise a few with many
 * reports of today would outweigh all that spoke in the days before.
 */
function spokenLately(heard: readonly Voice[], told: readonly number[], lastReport: number): number[] {
  if (lastReport <= 0) return heard.map(() => 0)
  const reports = heard.map(({ tally }) => tally.recent_weight / lastReport)
  const sum = (each: (reports: number) => number) => totalOf(reports.map((count, i) => told[i]! * each(count)))
  const evenly = (count: number) => faded(Math.min(1, count))
  const surer = sum(faded) / (sum(evenly) || 1)
  return reports.map((count, i) => (told[i]! > 0 ? surer * evenly(count) : 0))
}

/** In steps of the square root of two, so far back that a report of today weighs a million times one of then. */
const stepsBack = 40

/**
 * The weight of a report at the latest time since which enough voices have reported. The short memory is read as of then: a change that
 * was noticed must not be forgotten merely because nobody reports any more.
 */
function lastSpoken(heard: readonly Voice[], told: readonly number[], { short }: Growth, { voicesToReturn }: Aging): number {
  const recent = heard.map(({ tally }, i) => (told[i]! > 0 ? tally.recent_weight : 0))
  const enough = Math.min(voicesToReturn, totalOf(told) / 2)
  const spokenSince = (at: number) => totalOf(recent.map((said, i) => told[i]! * faded(said / at)))
  let at = recent.reduce((latest, said) => Math.max(latest, Math.min(short, said)), 0)
  for (let step = 0; step < stepsBack && at > 0 && spokenSince(at) < enough; step++) at /= Math.SQRT2
  return at
}

type Judged = Judgement & { tally: Readonly<Tally> }

function judgements(voices: readonly Voice[], factors: readonly number[], sum: keyof Tally, of: keyof Tally): Judged[] {
  return voices.flatMap(({ tally }, i) => {
    const weight = factors[i]!
    if (tally[of] <= 0 || weight <= 0) return []
    return [{ value: tally[sum] / tally[of], weight, reports: tally.reports, tally }]
  })
}

/** How far the outcomes of one voice lie from their mean; hardly any is a partial one. */
const successVariance = ({ value, reports }: Judgement) => value * (1 - value) * (reports / Math.max(1, reports - 1))

/** What the last days say is heard from this weight of voices on. */
const enoughRecent = 3
/** However closely voices agree, a smaller difference may be chance. */
const leastDeviation = 0.05

/** Where the last days clearly contradict the weeks before, they are believed: what broke falls, and what was fixed recovers. */
function moved(
  long: Location,
  recent: Location,
  { surelyMoved, stillBelieved }: Pick<Aging, 'surelyMoved'> & { stillBelieved: number },
): Location {
  if (recent.weight < enoughRecent) return long
  const deviation = Math.max(long.spread, recent.spread, leastDeviation)
  const signal = Math.abs(recent.mean - long.mean) / (deviation * Math.sqrt(1 / recent.weight + 1 / long.weight))
  const share = Math.min(1, Math.max(0, signal / surelyMoved - 1))
  const mix = (before: number, now: number) => before + share * (now - before)
  return {
    mean: mix(long.mean, recent.mean),
    weight: mix(long.weight, recent.weight * stillBelieved),
    spread: mix(long.spread, recent.spread),
  }
}

/** The weight of each voice, or a share of it, after the caps on newcomers and on networks. */
function standings(voices: readonly (Voice & { share?: number })[], areAlone: boolean): number[] {
  const isNew = voices.map(isNewcomer)
  const capped = withinNetworks(voices.map(({ weight, network, share = 1 }, i) => ({ weight: weight * share, network, isNew: isNew[i]! })))
  let [established, newcomers] = [0, 0]
  for (const [i, weight] of capped.entries()) {
    if (isNew[i]) newcomers += weight
    else established += weight
  }
  // The established count as one voice at least.
  const allowance = areAlone ? newcomersAlone : newcomersShare * Math.max(1, established)
  const newcomerFactor = newcomers > allowance ? allowance / newcomers : 1
  return capped.map((weight, i) => weight * (isNew[i] ? newcomerFactor : 1))
}

function mixOf(voices: readonly Voice[]): Mix {
  const mix: Mix = { established: 0, newcomers: 0, anonymous: 0 }
  for (const { weight, anonymous } of voices) {
    if (anonymous) mix.anonymous++
    else if (isNewcomer({ weight })) mix.newcomers++
    else mix.established++
  }
  return mix
}

import { minuteMs } from '../../storage/days.ts'
import type { Kind } from '../evidence-sink.ts'
import { agingOf } from './aging.ts'
import { type Conduct, isNewcomer, weightOf } from './conduct.ts'
import { type Estimate, estimate, type Voice } from './estimate.ts'
import { addTally, emptyTally, growthAt, recentGrowthAt, type Tally } from './tally.ts'

export type Subject = { kind: Kind; subject: string }
/** `era` names the definition of the subject that the report was about, by the time it was made; empty if it was never redefined. */
export type Delta = { kind: Kind; subject: string; era: string; cluster: string; voice: string; tally: Tally }

type Tallies = Map<string, Tally>
type Era = { clusters: Map<string, Tallies>; overall: Tallies }
type Cached = { estimate: Estimate; at_ms: number; era: string; changed: boolean }
type Page = { eras: Map<string, Era>; cache: Map<string, Cached>; changes: number }

/** Weights move with the days, so an estimate that nothing touched is still made again after this long. */
export const freshMs = 10 * minuteMs
/** Up to this many voices an estimate is made again at every change. */
const voicesAtOnce = 500
/** Among more, a single one changes little, so an estimate is kept for this long per voice although some have spoken since. */
const restPerVoiceMs = 2
const longestRestMs = minuteMs
/**
 * What was said about an earlier definition of a tool counts this much. All the praise of one voice together counts like this share of a
 * single report, or many reports would still speak for a tool that is no longer the same; blame is not shed that easily.
 */
const earlierShare = 0.1
/** From this mean quality on, 0 to 10, what a voice said is praise. */
const leastPraise = 5

function shareOfEarlier({ quality, quality_weight, reports }: Readonly<Tally>): number {
  return quality < leastPraise * quality_weight ? earlierShare : earlierShare / Math.max(1, reports)
}

/** Some of the clusters, and the name under which an estimate over them is kept. */
export type Work = { name: string; isMeant: (cluster: string) => boolean }

const everywhere: Work = { name: '*', isMeant: () => true }

/** When a subject was last redefined; empty where it never was. */
export type EraOf = (kind: Kind, subject: string) => string

/** All evidence in memory. Adding a delta is cheap; estimates are made when somebody asks, and kept until something changes. */
export class EvidenceBook {
  private readonly pages: Record<Kind, Map<string, Page>> = { tool: new Map(), model: new Map() }
  private readonly conducts = new Map<string, Conduct>()
  private readonly eraOf: EraOf
  private changes = 0
  /** At which version each subject last changed; entries outlive a subject that was forgotten. */
  private readonly changedAt: Record<Kind, Map<string, number>> = { tool: new Map(), model: new Map() }
  private allChangedAt = 0

  constructor(eraOf: EraOf = () => '') {
    this.eraOf = eraOf
  }

  conductOf(voice: string): Conduct | undefined {
    return this.conducts.get(voice)
  }

  setConduct(voice: string, conduct: Conduct): void {
    this.conducts.set(voice, conduct)
  }

  forgetConduct(voice: string): void {
    this.conducts.delete(voice)
  }

  add({ kind, subject, era, cluster, voice, tally }: Delta): void {
    const page = entryOf(this.pages[kind], subject, (): Page => ({ eras: new Map(), cache: new Map(), changes: 0 }))
    addTo(
      entryOf(page.eras, era, (): Era => ({ clusters: new Map(), overall: new Map() })),
      cluster,
      voice,
      tally,
    )
    for (const cached of page.cache.values()) cached.changed = true
    page.changes++
    this.touch(kind, subject)
  }

  /** Over every cluster. */
  overall(kind: Kind, subject: string, nowMs: number): Estimate | undefined {
    return this.within({ kind, subject }, everywhere, nowMs)
  }

  /** Within the clusters that are meant. */
  within({ kind, subject }: Subject, work: Work, nowMs: number): Estimate | undefined {
    const page = this.pages[kind].get(subject)
    if (!page) return undefined
    const era = this.eraOf(kind, subject)
    const cached = page.cache.get(work.name)
    if (cached && cached.era === era && !isStale(cached, nowMs)) return cached.estimate
    const growth = { long: growthAt(nowMs), short: recentGrowthAt(nowMs) }
    // Newcomers do not gain by reporting on work that the established leave out.
    const isKnown = work !== everywhere && (this.overall(kind, subject, nowMs)?.mix.established ?? 0) > 0
    const made = estimate(this.voicesIn(mergedTallies(page, era, work), nowMs), growth, { aging: agingOf[kind], isKnown })
    page.cache.set(work.name, { estimate: made, at_ms: nowMs, era, changed: false })
    return made
  }

  forget(kind: Kind, subject: string): void {
    this.pages[kind].delete(subject)
    this.touch(kind, subject)
  }

  /** What voices weigh has changed, so nothing made before is current. */
  weighAgain(): void {
    for (const pages of Object.values(this.pages)) for (const page of pages.values()) page.cache.clear()
    this.allChangedAt = ++this.changes
  }

  subjects(kind: Kind): string[] {
    return [...this.pages[kind].keys()]
  }

  voices(): string[] {
    return [...this.conducts.keys()]
  }

  voiceCount(): number {
    return this.conducts.size
  }

  /** The established voices that spoke on a subject within the clusters that are meant. */
  establishedIn({ kind, subject }: Subject, { isMeant }: Work, nowMs: number): ReadonlySet<string> {
    const found = new Set<string>()
    for (const { clusters } of this.pages[kind].get(subject)?.eras.values() ?? []) {
      for (const [cluster, tallies] of clusters) if (isMeant(cluster)) for (const voice of tallies.keys()) found.add(voice)
    }
    for (const voice of found) {
      const conduct = this.conducts.get(voice)
      if (!conduct || isNewcomer({ weight: weightOf(conduct, nowMs) })) found.delete(voice)
    }
    return found
  }

  /** Every voice's own current judgement of a subject, for comparing voices with each other. */
  judgements(kind: Kind, subject: string): ReadonlyMap<string, Readonly<Tally>> {
    const page = this.pages[kind].get(subject)
    return page ? mergedTallies(page, this.eraOf(kind, subject), everywhere) : new Map()
  }

  /** How many deltas a subject has taken. */
  changesOf(kind: Kind, subject: string): number {
    return this.pages[kind].get(subject)?.changes ?? 0
  }

  version(): number {
    return this.changes
  }

  /** The subjects whose estimates may differ from what they were at a version. */
  changedSince(kind: Kind, version: number): ReadonlySet<string> | 'all' {
    if (this.allChangedAt > version) return 'all'
    return new Set([...this.changedAt[kind]].flatMap(([subject, changed]) => (changed > version ? [subject] : [])))
  }

  private touch(kind: Kind, subject: string): void {
    this.changedAt[kind].set(subject, ++this.changes)
  }

  private voicesIn(tallies: ReadonlyMap<string, Readonly<Tally>>, nowMs: number): Voice[] {
    const voices: Voice[] = []
    for (const [voice, tally] of tallies) {
      const conduct = this.conducts.get(voice)
      if (!conduct) continue
      voices.push({ tally, weight: weightOf(conduct, nowMs), network: conduct.network || null, anonymous: conduct.anonymous })
    }
    return voices
  }
}

/** How old what was made of so many voices may be although one of them has spoken since. */
export const restMsAmong = (voices: number) => (voices > voicesAtOnce ? Math.min(longestRestMs, voices * restPerVoiceMs) : 0)

function isStale({ estimate: { voices }, at_ms, changed }: Cached, nowMs: number): boolean {
  const age = Math.abs(nowMs - at_ms)
  return age >= freshMs || (changed && age >= restMsAmong(voices))
}

function mergedTallies(page: Page, era: string, work: Work): ReadonlyMap<string, Readonly<Tally>> {
  const [only] = page.eras
  if (work === everywhere && page.eras.size === 1 && only && only[0] >= era) return only[1].overall
  const merged: Tallies = new Map()
  const earlier: Tallies = new Map()
  for (const [defined, { clusters }] of page.eras) {
    const into = defined < era ? earlier : merged
    for (const [cluster, voices] of clusters) {
      if (work.isMeant(cluster)) for (const [voice, tally] of voices) addTally(tallyIn(into, voice), tally)
    }
  }
  for (const [voice, tally] of earlier) addTally(tallyIn(merged, voice), tally, shareOfEarlier(tally))
  return merged
}

function entryOf<T>(map: Map<string, T>, name: string, make: () => T): T {
  const known = map.get(name)
  if (known !== undefined) return known
  const made = make()
  map.set(name, made)
  return made
}

const tallyIn = (tallies: Tallies, voice: string) => entryOf(tallies, voice, () => ({ ...emptyTally }))

/** Most voices report on one kind of work only: their one tally is shared between that cluster and the whole. */
function addTo({ overall, clusters }: Era, cluster: string, voice: string, tally: Tally): void {
  const within = entryOf(clusters, cluster, (): Tallies => new Map())
  const whole = overall.get(voice)
  if (!whole) within.set(voice, tallyIn(overall, voice))
  else if (!within.has(voice) && clusters.values().some((tallies) => tallies.get(voice) === whole)) overall.set(voice, { ...whole })
  addTally(tallyIn(overall, voice), tally)
  if (within.get(voice) !== overall.get(voice)) addTally(tallyIn(within, voice), tally)
}

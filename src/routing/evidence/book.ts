import { type Conduct, daysThatCount, weightOf } from './conduct.ts'
import { type Estimate, estimate, type Voice } from './estimate.ts'
import { addTally, emptyTally, growthAt, type Tally } from './tally.ts'

export type Kind = 'tool' | 'model'
export type Delta = { kind: Kind; subject: string; cluster: string; voice: string; tally: Tally }

type Cached = { estimate: Estimate; at_ms: number }
type Page = { clusters: Map<string, Map<string, Tally>>; overall: Map<string, Tally>; cache: Map<string, Cached> }

const everywhere = '*'
/** Weights move with the days, so an estimate that nothing touched is still made again after this long. */
const freshMs = 10 * 60_000

/** All evidence in memory. Adding a delta is cheap; estimates are made when somebody asks, and kept until something changes. */
export class EvidenceBook {
  private readonly pages = new Map<string, Page>()
  private readonly conducts = new Map<string, Conduct>()
  private readonly daysOf = new Map<string, Set<string>>()
  private changes = 0

  conductOf(voice: string): Conduct | undefined {
    return this.conducts.get(voice)
  }

  setConduct(voice: string, conduct: Conduct): void {
    this.conducts.set(voice, conduct)
    this.changes++
  }

  rememberDay(voice: string, day: string): void {
    entryOf(this.daysOf, voice, () => new Set<string>()).add(day)
  }

  /** Different days on which the voice reported, these included; counted no further than they matter. */
  countDays(voice: string, days: readonly string[]): number {
    const before = this.conducts.get(voice)?.days ?? 0
    const seen = entryOf(this.daysOf, voice, () => new Set<string>())
    const fresh = days.filter((day) => !seen.has(day))
    for (const day of fresh) seen.add(day)
    if (seen.size > daysThatCount) seen.delete(seen.values().next().value ?? '')
    return before + fresh.length
  }

  add({ kind, subject, cluster, voice, tally }: Delta): void {
    const page = this.pageOf(kind, subject)
    addTally(tallyIn(page.overall, voice), tally)
    addTally(
      tallyIn(
        entryOf(page.clusters, cluster, () => new Map<string, Tally>()),
        voice,
      ),
      tally,
    )
    page.cache.clear()
    this.changes++
  }

  /** Over every cluster. */
  overall(kind: Kind, subject: string, nowMs: number): Estimate | undefined {
    const page = this.pages.get(key(kind, subject))
    return page && this.estimateOf(page, everywhere, page.overall, nowMs)
  }

  /** Within the clusters that `isMeant` names. */
  within(kind: Kind, subject: string, name: string, isMeant: (cluster: string) => boolean, nowMs: number): Estimate | undefined {
    const page = this.pages.get(key(kind, subject))
    if (!page) return undefined
    const cached = this.cachedIn(page, name, nowMs)
    if (cached) return cached
    const merged = new Map<string, Tally>()
    for (const [cluster, voices] of page.clusters) {
      if (isMeant(cluster)) for (const [voice, tally] of voices) addTally(tallyIn(merged, voice), tally)
    }
    return this.estimateOf(page, name, merged, nowMs)
  }

  forget(kind: Kind, subject: string): void {
    this.pages.delete(key(kind, subject))
    this.changes++
  }

  subjects(kind: Kind): string[] {
    return [...this.pages.keys()].filter((name) => name.startsWith(`${kind}:`)).map((name) => name.slice(kind.length + 1))
  }

  /** Every voice's own judgement of a subject, for comparing voices with one another. */
  *judgements(kind: Kind, subject: string): Generator<{ voice: string; tally: Tally }> {
    for (const [voice, tally] of this.pages.get(key(kind, subject))?.overall ?? []) yield { voice, tally }
  }

  version(): number {
    return this.changes
  }

  private pageOf(kind: Kind, subject: string): Page {
    return entryOf(this.pages, key(kind, subject), () => ({ clusters: new Map(), overall: new Map(), cache: new Map() }))
  }

  private cachedIn(page: Page, name: string, nowMs: number): Estimate | undefined {
    const cached = page.cache.get(name)
    return cached && Math.abs(nowMs - cached.at_ms) < freshMs ? cached.estimate : undefined
  }

  private estimateOf(page: Page, name: string, tallies: ReadonlyMap<string, Tally>, nowMs: number): Estimate {
    const cached = this.cachedIn(page, name, nowMs)
    if (cached) return cached
    const voices: Voice[] = []
    for (const [voice, tally] of tallies) {
      const conduct = this.conducts.get(voice)
      if (conduct) voices.push({ tally, weight: weightOf(conduct, nowMs), network: conduct.network || null })
    }
    const made = estimate(voices, growthAt(nowMs))
    page.cache.set(name, { estimate: made, at_ms: nowMs })
    return made
  }
}

const key = (kind: Kind, subject: string) => `${kind}:${subject}`

function entryOf<T>(map: Map<string, T>, name: string, make: () => T): T {
  const known = map.get(name)
  if (known !== undefined) return known
  const made = make()
  map.set(name, made)
  return made
}

const tallyIn = (tallies: Map<string, Tally>, voice: string) => entryOf(tallies, voice, () => ({ ...emptyTally }))

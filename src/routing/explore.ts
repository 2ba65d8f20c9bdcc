import type { PriorityWord } from './tiers.ts'

/** One of several that could be chosen: what is expected of it, 0 to 10, and how many reports that is worth. */
export type Arm = { name: string; quality: number; n: number }
export type Trial = { name: string; propensity: number; explored: boolean }

/** Reports that a field must have before anything is tried for the sake of learning. */
const leastReports = 15
// How far the judgement of a report strays, as a share of the most that its mean allows, and how far hope reaches: found by
// replaying open model sets.
const strays = 0.75
const leastNoise = 1.28
const hope = 0.8
const unseen = 1
// After this few reports an arm may still be of any quality, however good the best is.
const few = 1
const middle = 5
const drawsForPropensity = 64
// Among more than these, trying each until it is surely worse costs more than the best of them gains over the next best.
const manyArms = 12
const fewReports = 5

/**
 * Chooses among near-equals. What cannot be the best any more, by how little its bounds overlap with the best, is left out; for
 * the rest hope is drawn in proportion to what is not yet known, so that the best is taken most of the time and a doubtful one
 * now and then. The same `chance` (0 to 1) over the same arms gives the same choice.
 */
export function chooseAmong(arms: readonly Arm[], chance: number): Trial | undefined {
  const near = nearEquals(arms)
  const [best] = near
  if (!best) return undefined
  if (near.length === 1) return { name: best.name, propensity: 1, explored: false }
  const chosen = draw(near, chance)
  // The draws are at the same place of every part as this one: fixed places would be as wrong each time for the same arms.
  const place = (chance * drawsForPropensity) % 1
  let times = 0
  for (let i = 0; i < drawsForPropensity; i++) if (draw(near, (i + place) / drawsForPropensity).name === chosen.name) times++
  return { name: chosen.name, propensity: Math.max(1, times) / drawsForPropensity, explored: chosen.name !== best.name }
}

/** A caller that asks for trust or reliability gets no trial. */
export function allowsTrials(priority: PriorityWord | undefined): boolean {
  return priority !== 'highest_trust' && priority !== 'most_reliable'
}

/** Whether enough was reported for trials; `published` says that there are figures to rely on without any report. */
export function isReadyToExplore(arms: readonly Arm[], published: boolean): boolean {
  const reports = arms.reduce((sum, { n }) => sum + n, 0)
  return reports > 0 && (!published || reports >= leastReports)
}

/**
 * Those whose upper bound reaches the best expectation, best first. The bound widens slowly for what was long not tried, and is
 * narrower among many, except for what was hardly tried yet: bad luck at first would rule out the best for good.
 */
export function nearEquals(arms: readonly Arm[]): Arm[] {
  const total = arms.reduce((sum, { n }) => sum + n, 0)
  const sorted = [...arms].sort((a, b) => b.quality - a.quality)
  const [best] = sorted
  if (!best) return []
  const narrowed = Math.max(0, 1 - Math.sqrt(manyArms / arms.length))
  return sorted.filter((arm) => {
    const n = arm.n + unseen / 2
    const width = 0.5 + 0.35 / Math.sqrt(n) + 0.4 * Math.log10((total + unseen) / n)
    const narrow = 1 - (narrowed * arm.n) / (arm.n + fewReports)
    return arm.quality + narrow * width * deviationOf(arm, best) >= best.quality
  })
}

/**
 * Judgements between 0 and 10 with a mean near either end cannot differ much, so where the best does nearly everything right few
 * reports tell who is worse, and where it fails half the time it takes many.
 */
function deviationOf({ n }: Arm, { quality }: Arm): number {
  const mean = (quality * n + middle * few) / (n + few)
  const noise = strays * Math.sqrt(Math.max(0, mean * (10 - mean)))
  return Math.max(leastNoise, noise) / Math.sqrt(n + unseen)
}

/** `arms` are sorted, best first. */
function draw(arms: readonly Arm[], chance: number): Arm {
  const next = sequence(chance)
  let best = arms[0]!
  let highest = Number.NEGATIVE_INFINITY
  for (const arm of arms) {
    const value = arm.quality + hope * deviationOf(arm, arms[0]!) * Math.abs(gaussian(next))
    if (value <= highest) continue
    highest = value
    best = arm
  }
  return best
}

function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** Numbers that look random and follow from one. */
function sequence(seed: number): () => number {
  let state = Math.floor(seed * 2 ** 32) >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

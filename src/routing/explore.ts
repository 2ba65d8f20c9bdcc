import type { PriorityWord } from './priority.ts'

/** A tool or model that could be chosen: its expected quality, 0 to 10, and how many reports that estimate is worth. */
export type Arm = { name: string; quality: number; n: number }
export type Trial = { name: string; propensity: number; explored: boolean }

/** Reports that all arms together must have before anything but the best is tried. */
const leastReports = 15
// Noise of a single report, as a share of the largest standard deviation that its mean allows; and how many standard errors
// above its estimate an arm is hoped to be. Both were found by replaying open model sets.
const noiseShare = 0.75
const leastNoise = 1.28
const optimism = 0.8
const unseen = 1
// After this few reports an arm may still be of any quality, however good the best is.
const few = 1
const middle = 5
/** How wide the bound of an arm is, in its deviations: always, the wider the less it was tried itself, and the more all were. */
const boundWidth = { always: 0.5, untried: 0.35, othersTried: 0.4 }
const drawsForPropensity = 64
// With more arms than this, trying each one until it is surely worse costs more than finding the best one gains.
const manyArms = 12
const fewReports = 5

/**
 * Chooses among near-equals. An arm whose upper bound lies below the best estimate is left out. Each of the rest gets a random
 * bonus in proportion to its uncertainty and the highest sum wins, so that the best is taken most of the time and a doubtful one
 * now and then. The same `chance` (0 to 1) over the same arms gives the same choice.
 */
export function chooseAmong(arms: readonly Arm[], chance: number): Trial | undefined {
  const near = nearEquals(arms)
  const [best] = near
  if (!best) return undefined
  if (near.length === 1) return { name: best.name, propensity: 1, explored: false }
  const chosen = draw(near, chance)
  // The draws are spaced evenly and shifted with `chance`: draws at fixed points would repeat the same error for the same arms.
  const place = (chance * drawsForPropensity) % 1
  let times = 0
  for (let i = 0; i < drawsForPropensity; i++) if (draw(near, (i + place) / drawsForPropensity).name === chosen.name) times++
  return { name: chosen.name, propensity: Math.max(1, times) / drawsForPropensity, explored: chosen.name !== best.name }
}

/** A caller that asks for trust or reliability gets no trial. */
export function allowsTrials(priority: PriorityWord | undefined): boolean {
  return priority !== 'highest_trust' && priority !== 'most_reliable'
}

/** Whether enough was reported for trials: a few reports where published figures are there to rely on, else the first one. */
export function isReadyToExplore(arms: readonly Arm[], { hasFigures }: { hasFigures: boolean }): boolean {
  const reports = arms.reduce((sum, { n }) => sum + n, 0)
  return reports > 0 && (!hasFigures || reports >= leastReports)
}

/**
 * Arms whose upper bound reaches the best estimate, best first. The bound of an arm widens slowly while others are tried. Among
 * many arms it is narrower, except for those with few reports: otherwise bad luck at the start could rule out the best for good.
 */
export function nearEquals(arms: readonly Arm[]): Arm[] {
  const total = arms.reduce((sum, { n }) => sum + n, 0)
  const sorted = [...arms].sort((a, b) => b.quality - a.quality)
  const [best] = sorted
  if (!best) return []
  const narrowed = Math.max(0, 1 - Math.sqrt(manyArms / arms.length))
  return sorted.filter((arm) => {
    const n = arm.n + unseen / 2
    const width = boundWidth.always + boundWidth.untried / Math.sqrt(n) + boundWidth.othersTried * Math.log10((total + unseen) / n)
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
  const noise = noiseShare * Math.sqrt(Math.max(0, mean * (10 - mean)))
  return Math.max(leastNoise, noise) / Math.sqrt(n + unseen)
}

/** `arms` are sorted, best first. */
function draw(arms: readonly Arm[], chance: number): Arm {
  const next = sequence(chance)
  let best = arms[0]!
  let highest = Number.NEGATIVE_INFINITY
  for (const arm of arms) {
    const value = arm.quality + optimism * deviationOf(arm, arms[0]!) * Math.abs(gaussian(next))
    if (value <= highest) continue
    highest = value
    best = arm
  }
  return best
}

export function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** Pseudo-random numbers from a seed between 0 and 1. */
function sequence(seed: number): () => number {
  let state = Math.floor(seed * 2 ** 32) >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

import { halfLifeMs, recentHalfLifeMs } from './tally.ts'

/** How what was said of a kind of subject ages. */
export type Aging = {
  /** How much of the fading of the tallies counts: with a third of it their half-life is three times as long. */
  fading: number
  /** From how many deviations on the last days are believed rather than the weeks before. */
  surelyMoved: number
  /**
   * What was said of a change gives way to what is said later once this many of the established, or half of them all, spoke
   * again; else one that comes back after a silence would undo what all found before it.
   */
  voicesToReturn: number
  /** How fast a change that was seen becomes doubtful when nobody comes back, as a share of the short memory's own pace. */
  changeFading: number
}

/**
 * A tool's server changes any day. A model is served unchanged for months, and forgetting its reports sooner would only have
 * those that were found worse tried again and again. In exchange a change of it is believed sooner, and what fell is tried again
 * in time, as its long memory no longer sees to that.
 */
export const agingOf: Record<'tool' | 'model', Aging> = {
  tool: { fading: 1, surelyMoved: 2, voicesToReturn: 10, changeFading: 0 },
  model: { fading: 1 / 3, surelyMoved: 1.4, voicesToReturn: 0, changeFading: recentHalfLifeMs / halfLifeMs },
}

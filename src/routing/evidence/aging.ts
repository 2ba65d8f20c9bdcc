import type { Kind } from '../evidence-sink.ts'
import { halfLifeMs, recentHalfLifeMs } from './tally.ts'

/** How reports on tools, or on models, lose weight with time. */
export type Aging = {
  /** How fast reports fade compared with the stored tallies: at a third of the pace, the half-life is three times as long. */
  fading: number
  /** How many standard errors the last days must differ from the weeks before to be believed instead of them. */
  surelyMoved: number
  /**
   * A change stands until this many established voices, or half of all of them, have reported again. Otherwise the first one to
   * report after a silence would undo what everybody found before it.
   */
  voicesToReturn: number
  /** How fast a change becomes doubtful while nobody confirms it, as a share of the pace at which the short memory fades. */
  changeFading: number
}

/**
 * A tool can change any day. A model stays the same for months, and forgetting its reports sooner would only mean trying worse
 * models again and again. In return, a change of a model is believed sooner, and because its long memory no longer brings back a
 * model that dropped, doubt about the change does.
 */
export const agingOf: Record<Kind, Aging> = {
  tool: { fading: 1, surelyMoved: 2, voicesToReturn: 10, changeFading: 0 },
  model: { fading: 1 / 3, surelyMoved: 1.4, voicesToReturn: 0, changeFading: recentHalfLifeMs / halfLifeMs },
}

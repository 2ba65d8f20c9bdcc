import type { Outcome } from '../evidence-sink.ts'

/** What an outcome is worth, 0 to 1: success and, if rated, quality count equally. */
export function rewardOf({ success, quality }: Pick<Outcome, 'success' | 'quality'>): number {
  return quality === null ? success : (success + quality / 10) / 2
}

import type { Signals } from '../../catalog/models.ts'
import { allowsTrials, chooseAmong, isReadyToExplore, type Trial } from '../explore.ts'
import type { PriorityWord } from '../priority.ts'
import { isAboveFloor, isNoDearer, type JudgedModel, judgedTask } from './rank.ts'

type Settled = { winner: JudgedModel; ranked: readonly JudgedModel[] }
type Asking = { signals: Signals; priority?: PriorityWord | undefined; chance?: number | undefined }

/** Another model instead of the settled one, where that costs no more and could be as good. */
export function tryAnotherModel(
  { winner, ranked }: Settled,
  { signals, priority, chance }: Asking,
  leastOf: () => JudgedModel | null,
): Trial {
  const settled: Trial = { name: winner.model.slug, propensity: 1, explored: false }
  if (chance === undefined || !allowsTrials(priority)) return settled
  const least = leastOf()
  const isFit = (entry: JudgedModel) => isAboveFloor(entry, signals.complexity) || !isAboveFloor(winner, signals.complexity)
  const open = ranked.filter((entry) => isNoDearer(entry, winner) && (least === null || isNoDearer(least, entry)) && isFit(entry))
  const arms = open.map(({ model, quality, n_effective }) => ({ name: model.slug, quality, n: n_effective }))
  const hasFigures = open.some(({ model }) => model.quality[judgedTask(signals)].n_figures > 0)
  return isReadyToExplore(arms, { hasFigures }) ? (chooseAmong(arms, chance) ?? settled) : settled
}

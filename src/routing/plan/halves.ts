import { bestSlug } from '../tools/rank.ts'
import type { Understanding } from '../understand/types.ts'
import { featuresOfHalves, type Seek, type SoughtHalves, type SoughtPiece, type WholeTask } from './features.ts'
import { areSeveral, canFollow } from './sought.ts'
import { type PlanWeights, weigh } from './weigh.ts'

// Nearly every clause has a word before which it could be cut. By its words alone first, since reading it closely takes time.
const leastAtFirst = -0.5
const leastOdds = 0
// Each costs two searches.
const mostHalves = 3

/** The ways to cut a task of one clause in two that find two different tools. */
export function soughtHalves({ severalOdds, severalOddsClosely, halves }: Understanding, seek: Seek): SoughtHalves[] {
  if (severalOdds < leastAtFirst) return []
  const all = halves(mostHalves)
  if (all.length === 0 || severalOddsClosely() < leastOdds) return []
  return all
    .map(({ isPlain, pieces }) => {
      const { first, second } = pieces()
      return { isPlain, first: seek(first), second: seek(second) }
    })
    .filter((two) => areSeveral([two.first, two.second]) && canFollow(two.second, two.first) && !isWhereAlone(two))
}

/** "Book a meeting in Google Calendar": the tool of the place is among those found for the work itself, so the place only says where. */
function isWhereAlone({ isPlain, first, second }: SoughtHalves): boolean {
  if (isPlain || first.piece.names_place || second.piece.joint !== 'place') return false
  const there = bestSlug(second.ranking)
  return first.ranking.ranked.some(({ entry }) => entry.slug === there)
}

/** The likeliest of them, if all together are likelier than a single tool, whose score is zero. */
export function likeliestHalves(all: readonly SoughtHalves[], whole: WholeTask, weights: PlanWeights): SoughtPiece[] | null {
  const scores = all.map((two) => weigh(featuresOfHalves(two, whole), weights))
  if (scores.reduce((sum, score) => sum + Math.exp(score), 0) <= 1) return null
  const { first, second } = all[scores.indexOf(Math.max(...scores))]!
  return [first, second]
}

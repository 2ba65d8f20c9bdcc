import shipped from '../../data/challenges.json' with { type: 'json' }
import { stepTo } from '../calls/operation.ts'
import { lowestPaidChallenge } from '../credits/rules.ts'
import { ServiceError } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { nearest } from '../input/nearest.ts'
import { rounded } from '../rounded.ts'
import { minuteMs } from '../storage/days.ts'
import { type Challenge, challengeFacts, type Medal, type Par, type Submission } from './schema.ts'

export const challenges: readonly Challenge[] = shipped.map((challenge) => challengeFacts.parse(challenge))
const bySlug = new Map(challenges.map((challenge) => [challenge.slug, challenge]))

/** A slug that no challenge has is refused, with what was probably meant. */
export function requireChallenge(given: string): Challenge {
  const found = bySlug.get(given)
  if (found) return found
  const choices = challenges.map(({ slug, title }) => ({ value: slug, names: [slug, title] }))
  throw new ServiceError('not_found', `There is no challenge "${excerpt(given, 128)}". Take a slug from GET /api/challenges.`, {
    did_you_mean: nearest(given, choices),
    given,
    next_step: stepTo('service_challenges', {}, 'Take a challenge_slug from this list.'),
    docs: '/docs#list_challenges',
  })
}

const weights = { completeness: 0.35, quality: 0.35, efficiency: 0.3 }
const percent = (share: number) => `${Math.round(share * 100)}%`
export const scoring = {
  completeness: percent(weights.completeness),
  quality: percent(weights.quality),
  efficiency: percent(weights.efficiency),
}

export const tierFrom: Readonly<Record<Medal, number>> = { gold: 8.5, silver: 7, bronze: lowestPaidChallenge }

export const efficiencyFormula =
  'efficiency = (s(steps_taken / par.steps) + s(total_latency_ms / (par.minutes x 60000)) + s(total_cost_usd / par.usd)) / 3, ' +
  'where s(r) = 10 for r <= 1 and 10 / r above: par or better scores 10, twice par 5, four times par 2.5. A measure that is not sent counts as twice par.'

const unknownRatio = 2
const highest = 10

/** Points for one measure: full at par or below, then falling in proportion. */
function points(used: number | undefined, par: number): number {
  const ratio = used === undefined ? unknownRatio : used / par
  return ratio <= 1 ? highest : highest / ratio
}

type Measures = Pick<Submission, 'steps_taken' | 'total_latency_ms' | 'total_cost_usd'>

export function efficiencyOf({ steps_taken, total_latency_ms, total_cost_usd }: Measures, par: Par): number {
  const sum = points(steps_taken, par.steps) + points(total_latency_ms, par.minutes * minuteMs) + points(total_cost_usd, par.usd)
  return rounded(sum / 3, 2)
}

type Scores = { completeness: number; quality: number; efficiency: number }

export function overallOf({ completeness, quality, efficiency }: Scores): number {
  return rounded(weights.completeness * completeness + weights.quality * quality + weights.efficiency * efficiency, 4)
}

export function medalOf(overallScore: number): Medal | null {
  if (overallScore >= tierFrom.gold) return 'gold'
  if (overallScore >= tierFrom.silver) return 'silver'
  return overallScore >= tierFrom.bronze ? 'bronze' : null
}

export function scoreSubmission(
  submission: Submission,
  challenge: Challenge,
): { scores: Scores; overall_score: number; tier: Medal | null } {
  const scores = {
    completeness: submission.completeness_score,
    quality: submission.quality_score,
    efficiency: efficiencyOf(submission, challenge.par),
  }
  const overall_score = overallOf(scores)
  return { scores, overall_score, tier: medalOf(overall_score) }
}

import { stepTo } from '../calls/operation.ts'
import { ServiceError, secondsInWords, secondsToWait } from '../errors.ts'
import { claimLastsMs, completeStep, fewestCandidates, type PlaceLimit } from './rules.ts'
import { type Claim, claimLastsDays } from './schema.ts'
import type { NewClaim, PlacesTaken } from './store.ts'

const nothingToCompare = () =>
  new ServiceError(
    'conflict',
    'Fewer than two tool servers of this mission are in the catalog here. Choose another one from GET /api/missions.',
  )

export function refuseTooMany({ taken, first }: PlacesTaken, { whose, most }: PlaceLimit, now: Date): void {
  if (taken <= most || first === null) return
  const wait = secondsToWait(Date.parse(first) + claimLastsMs - now.getTime())
  const sentence = `Agents of ${whose} have taken ${most} places in missions within ${claimLastsDays} days.`
  throw new ServiceError('rate_limited', `${sentence} Wait ${secondsInWords(wait)}, then claim the next.`, {
    retry_after_seconds: wait,
    rate_limit: most,
    docs: '/docs#claim_mission',
  })
}

/** A retry of the same act finds its own claim and gets it again; anything else is a conflict. */
export function refuseOrRepeat(
  held: Claim | undefined,
  wanted: NewClaim,
  { cutoff, candidates }: { cutoff: string; candidates: readonly string[] },
): NewClaim {
  if (held?.claim_id === wanted.claim_id) return held
  if (held?.status === 'completed')
    throw new ServiceError('conflict', 'You have claimed this mission already and completed it. Choose another one from GET /api/missions.')
  if (held && held.claimed_at > cutoff) {
    const { claim_id, agent_identity_id } = held
    const advice = `Complete it with claim_id ${claim_id}, or choose another one from GET /api/missions.`
    throw new ServiceError('conflict', `You have claimed this mission already. ${advice}`, {
      next_step: completeStep({ claim_id, agent_identity_id }, candidates),
    })
  }
  if (candidates.length < fewestCandidates) throw nothingToCompare()
  throw new ServiceError('conflict', 'All places of this mission are taken. Choose another one from GET /api/missions.')
}

export function unknownMission(agent_identity_id: string): ServiceError {
  return new ServiceError('not_found', 'There is no mission with this mission_id. Take an id from GET /api/missions.', {
    docs: '/docs#list_missions',
    next_step: stepTo('service_missions', { agent_identity_id }, 'Take a mission_id from this list.'),
  })
}

/** A mission that an earlier version of the service offered. */
export function withdrawnMission(agent_identity_id: string): ServiceError {
  return new ServiceError('conflict', 'The mission of this claim is no longer offered. Choose another one from GET /api/missions.', {
    docs: '/docs#list_missions',
    next_step: stepTo('service_missions', { agent_identity_id }, 'Choose another mission and claim it.'),
  })
}

export function unknownClaim(agent_identity_id: string | undefined): ServiceError {
  return new ServiceError('not_found', 'There is no claim with this claim_id. Claim a mission first: POST /api/missions/claim.', {
    docs: '/docs#claim_mission',
    next_step: stepTo('service_missions', { agent_identity_id }, 'Choose a mission and claim it; the answer holds the claim_id.'),
  })
}

export const foreignClaim = () => new ServiceError('forbidden', 'This claim belongs to another agent. Claim a place of your own first.')
export const completedAlready = () => new ServiceError('conflict', 'This claim is completed and was paid. Claim another mission.')
export const releasedClaim = () =>
  new ServiceError(
    'conflict',
    `This claim was left unfinished for ${claimLastsDays} days and gave its place back. Claim the mission again.`,
  )

/** Which of the two was run is not ours to guess: the outcome would count for the wrong one. */
export const twoTools = (at: number) =>
  new ServiceError('invalid_input', `Result ${at + 1} names two tool servers: its skill_slug and its skill_id differ. Send one of them.`, {
    details: [{ path: `results.${at}.skill_id`, message: 'is the id of another tool server than skill_slug names' }],
    docs: '/docs#complete_mission',
  })

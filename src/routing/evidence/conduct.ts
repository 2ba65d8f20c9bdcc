import { dayMs } from '../../storage/days.ts'

/** How a voice has behaved: what its word weighs follows from this and not from its public trust score. */
export type Conduct = {
  /** Empty where networks are not distinguished, as on loopback. */
  network: string
  /** Of its first report: an identity that was registered long ago and kept for later has shown nothing yet. */
  first_at_ms: number
  /** Different days with reports, and the latest of them. */
  days: number
  last_day: string
  linked: number
  /** 0 to 1: how near its judgements lie to those of others; null until enough of them can be compared. */
  agreement: number | null
  shadow: boolean
  anonymous: boolean
}

// Of the weight of a voice that has shown everything, which is 1.
export const newcomerWeight = 0.1
const anonymousWeight = 0.05
/** From this weight on a voice is established. */
const establishedWeight = 0.3
/** Reports on more different days show no more. */
const daysThatCount = 5
/** On fewer different days it has shown nothing yet: whoever reports now and then waits for a week would otherwise count. */
export const fewestDays = 4
/** So long after its first report a voice has its full age. */
const daysToMature = 7
/** More reports that follow a decision show no more; without any, this share of the weight is left. */
const linkedThatCount = 10
const unlinkedShare = 0.7

/** Newcomers and anonymous sources together weigh at most this share of the established. */
export const newcomersShare = 0.05

/** Newcomers share one small allowance; all other voices are established. */
export const isNewcomer = ({ weight }: { weight: number }) => weight < establishedWeight

/** 0 to 1. Age, different days, decisions that were followed and agreement must all be there: none can be bought with volume. */
export function weightOf(conduct: Conduct, nowMs: number): number {
  if (conduct.shadow) return 0
  if (conduct.anonymous) return anonymousWeight
  if (conduct.days < fewestDays) return newcomerWeight
  const age = Math.min(1, Math.max(0, nowMs - conduct.first_at_ms) / (daysToMature * dayMs))
  const days = Math.min(1, (conduct.days - 1) / (daysThatCount - 1))
  const linked = unlinkedShare + (1 - unlinkedShare) * Math.min(1, conduct.linked / linkedThatCount)
  return newcomerWeight + (1 - newcomerWeight) * age * days * linked * (conduct.agreement ?? 1)
}

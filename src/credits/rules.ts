/** Every amount and multiplier of the service. Ledger amounts are whole hundredths of a credit. */

import { mostOfSite } from '../network.ts'
import { dayAfter, dayOf } from '../storage/days.ts'

export const entryKinds = ['report', 'model_report', 'contribution', 'mission', 'challenge'] as const
export type EntryKind = (typeof entryKinds)[number]
export type Payment = { kind: EntryKind; credits_hundredths: number; reputation_hundredths: number }

export const identityMultiplier = 2
export const decisionMultiplier = 1.5
export const challengeMultiplier = 3
export const contributionMultipliers = { run_telemetry: 1, fallback_chain: 1.5, comparative_eval: 2.5, benchmark_package: 4 } as const
export type ContributionType = keyof typeof contributionMultipliers

export const toolReport = { bare: 3, complete: 5 }
export const modelReport = { bare: 2, complete: 5 }
export const contributionBase = 5
export const missionBase = 10
export const challengeBase = 15
export const comparativeMultiplier = 2.5
const fewestToCompare = 2
export const lowestPaidChallenge = 5.5
const usdPerCredit = 0.01

/** What one agent, one network with all its agents, and an IPv6 site with all its networks may earn in a day (UTC). */
const cappedNames = ['agent', 'network', 'site'] as const
type CappedName = (typeof cappedNames)[number]
const capOfNetwork = 1_000_000
export const dailyCaps = {
  agent_hundredths: 500_000,
  network_hundredths: capOfNetwork,
  site_hundredths: mostOfSite(capOfNetwork),
} as const satisfies Record<`${CappedName}_hundredths`, number>

const reportTrust = 0.5
const linkedReportTrust = 2

export const identityFactor = (isRegistered: boolean) => (isRegistered ? identityMultiplier : 1)
export const asCredits = (hundredths: number) => hundredths / 100
export const economicUsd = (hundredths: number) => Math.round(hundredths * usdPerCredit * 100) / 10_000
export const modelReportTrust = (isLinked: boolean) => (isLinked ? linkedReportTrust : reportTrust)

/** Reputation is half the credits, before the identity multiplier. */
function payment(kind: EntryKind, beforeIdentity: number, isRegistered: boolean): Payment {
  return {
    kind,
    credits_hundredths: inHundredths(beforeIdentity * identityFactor(isRegistered)),
    reputation_hundredths: inHundredths(beforeIdentity / 2),
  }
}

/** Halves are rounded up, also those that a product of fractions puts a hair below: 5 x 0.58 x 1.5 / 2 is 2.175. */
const inHundredths = (amount: number) => Math.round(Number((amount * 100).toPrecision(12)))

/** What a complete report measures. */
const toolMeasures = ['latency_ms', 'cost_usd', 'quality'] as const
const modelMeasures = [...toolMeasures, 'input_tokens', 'output_tokens'] as const
type Measures<Name extends string> = { readonly [K in Name]?: number | null | undefined }
export type ToolMeasures = Measures<(typeof toolMeasures)[number]>
export type ModelMeasures = Measures<(typeof modelMeasures)[number]>

/** Which share of it was measured. */
export const toolCompleteness = (measures: ToolMeasures) => shareGiven(toolMeasures.map((name) => measures[name]))
export const modelCompleteness = (measures: ModelMeasures) => shareGiven(modelMeasures.map((name) => measures[name]))

const shareGiven = (values: readonly unknown[]) => values.filter((value) => value !== undefined && value !== null).length / values.length

const between = ({ bare, complete }: { bare: number; complete: number }, completeness: number) => bare + (complete - bare) * completeness

export function payToolReport(measures: ToolMeasures, isRegistered: boolean): Payment {
  return payment('report', between(toolReport, toolCompleteness(measures)), isRegistered)
}

export function payModelReport(measures: ModelMeasures, { isRegistered, isLinked }: { isRegistered: boolean; isLinked: boolean }): Payment {
  const base = between(modelReport, modelCompleteness(measures))
  return payment('model_report', base * (isLinked ? decisionMultiplier : 1), isRegistered)
}

export function payContribution(score: number, type: ContributionType, isRegistered: boolean): Payment {
  return payment('contribution', contributionBase * score * contributionMultipliers[type], isRegistered)
}

type MissionMultipliers = { base: number; mission: number; trust_tier: number }

export function missionMultipliers(results: number, rewardMultiplier: number): MissionMultipliers {
  return { base: results >= fewestToCompare ? comparativeMultiplier : 1, mission: rewardMultiplier, trust_tier: identityMultiplier }
}

export function payMission(results: number, rewardMultiplier: number): Payment {
  const { base, mission } = missionMultipliers(results, rewardMultiplier)
  return payment('mission', missionBase * base * mission, true)
}

export function payChallenge(overallScore: number): Payment {
  const earned = overallScore < lowestPaidChallenge ? 0 : (challengeBase * overallScore * challengeMultiplier) / 10
  return payment('challenge', earned, true)
}

export type Cut = CappedName | null
type EarnedToday = { agent_hundredths: number; network_hundredths: number | null; site_hundredths: number | null }

/** What the daily caps leave of a payment. A total of null means that there is no such cap for this caller. */
export function capPayment(wanted: Payment, today: EarnedToday): { paid: Payment; cut: Cut } {
  let [cut, room]: [Cut, number] = [null, wanted.credits_hundredths]
  for (const name of cappedNames) {
    const earned = today[`${name}_hundredths`]
    const left = earned === null ? room : Math.max(0, dailyCaps[`${name}_hundredths`] - earned)
    if (left < room) [cut, room] = [name, left]
  }
  if (cut === null) return { paid: wanted, cut }
  const reputation_hundredths = Math.floor((wanted.reputation_hundredths * room) / wanted.credits_hundredths)
  return { paid: { ...wanted, credits_hundredths: room, reputation_hundredths }, cut }
}

/** What was earned on the latest day on which anything was. */
type Earned = { earned_day: string; earned_hundredths: number }

/**
 * The day an act counts for. If another process, with a clock slightly ahead, has already begun the next day, that day holds. A stored
 * day further in the future comes from a wrong clock and is ignored.
 */
export function earningDay(held: Earned, now: string): string {
  const day = dayOf(now)
  const isBehind = held.earned_day > day && held.earned_day <= dayAfter(now)
  return isBehind ? held.earned_day : day
}

export const earnedOn = ({ earned_day, earned_hundredths }: Earned, day: string) => (earned_day === day ? earned_hundredths : 0)

const reached: Record<CappedName, string> = { agent: 'This agent has', network: 'Your network has', site: 'The networks of your /48 have' }

export function cutMessage(cut: Cut): string {
  if (cut === null) return ''
  const most = dailyCaps[`${cut}_hundredths`]
  return ` ${reached[cut]} reached the daily cap of ${asCredits(most)} credits, so this pays less or nothing; it still counts, and the cap resets at 00:00 UTC.`
}

type Amounts = { credits_hundredths: number; reputation_hundredths: number }

/** A payment as callers see it. */
export const shownAmounts = ({ credits_hundredths, reputation_hundredths }: Amounts) => ({
  routing_credits: asCredits(credits_hundredths),
  reputation_points: asCredits(reputation_hundredths),
})

export const shownBalance = (held: Amounts) => ({
  total_routing_credits: asCredits(held.credits_hundredths),
  total_reputation_points: asCredits(held.reputation_hundredths),
})

/** False for an act of which a daily cap left nothing. */
export const isPaid = ({ credits_hundredths }: Amounts) => credits_hundredths > 0

type Entry = Amounts & { entry_id: string; kind: EntryKind; trust_hundredths: number; created_at: string }

/** A ledger entry on the wire, in credits and points. */
export const shownEntry = ({ entry_id, kind, trust_hundredths, created_at, ...amounts }: Entry) => ({
  entry_id,
  kind,
  ...shownAmounts(amounts),
  trust_change: trust_hundredths / 100,
  created_at,
})

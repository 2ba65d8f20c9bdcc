import { hash } from 'node:crypto'
import { asCredits, cutMessage, decisionMultiplier, modelCompleteness, toolCompleteness } from '../credits/rules.ts'
import { type LinkResult, linkableDays } from '../routing/decisions/link.ts'
import { plausible } from '../routing/evidence/tally.ts'
import { hourMs } from '../storage/days.ts'
import type { NewOutcome, RecordResult } from './act.ts'

export const toolOutcomes = ['success', 'partial_success', 'failure', 'error'] as const
export const modelOutcomes = ['success', 'partial_success', 'failure', 'aborted'] as const
type OutcomeWord = (typeof toolOutcomes)[number] | (typeof modelOutcomes)[number]

export const healthEveryMs = 6 * hourMs
export const contributionsPerHour = 100
export const mostRunsAtOnce = 500

export function successOf(outcome: OutcomeWord): number {
  if (outcome === 'success') return 1
  return outcome === 'partial_success' ? 0.5 : 0
}

/** Equal keys mean that one source says the same again: with the same task fingerprint ever, without one on the same day. */
export function repeatKeyOf(outcome: NewOutcome, source: string, day: string): string {
  const { kind, subject, latency_ms, cost_usd, quality, input_tokens, output_tokens, task_fingerprint } = outcome
  const measures = [latency_ms, cost_usd, quality, input_tokens, output_tokens]
  const said = [source, kind, subject, outcome.outcome, measures, task_fingerprint ?? null, task_fingerprint === undefined ? day : null]
  return hash('sha256', JSON.stringify(said)).slice(0, 32)
}

type Scored = Pick<NewOutcome, 'success' | 'latency_ms' | 'cost_usd' | 'quality'> &
  Partial<Pick<NewOutcome, 'input_tokens' | 'output_tokens'>>

const shareWithoutMeasures = 0.4
const implausibleFactor = 0.6
const inconsistentFactor = 0.5
// Steps of 0.02 keep every contribution payment exact in hundredths of a credit.
const steps = 50
const toSteps = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * steps) / steps

/** How complete, plausible and consistent one outcome is, 0 to 1, from what was submitted alone. */
function scoreOutcome(outcome: Scored, completeness: number): number {
  const complete = shareWithoutMeasures + (1 - shareWithoutMeasures) * completeness
  return toSteps(complete * (isPlausible(outcome) ? 1 : implausibleFactor) * (isConsistent(outcome) ? 1 : inconsistentFactor))
}

function isPlausible({ success, latency_ms, cost_usd, input_tokens, output_tokens }: Scored): boolean {
  const instant = latency_ms !== null && latency_ms < plausible.latency_ms.least && success > 0
  const endless = latency_ms !== null && latency_ms > plausible.latency_ms.most
  const dear = cost_usd !== null && cost_usd > plausible.cost_usd.most
  const emptySuccess = success === 1 && input_tokens === 0 && output_tokens === 0
  return !instant && !endless && !dear && !emptySuccess
}

function isConsistent({ success, quality }: Scored): boolean {
  if (quality === null) return true
  return !(success === 0 && quality >= 7) && !(success === 1 && quality < 2)
}

export const scoreToolOutcome = (outcome: Scored) => scoreOutcome(outcome, toolCompleteness(outcome))
export const scoreModelOutcome = (outcome: Scored) => scoreOutcome(outcome, modelCompleteness(outcome))

/** The mean over the runs, lowered when runs of one submission merely repeat each other. */
export function scoreRuns(runs: readonly Scored[], distinctRuns: number): number {
  if (runs.length === 0) return 0
  const mean = runs.reduce((sum, run) => sum + scoreToolOutcome(run), 0) / runs.length
  return toSteps(mean * (0.5 + (0.5 * distinctRuns) / runs.length))
}

const bonusReasons: Record<Exclude<LinkResult, 'linked'>, string> = {
  unknown: 'this decision_id is not known here',
  used: 'this decision was already reported',
  foreign: 'this decision was given to another agent',
  expired: `this decision is older than ${linkableDays} days`,
}

export function decisionBonus(link: LinkResult | null): string {
  if (link === 'linked') return `${decisionMultiplier}x`
  return `none: ${link === null ? 'no decision_id was sent; take it from routing_metadata of /api/route/model' : bonusReasons[link]}`
}

/** What a reporter is told in the end. */
export function messageOf(isRegistered: boolean, { stored, credits_hundredths, cut }: RecordResult): string {
  const credits = asCredits(credits_hundredths)
  if (!stored) return 'Telemetry is off: this was checked, nothing about it was stored, and nothing was earned.'
  if (!isRegistered) return `Recorded. A registered agent would keep these ${credits} credits, doubled: POST /api/agents/register.`
  return `Recorded, +${credits} credits.${cutMessage(cut)}`
}

/** A plan has one decision for several tools, so that all of them but the first find it used; nothing is wrong then. */
export const usedMessage = (link: LinkResult | null): string =>
  link === 'used' ? ' The decision was reported before, which is as it should be where this is a further tool of its plan.' : ''

import { isShadow, nextTier, tierOf, verifiedTrustScore } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { howToTurnOn } from '../calls/access.ts'
import { modelReportTrust } from '../credits/rules.ts'
import { rounded } from '../rounded.ts'
import { scoreModelOutcome, scoreToolOutcome } from '../telemetry/rules.ts'
import type { RecentContribution } from './schema.ts'
import type { RecentOutcome } from './store.ts'

function reports(count: number, trustEach: number, which: string): string {
  return count === 1 ? `1 model report${which} (+${trustEach})` : `${count} model reports${which} (+${trustEach} each)`
}

/** Where an agent stands between two tiers and what brings it to the next. */
export function tierProgressOf({ trust_score, verified_at, preferences }: Pick<Agent, 'trust_score' | 'verified_at' | 'preferences'>) {
  const next = nextTier(trust_score)
  const missing = next ? next.from - trust_score : 0
  const linked = Math.ceil(missing / modelReportTrust(true))
  const plain = Math.ceil(missing / modelReportTrust(false))
  const requirements = next
    ? [
        `${rounded(missing, 2)} more trust ${rounded(missing, 2) === 1 ? 'point' : 'points'}`,
        `for example ${reports(linked, modelReportTrust(true), ' with a decision_id')}, or ${reports(plain, modelReportTrust(false), ' without')}`,
        ...(verified_at === null && next.from <= verifiedTrustScore ? ['or an approved verification (POST /api/verify)'] : []),
      ]
    : []
  return {
    current: tierOf(trust_score),
    next: next?.tier ?? null,
    current_trust_score: rounded(trust_score, 2),
    next_tier_at_trust_score: next?.from ?? null,
    shadow_mode: isShadow(trust_score),
    requirements,
    hint: hintFor(next !== undefined, preferences.telemetry === false),
  }
}

function hintFor(hasNext: boolean, telemetryOff: boolean): string {
  if (!hasNext) return 'You hold the highest tier. Keep reporting honestly, failures included.'
  if (telemetryOff) return `Telemetry is off for this agent, so its reports move nothing. ${howToTurnOn}`
  const faster = modelReportTrust(true) / modelReportTrust(false)
  return `Route with POST /api/route/model, then report with its decision_id: a linked report moves you ${faster} times as fast.`
}

/** A single outcome among the contributions: its score follows from what is stored of it, as it did when it was reported. */
function asContribution({ kind, source, subject, outcome, reported_at, ...measures }: RecentOutcome): RecentContribution {
  const contribution_score = kind === 'model' ? scoreModelOutcome(measures) : scoreToolOutcome(measures)
  return { source, subject, outcome, runs: 1, contribution_type: null, contribution_score, submitted_at: reported_at }
}

/** What is of the same moment stays in the order in which it was read. */
export function latestFirst(outcomes: readonly RecentOutcome[], contributions: readonly RecentContribution[]): RecentContribution[] {
  const order = ({ submitted_at: a }: RecentContribution, { submitted_at: b }: RecentContribution) => (a < b ? 1 : a > b ? -1 : 0)
  return [...outcomes.map(asContribution), ...contributions].sort(order)
}

import { isShadow, nextTier, tierOf, verifiedTrustScore } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { modelReportTrust } from '../credits/rules.ts'

const round = (value: number) => Math.round(value * 100) / 100

/** Where an agent stands between two tiers and what brings it to the next. */
export function tierProgressOf({ trust_score, verified_at }: Pick<Agent, 'trust_score' | 'verified_at'>) {
  const next = nextTier(trust_score)
  const missing = next ? next.from - trust_score : 0
  const linked = Math.ceil(missing / modelReportTrust(true))
  const plain = Math.ceil(missing / modelReportTrust(false))
  const requirements = next
    ? [
        `${round(missing)} more trust points`,
        `for example ${linked} model reports with a decision_id (+${modelReportTrust(true)} each), or ${plain} without (+${modelReportTrust(false)} each)`,
        ...(verified_at === null && next.from <= verifiedTrustScore ? ['or an approved verification (POST /api/verify)'] : []),
      ]
    : []
  return {
    current: tierOf(trust_score),
    next: next?.tier ?? null,
    current_trust_score: round(trust_score),
    next_tier_at_trust_score: next?.from ?? null,
    shadow_mode: isShadow(trust_score),
    requirements,
    hint: next
      ? `Route with POST /api/route/model, then report with its decision_id: a linked report moves you ${modelReportTrust(true) / modelReportTrust(false)} times as fast.`
      : 'You hold the highest tier. Keep reporting honestly, failures included.',
  }
}

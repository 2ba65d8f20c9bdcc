import { highestTrustScore } from '../agents/rules.ts'
import { capPayment } from '../credits/rules.ts'
import { agentScope, type Balance, dayKey, dayOf, type LedgerEntry, networkScope, noBalance } from '../credits/store.ts'
import type { AcceptedOutcome, Outcome, Standing } from '../routing/evidence-sink.ts'
import { judgeLink, type LinkableDecision, type LinkResult } from '../routing/store.ts'
import type { Act, RecordResult, Terms } from './act.ts'
import { healthEveryMs, repeatKeyOf } from './rules.ts'

/** What the store holds about everything a batch of acts touches. */
export type Loaded = {
  agents: ReadonlyMap<string, Standing>
  balances: ReadonlyMap<string, Balance>
  day_totals: ReadonlyMap<string, number>
  decisions: ReadonlyMap<string, LinkableDecision>
  repeats: ReadonlySet<string>
  prior: ReadonlyMap<string, RecordResult>
}

export type Change = { credits_hundredths: number; reputation_hundredths: number; health_shown_at: string | null }

/** Everything a batch writes, ready for set-based statements. */
export type Batch = {
  results: (RecordResult | 'unknown_agent')[]
  accepted: AcceptedOutcome[]
  entries: LedgerEntry[]
  balances: Map<string, Change>
  day_totals: Map<string, { scope: string; day: string; credits_hundredths: number }>
  trust: Map<string, number>
  linked: Map<string, string>
  keyed: { act_key: string; agent_identity_id: string | null; result: RecordResult; recorded_at: string }[]
}

/** Decides act after act, each seeing what the ones before it did. */
export function decideBatch(loaded: Loaded, acts: readonly Act[]): Batch {
  const batch: Batch = {
    results: [],
    accepted: [],
    entries: [],
    balances: new Map(),
    day_totals: new Map(),
    trust: new Map(),
    linked: new Map(),
    keyed: [],
  }
  const seen = { repeats: new Set(loaded.repeats), prior: new Map(loaded.prior) }
  for (const act of acts) {
    const before = act.act_key === null ? undefined : seen.prior.get(act.act_key)
    if (before) {
      batch.results.push(before)
      continue
    }
    const standing = act.agent_identity_id === null ? null : loaded.agents.get(act.agent_identity_id)
    if (standing === undefined) {
      batch.results.push('unknown_agent')
      continue
    }
    const result = decideAct(act, standing, { loaded, batch, repeats: seen.repeats })
    batch.results.push(result)
    if (act.act_key === null) continue
    seen.prior.set(act.act_key, result)
    batch.keyed.push({ act_key: act.act_key, agent_identity_id: act.agent_identity_id, result, recorded_at: act.now })
  }
  return batch
}

type Working = { loaded: Loaded; batch: Batch; repeats: Set<string> }

function decideAct(act: Act, standing: Standing | null, working: Working): RecordResult {
  const link = decideLink(act, working)
  const terms: Terms = link === 'linked' && act.when_linked ? act.when_linked : act
  const newEvidence = addOutcomes(act, standing, link === 'linked', working)
  const base = { outcome_ids: act.outcomes.map(({ outcome_id }) => outcome_id), link, new_evidence: newEvidence }
  if (!standing) {
    const { credits_hundredths = 0, reputation_hundredths = 0 } = terms.payment ?? {}
    const balance = { credits_hundredths: 0, reputation_hundredths: 0 }
    return { ...base, credits_hundredths, reputation_hundredths, cut: null, balance, trust_score: null, health_due: false }
  }
  return { ...base, ...pay(act, standing, terms, working) }
}

function decideLink(act: Act, { loaded, batch }: Working): LinkResult | null {
  if (act.decision_id === undefined) return null
  if (batch.linked.has(act.decision_id)) return 'used'
  const link = judgeLink(loaded.decisions.get(act.decision_id), { ...act, decision_id: act.decision_id })
  if (link === 'linked') batch.linked.set(act.decision_id, act.now)
  return link
}

function addOutcomes(act: Act, standing: Standing | null, linked: boolean, { loaded, batch, repeats }: Working): number {
  const source = act.agent_identity_id ?? `network:${act.network}`
  const decision = linked && act.decision_id !== undefined ? loaded.decisions.get(act.decision_id) : undefined
  let newEvidence = 0
  for (const { task_fingerprint: _, ...given } of act.outcomes) {
    const repeat_key = decision
      ? `decision:${decision.decision_id}`
      : repeatKeyOf({ ...given, task_fingerprint: _ }, source, dayOf(act.now))
    const evidence = repeats.has(repeat_key) ? 0 : 1
    repeats.add(repeat_key)
    newEvidence += evidence
    const outcome: Outcome = {
      ...given,
      agent_identity_id: act.agent_identity_id,
      network: act.network,
      decision_id: decision?.decision_id ?? null,
      cluster: decision?.cluster ?? given.cluster,
      evidence,
      repeat_key,
      reported_at: act.now,
    }
    batch.accepted.push({ outcome, standing })
  }
  return newEvidence
}

type Paid = Omit<RecordResult, 'outcome_ids' | 'link' | 'new_evidence'>

function pay(act: Act, standing: Standing, terms: Terms, { loaded, batch }: Working): Paid {
  const { agent_identity_id } = standing
  const stored = loaded.balances.get(agent_identity_id) ?? noBalance
  const change = batch.balances.get(agent_identity_id) ?? { credits_hundredths: 0, reputation_hundredths: 0, health_shown_at: null }
  const trustBefore = Math.min(highestTrustScore, standing.trust_score + (batch.trust.get(agent_identity_id) ?? 0))
  const trustDelta = Math.max(-trustBefore, Math.min(terms.trust_delta, highestTrustScore - trustBefore))
  const { paid, cut } = terms.payment ? payUnderCaps(act, agent_identity_id, terms.payment, { loaded, batch }) : { paid: null, cut: null }
  const { credits_hundredths = 0, reputation_hundredths = 0 } = paid ?? {}
  if (terms.payment) {
    batch.entries.push({
      entry_id: act.entry_id,
      agent_identity_id,
      kind: terms.payment.kind,
      credits_hundredths,
      reputation_hundredths,
      trust_hundredths: Math.round(trustDelta * 100),
      act: act.act_key ?? `once:${act.entry_id}`,
      created_at: act.now,
    })
  }
  const shownAt = change.health_shown_at ?? stored.health_shown_at
  const health_due = shownAt === null || Date.parse(act.now) - Date.parse(shownAt) >= healthEveryMs
  const next: Change = {
    credits_hundredths: change.credits_hundredths + credits_hundredths,
    reputation_hundredths: change.reputation_hundredths + reputation_hundredths,
    health_shown_at: health_due ? act.now : change.health_shown_at,
  }
  batch.balances.set(agent_identity_id, next)
  if (trustDelta !== 0) batch.trust.set(agent_identity_id, (batch.trust.get(agent_identity_id) ?? 0) + trustDelta)
  return {
    credits_hundredths,
    reputation_hundredths,
    cut,
    balance: {
      credits_hundredths: stored.credits_hundredths + next.credits_hundredths,
      reputation_hundredths: stored.reputation_hundredths + next.reputation_hundredths,
    },
    trust_score: trustBefore + trustDelta,
    health_due,
  }
}

function payUnderCaps(
  act: Act,
  agentIdentityId: string,
  wanted: NonNullable<Terms['payment']>,
  { loaded, batch }: Omit<Working, 'repeats'>,
) {
  const day = dayOf(act.now)
  const earned = (scope: string) => {
    const key = dayKey({ scope, day })
    return (loaded.day_totals.get(key) ?? 0) + (batch.day_totals.get(key)?.credits_hundredths ?? 0)
  }
  const scopes = scopesOf(act, agentIdentityId)
  const network = scopes[1]
  const today = { agent_hundredths: earned(scopes[0]), network_hundredths: network === undefined ? null : earned(network) }
  const { paid, cut } = capPayment(wanted, today)
  for (const scope of scopes) {
    const key = dayKey({ scope, day })
    const sum = (batch.day_totals.get(key)?.credits_hundredths ?? 0) + paid.credits_hundredths
    batch.day_totals.set(key, { scope, day, credits_hundredths: sum })
  }
  return { paid, cut }
}

export function scopesOf(act: Act, agentIdentityId: string): [string, ...string[]] {
  return [agentScope(agentIdentityId), ...(act.network_capped ? [networkScope(act.network)] : [])]
}

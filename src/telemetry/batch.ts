import { highestTrustScore } from '../agents/rules.ts'
import { capPayment, earnedOn, earningDay, type Payment } from '../credits/rules.ts'
import { type Balance, type LedgerEntry, type NetworkDay, networkDayKey, noBalance } from '../credits/store.ts'
import { withSite } from '../network.ts'
import { judgeLink, type LinkableDecision, type LinkResult } from '../routing/decisions/link.ts'
import type { AcceptedOutcome, Outcome, Standing } from '../routing/evidence-sink.ts'
import { aliasOf } from '../routing/models/tiers.ts'
import type { Act, KeyedAct, NewOutcome, RecordResult, Terms } from './act.ts'
import { healthEveryMs } from './rules.ts'
import type { AgentState } from './store.ts'

/** What the store holds about everything a batch of acts touches. */
export type Loaded = {
  agents: ReadonlyMap<string, AgentState>
  network_days: ReadonlyMap<string, number>
  decisions: ReadonlyMap<string, LinkableDecision>
  repeats: ReadonlySet<string>
  prior: ReadonlyMap<string, RecordResult>
}

/** Everything a batch writes, ready for set-based statements. */
export type Batch = {
  results: (RecordResult | 'unknown_agent')[]
  accepted: AcceptedOutcome[]
  entries: LedgerEntry[]
  /** What changes, per agent. */
  balances: Map<string, Balance>
  network_days: Map<string, NetworkDay>
  trust: Map<string, number>
  linked: Map<string, string>
  /** What was said for the first time, by its repeat key, and when. */
  said: Map<string, string>
  keyed: KeyedAct[]
}

/** Decides act after act, each seeing what the ones before it did. */
export function decideBatch(loaded: Loaded, acts: readonly Act[]): Batch {
  const batch: Batch = {
    results: [],
    accepted: [],
    entries: [],
    balances: new Map(),
    network_days: new Map(),
    trust: new Map(),
    linked: new Map(),
    said: new Map(),
    keyed: [],
  }
  const seen = { repeats: new Set(loaded.repeats), prior: new Map(loaded.prior) }
  for (const act of acts) {
    const before = act.act_key === null ? undefined : seen.prior.get(act.act_key)
    if (before) {
      batch.results.push(before)
      continue
    }
    const agent = act.agent_identity_id === null ? null : loaded.agents.get(act.agent_identity_id)
    if (agent === undefined) {
      batch.results.push('unknown_agent')
      continue
    }
    if (agent?.telemetry === false) {
      batch.results.push(withoutStoring(agent.standing.trust_score, agent.balance))
      continue
    }
    const result = decideAct(act, agent, { loaded, batch, repeats: seen.repeats })
    batch.results.push(result)
    if (act.act_key === null) continue
    seen.prior.set(act.act_key, result)
    batch.keyed.push({ act_key: act.act_key, agent_identity_id: act.agent_identity_id, result, recorded_at: act.now })
  }
  return batch
}

type Working = { loaded: Loaded; batch: Batch; repeats: Set<string> }

/** The answer where telemetry is off: nothing happened. */
export function withoutStoring(trust_score: number | null, balance: Balance): RecordResult {
  const nothing = { credits_hundredths: 0, reputation_hundredths: 0, new_evidence: 0, cut: null, link: null, health_due: false }
  return { ...nothing, stored: false, outcome_ids: [], balance: amountsOf(balance), trust_score }
}

const amountsOf = ({ credits_hundredths, reputation_hundredths }: Balance) => ({ credits_hundredths, reputation_hundredths })

function decideAct(act: Act, agent: AgentState | null, working: Working): RecordResult {
  const link = decideLink(act, working)
  const terms: Terms = link === 'linked' && act.when_linked ? act.when_linked : act
  const newEvidence = addOutcomes(act, agent?.standing ?? null, link, working)
  const meant = link === 'linked' ? meantModel(act.outcomes[0], working.loaded.decisions.get(act.decision_id ?? '')) : undefined
  const base = {
    stored: true,
    outcome_ids: act.outcomes.map(({ outcome_id }) => outcome_id),
    link,
    new_evidence: newEvidence,
    ...(meant === undefined ? {} : { meant_model: meant }),
  }
  if (!agent) {
    const { credits_hundredths = 0, reputation_hundredths = 0 } = terms.payment ?? {}
    const balance = { credits_hundredths: 0, reputation_hundredths: 0 }
    return { ...base, credits_hundredths, reputation_hundredths, cut: null, balance, trust_score: null, health_due: false }
  }
  return { ...base, ...pay(act, agent, terms, working) }
}

function decideLink(act: Act, { loaded, batch }: Working): LinkResult | null {
  if (act.decision_id === undefined) return null
  if (batch.linked.has(act.decision_id)) return 'used'
  const link = judgeLink(loaded.decisions.get(act.decision_id), act)
  if (link === 'linked') batch.linked.set(act.decision_id, act.now)
  return link
}

/** A decision recommends a model under the alias of its tier, so a report on that alias means the recommended model. */
function meantModel(outcome: NewOutcome | undefined, decision: LinkableDecision | undefined): string | undefined {
  if (outcome?.kind !== 'model' || !decision || outcome.subject !== aliasOf(decision.tier)) return undefined
  return decision.recommended_model ?? undefined
}

/** The decision that the report follows. Other tools tried after a decision may be reported too: they earn no bonus, but the router learns from them. */
function followed(act: Act, link: LinkResult | null, { loaded }: Working): string | null {
  const decision = loaded.decisions.get(act.decision_id ?? '')
  if (!decision || link === null) return null
  if (link === 'linked') return decision.decision_id
  const isOwn = decision.agent_identity_id === act.agent_identity_id
  const inTime = judgeLink({ ...decision, linked_at: null }, act) === 'linked'
  return link === 'used' && isOwn && inTime ? decision.decision_id : null
}

function addOutcomes(act: Act, standing: Standing | null, link: LinkResult | null, working: Working): number {
  const { loaded, batch, repeats } = working
  const follows = followed(act, link, working)
  const decision = link === 'linked' && act.decision_id !== undefined ? loaded.decisions.get(act.decision_id) : undefined
  let newEvidence = 0
  for (const [i, reported] of act.outcomes.entries()) {
    const { task_fingerprint: _, ...given } = reported
    const repeat_key = decision ? `decision:${decision.decision_id}` : (act.repeat_keys[i] ?? '')
    const evidence = repeats.has(repeat_key) ? 0 : 1
    repeats.add(repeat_key)
    if (evidence === 1) batch.said.set(repeat_key, act.now)
    newEvidence += evidence
    const outcome: Outcome = {
      ...given,
      subject: meantModel(reported, decision) ?? given.subject,
      agent_identity_id: act.agent_identity_id,
      network: act.network,
      decision_id: decision?.decision_id ?? null,
      cluster: clusterOf(given, decision),
      evidence,
      reported_at: act.now,
    }
    batch.accepted.push({ outcome, standing, follows })
  }
  return newEvidence
}

/** The decision on a plan is kept under the work of its first step, which the tools of the others do not do. */
function clusterOf({ kind, cluster }: Pick<NewOutcome, 'kind' | 'cluster'>, decision: LinkableDecision | undefined): string {
  return decision && !(kind === 'tool' && decision.approach === 'multi_tool') ? decision.cluster : cluster
}

type Paid = Omit<RecordResult, 'outcome_ids' | 'link' | 'new_evidence' | 'stored'>

function pay(act: Act, { standing, balance: stored }: AgentState, terms: Terms, working: Omit<Working, 'repeats'>): Paid {
  const { batch } = working
  const { agent_identity_id } = standing
  const held = added(stored, batch.balances.get(agent_identity_id))
  const trustBefore = Math.min(highestTrustScore, standing.trust_score + (batch.trust.get(agent_identity_id) ?? 0))
  const trustDelta = Math.max(-trustBefore, Math.min(terms.trust_delta, highestTrustScore - trustBefore))
  const day = earningDay(held, act.now)
  const { paid, cut } = terms.payment ? payUnderCaps(act, terms.payment, { day, held, working }) : { paid: null, cut: null }
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
  const health_due = act.shows_health === true && isHealthDue(held, act.now)
  const change: Balance = {
    credits_hundredths,
    reputation_hundredths,
    earned_day: day,
    earned_hundredths: credits_hundredths,
    health_shown_at: health_due ? act.now : null,
  }
  batch.balances.set(agent_identity_id, added(batch.balances.get(agent_identity_id), change))
  if (trustDelta !== 0) batch.trust.set(agent_identity_id, (batch.trust.get(agent_identity_id) ?? 0) + trustDelta)
  const balance = amountsOf(added(held, change))
  return { credits_hundredths, reputation_hundredths, cut, balance, trust_score: trustBefore + trustDelta, health_due }
}

/** A time far in the future was written under a wrong clock. */
function isHealthDue({ health_shown_at }: Balance, now: string): boolean {
  return health_shown_at === null || Math.abs(Date.parse(now) - Date.parse(health_shown_at)) >= healthEveryMs
}

/** The same sum that the store makes of a stored balance and a change to it. */
function added(to: Balance | undefined, change: Balance | undefined): Balance {
  if (!to || !change) return to ?? change ?? noBalance
  return {
    credits_hundredths: to.credits_hundredths + change.credits_hundredths,
    reputation_hundredths: to.reputation_hundredths + change.reputation_hundredths,
    earned_day: change.earned_day,
    earned_hundredths: change.earned_hundredths + earnedOn(to, change.earned_day),
    health_shown_at: change.health_shown_at ?? to.health_shown_at,
  }
}

type Earning = { day: string; held: Balance; working: Omit<Working, 'repeats'> }

function payUnderCaps({ network, network_capped }: Act, wanted: Payment, { day, held, working: { loaded, batch } }: Earning) {
  const inBatch = (name: string) => batch.network_days.get(networkDayKey({ network: name, day }))?.credits_hundredths ?? 0
  const earned = (name: string) => (loaded.network_days.get(networkDayKey({ network: name, day })) ?? 0) + inBatch(name)
  const names = network_capped ? withSite(network) : []
  const [network_hundredths = null, site_hundredths = null] = names.map(earned)
  const capped = capPayment(wanted, { agent_hundredths: earnedOn(held, day), network_hundredths, site_hundredths })
  for (const name of names) {
    const credits_hundredths = inBatch(name) + capped.paid.credits_hundredths
    batch.network_days.set(networkDayKey({ network: name, day }), { network: name, day, credits_hundredths })
  }
  return capped
}

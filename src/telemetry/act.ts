import type { Cut, Payment } from '../credits/rules.ts'
import type { LinkResult } from '../routing/decisions/link.ts'
import type { Outcome } from '../routing/evidence-sink.ts'
import type { Queryable } from '../storage/store.ts'

/** An outcome as a capability hands it in; who, where, when and whether it is evidence is added while it is recorded. */
export type NewOutcome = Pick<
  Outcome,
  | 'outcome_id'
  | 'kind'
  | 'subject'
  | 'outcome'
  | 'success'
  | 'quality'
  | 'latency_ms'
  | 'cost_usd'
  | 'input_tokens'
  | 'output_tokens'
  | 'cluster'
  | 'source'
> & {
  /** Tells apart runs that look alike otherwise: a task fingerprint. Without one, equal reports of one day are repeats. */
  task_fingerprint?: string | undefined
}

export type Terms = { payment: Payment | null; trust_delta: number }

export type ActRequest = Terms & {
  /** What makes this act the same one when it is tried again; null when every call is a new act. */
  act_key: string | null
  agent_identity_id: string | null
  outcomes: readonly NewOutcome[]
  decision_id?: string | undefined
  /** What applies instead when the decision could be linked. */
  when_linked?: Terms
  /** Its answer has room for integration health, which is shown once in a while. */
  shows_health?: true
  /** What else it locks, besides its agent or network. */
  holds?: readonly string[]
  /** A further write of the same transaction. It runs first, may throw to refuse the act, and is not repeated on a retry. */
  also?: (tx: Queryable) => Promise<void>
}

export type Act = ActRequest & { entry_id: string; repeat_keys: readonly string[]; network: string; network_capped: boolean; now: string }

/** What is kept of an act with a key, so that a retry gets the same answer. */
export type KeyedAct = { act_key: string; agent_identity_id: string | null; result: RecordResult; recorded_at: string }

/** What recording did, or, for an act that was recorded before, what it did then. */
export type RecordResult = {
  /** False when the agent's preferences turn telemetry off: then nothing was stored or paid. */
  stored: boolean
  outcome_ids: string[]
  link: LinkResult | null
  /** The model that a reported alias stood for in the decision it was linked to. */
  meant_model?: string
  credits_hundredths: number
  reputation_hundredths: number
  cut: Cut
  balance: { credits_hundredths: number; reputation_hundredths: number }
  trust_score: number | null
  health_due: boolean
  new_evidence: number
}

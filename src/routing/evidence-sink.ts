import type { EntryKind } from '../credits/rules.ts'
import type { Queryable } from '../storage/store.ts'

/** What can be recommended, and reported on. */
export type Kind = 'tool' | 'model'

export type Outcome = {
  outcome_id: string
  kind: Kind
  subject: string
  agent_identity_id: string | null
  network: string
  outcome: string
  success: number
  quality: number | null
  latency_ms: number | null
  cost_usd: number | null
  input_tokens: number | null
  output_tokens: number | null
  decision_id: string | null
  cluster: string
  source: EntryKind
  /** 0 for a repeat of what the same source already said: kept and paid, but not new evidence. */
  evidence: number
  reported_at: string
}

/** Who reported, as the store had it in the same transaction; null for an anonymous report. */
export type Standing = { agent_identity_id: string; trust_score: number; verified_at: string | null }
/** `follows` is the decision that the report names, if it comes from the agent that got it, even one that was linked before. */
export type AcceptedOutcome = { outcome: Outcome; standing: Standing | null; follows?: string | null }

/**
 * Where recorded outcomes become evidence. `accept` saves what they change inside the recording transaction; `publish`
 * gets the very same array once that transaction is on disk, and carries the change to memory and to other processes.
 */
export type EvidenceSink = {
  accept: (tx: Queryable, outcomes: readonly AcceptedOutcome[]) => Promise<void>
  publish: (outcomes: readonly AcceptedOutcome[]) => void
}

declare module '../calls/operation.ts' {
  interface Context {
    evidenceSink: EvidenceSink
  }
}

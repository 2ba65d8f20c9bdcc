import { dayOf } from '../../storage/days.ts'
import type { AcceptedOutcome, Outcome } from '../evidence-sink.ts'
import type { Delta } from './book.ts'
import { addTally, tallyOf } from './tally.ts'

export type ConductDelta = { voice: string; network: string; first_at: string; linked: number; days: string[] }
/** What evidence is made from. */
export type EvidenceOutcome = Pick<
  Outcome,
  | 'kind'
  | 'subject'
  | 'cluster'
  | 'agent_identity_id'
  | 'network'
  | 'success'
  | 'quality'
  | 'latency_ms'
  | 'cost_usd'
  | 'decision_id'
  | 'evidence'
  | 'reported_at'
>
/** How the tool was defined at the time of an outcome. */
export type EraAt = (outcome: Pick<Outcome, 'kind' | 'subject' | 'reported_at'>) => string
/** What an outcome is filed under: a definition of its tool, and a name of the network it came from. */
export type Filing = { eraAt: EraAt; networkOf: (network: string) => string }

/** An agent speaks for itself; anonymous callers share the voice of their network. */
export function voiceOf({ agent_identity_id, network }: Pick<Outcome, 'agent_identity_id' | 'network'>): string {
  return agent_identity_id ?? `network:${network}`
}

export type Gathered = { deltas: Delta[]; conducts: ConductDelta[]; lastAt: string }
export type Gathering = {
  add: (outcome: EvidenceOutcome) => void
  /** How many rows of evidence are held. */
  size: () => number
  /** All that was gathered, in the order of its keys; the gathering is empty afterwards. */
  take: () => Gathered
}

/** Sums up outcomes before anything is written. */
export function createGathering({ eraAt, networkOf }: Filing): Gathering {
  let deltas = new Map<string, Delta>()
  let conducts = new Map<string, ConductDelta>()
  let lastAt = ''

  function addConduct(voice: string, { network, reported_at, decision_id }: EvidenceOutcome): void {
    const linked = decision_id === null ? 0 : 1
    const day = dayOf(reported_at)
    const held = conducts.get(voice)
    if (!held) {
      conducts.set(voice, { voice, network: networkOf(network), first_at: reported_at, linked, days: [day] })
      return
    }
    held.linked += linked
    if (reported_at < held.first_at) held.first_at = reported_at
    if (held.days.at(-1) !== day && !held.days.includes(day)) held.days.push(day)
  }

  return {
    add(outcome) {
      if (outcome.evidence !== 1) return
      const { kind, subject, cluster, reported_at } = outcome
      const voice = voiceOf(outcome)
      const era = eraAt(outcome)
      const key = `${kind}\0${subject}\0${era}\0${cluster}\0${voice}`
      const known = deltas.get(key)
      if (known) addTally(known.tally, tallyOf(outcome))
      else deltas.set(key, { kind, subject, era, cluster, voice, tally: tallyOf(outcome) })
      addConduct(voice, outcome)
      if (reported_at > lastAt) lastAt = reported_at
    },
    size: () => deltas.size,
    take() {
      const gathered = { deltas: inOrder(deltas), conducts: inOrder(conducts), lastAt }
      deltas = new Map()
      conducts = new Map()
      return gathered
    },
  }
}

/** By key, so that writers never wait for each other in a circle. */
function inOrder<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? [])
}

/** What outcomes change: one row per voice, subject and cluster, and one per voice. */
export function changesOf(accepted: readonly AcceptedOutcome[], filing: Filing): Gathered {
  const gathering = createGathering(filing)
  for (const { outcome } of accepted) gathering.add(outcome)
  return gathering.take()
}

import type { AcceptedOutcome, Outcome } from '../evidence-sink.ts'
import type { Delta } from './book.ts'
import { addTally, tallyOf } from './tally.ts'

export type ConductDelta = { voice: string; network: string; first_at: string; reports: number; linked: number; days: string[] }
/** How the tool was defined at the time of an outcome. */
export type EraAt = (outcome: Outcome) => string

/** An agent speaks for itself; whoever is anonymous speaks for its network. */
export function voiceOf({ agent_identity_id, network }: Pick<Outcome, 'agent_identity_id' | 'network'>): string {
  return agent_identity_id ?? `network:${network}`
}

/** What outcomes change, one delta per voice, subject and cluster, in a fixed order so that writers never wait for each other in a circle. */
export function deltasOf(accepted: readonly AcceptedOutcome[], eraAt: EraAt): Delta[] {
  const deltas = new Map<string, Delta>()
  for (const { outcome } of accepted) {
    if (outcome.evidence !== 1) continue
    const { kind, subject, cluster } = outcome
    const voice = voiceOf(outcome)
    const era = eraAt(outcome)
    const key = JSON.stringify([kind, subject, era, cluster, voice])
    const known = deltas.get(key)
    if (known) addTally(known.tally, tallyOf(outcome))
    else deltas.set(key, { kind, subject, era, cluster, voice, tally: tallyOf(outcome) })
  }
  return [...deltas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, delta]) => delta)
}

export function conductDeltasOf(accepted: readonly AcceptedOutcome[], networkOf: (network: string) => string): ConductDelta[] {
  const deltas = new Map<string, ConductDelta>()
  for (const { outcome } of accepted) {
    if (outcome.evidence !== 1) continue
    const voice = voiceOf(outcome)
    const day = outcome.reported_at.slice(0, 10)
    const linked = outcome.decision_id === null ? 0 : 1
    const known = deltas.get(voice)
    if (!known)
      deltas.set(voice, { voice, network: networkOf(outcome.network), first_at: outcome.reported_at, reports: 1, linked, days: [day] })
    else {
      known.reports++
      known.linked += linked
      if (outcome.reported_at < known.first_at) known.first_at = outcome.reported_at
      if (!known.days.includes(day)) known.days.push(day)
    }
  }
  return [...deltas.values()].sort((a, b) => (a.voice < b.voice ? -1 : 1))
}

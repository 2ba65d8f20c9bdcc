import { isShadow } from '../../agents/rules.ts'
import type { AcceptedOutcome } from '../evidence-sink.ts'
import type { EvidenceBook } from './book.ts'
import type { Conduct } from './conduct.ts'
import { changesOf, type EraAt, type Filing } from './deltas.ts'
import type { Definition } from './store.ts'

/** What the store just took in, added to memory in the same way. */
export function learnFrom(book: EvidenceBook, accepted: readonly AcceptedOutcome[], filing: Filing): void {
  const standings = new Map(accepted.flatMap(({ standing }) => (standing ? [[standing.agent_identity_id, standing] as const] : [])))
  const { deltas, conducts } = changesOf(accepted, filing)
  for (const delta of conducts) {
    const standing = standings.get(delta.voice)
    const known = book.conductOf(delta.voice)
    const fresh = delta.days.filter((day) => day > (known?.last_day ?? ''))
    const conduct: Conduct = {
      network: known?.network ?? delta.network,
      first_at_ms: known?.first_at_ms ?? Date.parse(delta.first_at),
      days: (known?.days ?? 0) + fresh.length,
      last_day: fresh.at(-1) ?? known?.last_day ?? '',
      linked: (known?.linked ?? 0) + delta.linked,
      agreement: known?.agreement ?? null,
      shadow: standing !== undefined && isShadow(standing.trust_score),
      anonymous: standing === undefined,
    }
    book.setConduct(delta.voice, conduct)
  }
  for (const delta of deltas) book.add(delta)
}

/** Under which definitions of tools the outcomes came in. */
export function definitionsOf(accepted: readonly AcceptedOutcome[], eraAt: EraAt): Definition[] {
  const definitions = new Map<string, Definition>()
  for (const { outcome } of accepted) {
    const defined_at = eraAt(outcome)
    if (defined_at !== '') definitions.set(outcome.subject, { slug: outcome.subject, defined_at })
  }
  return [...definitions.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

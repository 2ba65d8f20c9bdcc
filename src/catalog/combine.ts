import { present } from '../input/present.ts'
import { skillId } from './rules.ts'
import type { CatalogEntry } from './schema.ts'
import type { OperatorDecision, StoredSkill } from './store.ts'

/** One slug as the service shows it: shipped or stored, then what the operator decided about it. */
export function combine(
  slug: string,
  seed: CatalogEntry | undefined,
  stored: StoredSkill | undefined,
  decision: OperatorDecision | undefined,
): CatalogEntry | undefined {
  const base = stored ? storedEntry(stored) : seed
  if (!base) return undefined
  if (!decision) return base
  const overridden: CatalogEntry = { ...base, ...present(decision.override ?? {}), slug, pinned: decision.pinned }
  if (decision.banned) return { ...overridden, status: 'banned', status_reason: decision.note ?? 'banned by the operator' }
  return decision.pinned ? { ...overridden, status_reason: base.status_reason ?? decision.note } : overridden
}

function storedEntry({ slug, entry, origin, status, status_reason, defined_at }: StoredSkill): CatalogEntry {
  return { ...entry, id: skillId(slug), origin, status, status_reason, pinned: false, defined_at }
}

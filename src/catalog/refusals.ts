import { stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { nearestOf } from '../input/nearest.ts'
import type { Taxonomy } from './schema.ts'

/** The 404 for a slug that no entry has, with what was probably meant. */
export function unknownSkill(wanted: string, did_you_mean: string[]): ServiceError {
  const shown = excerpt(wanted, 128)
  const hint =
    did_you_mean.length > 0 ? `Did you mean ${did_you_mean.join(' or ')}?` : `Search with GET /api/skills?q=${encodeURIComponent(shown)}`
  const why = did_you_mean.length > 0 ? 'Search the catalog for it.' : 'Look for it in the catalog; nothing there has a name like this.'
  return new ServiceError('not_found', `There is no tool server "${shown}" in the catalog. ${hint}`, {
    did_you_mean,
    given: wanted,
    next_step: stepTo('service_search', { q: wanted }, why),
    docs: '/docs#search_skills',
  })
}

type Place = { kind: 'vertical' | 'workflow'; given: string | undefined; path?: string }

/** Refuses a vertical or workflow that the taxonomy lacks, with those it has; `path` is the field it came in where that has another name. */
export function requirePlace(taxonomy: Taxonomy, { kind, given, path = kind }: Place): void {
  const known = taxonomy[`${kind}s`]
  if (given !== undefined && !known.includes(given)) throw unlisted({ kind, given, known, path, docs: '/docs#taxonomy' })
}

type Unlisted = { kind: string; given: string; known: readonly string[]; path: string; docs: string }

/** The 404 for a slug that a short list lacks, with the whole list and what was probably meant. */
export function unlisted({ kind, given, known, path, docs }: Unlisted): ServiceError {
  const all = known.join(', ')
  return new ServiceError('not_found', `There is no ${kind} "${excerpt(given, 64)}". Use one of ${all}.`, {
    details: [{ path, message: `must be one of ${all}` }],
    did_you_mean: nearestIn(known, given),
    given,
    docs,
  })
}

const mostMeant = 3

/** If no slug is near as a whole, those with a word that begins like it: email, health. */
function nearestIn(known: readonly string[], given: string): string[] {
  const near = nearestOf(given, known, mostMeant)
  if (near.length > 0 || given.length < 3) return near
  return known.filter((slug) => slug.split('-').some((word) => word.startsWith(given))).slice(0, mostMeant)
}

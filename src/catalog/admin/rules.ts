import { nearestOf } from '../../input/nearest.ts'
import { definitionHash } from '../imported.ts'
import type { SkillFacts, Taxonomy } from '../schema.ts'
import type { OperatorDecision, StoredSkill } from '../store.ts'
import type { Action, SkillChange } from './schema.ts'

type OwnSkill = SkillChange & Pick<SkillFacts, 'slug' | 'canonical_name' | 'description'>

/** An operator's own entry, with plain defaults for what it did not say. */
export function ownEntry(given: OwnSkill): SkillFacts {
  const { slug, canonical_name, description } = given
  return {
    slug,
    canonical_name,
    description,
    publisher: given.publisher ?? null,
    official: given.official ?? false,
    repo_url: given.repo_url ?? null,
    license: given.license ?? null,
    languages: [],
    transports: given.transports ?? [],
    packages: given.packages ?? [],
    ...(given.remotes ? { remotes: given.remotes } : {}),
    github_stars: null,
    stars_as_of: null,
    listed_by: 0,
    choose_when: given.choose_when ?? '',
    avoid_when: given.avoid_when ?? '',
    ...(given.countries ? { countries: given.countries } : {}),
    aliases: given.aliases ?? [],
    capabilities: given.capabilities ?? [],
    tools: given.tools ?? [],
    requires: given.requires ?? [],
    pricing: given.pricing ?? 'unknown',
    cost_usd_per_run: given.cost_usd_per_run ?? null,
    verticals: given.verticals ?? [],
    workflows: given.workflows ?? [],
    examples: given.examples ?? [],
  }
}

/** The entry as it is saved, in place of `known` if that is there; it is newly defined only if it says that it is something else. */
export function ownSkill(
  entry: SkillFacts,
  known: StoredSkill | undefined,
  { identity_key, at }: { identity_key: string; at: string },
): StoredSkill {
  const definition_hash = definitionHash(entry)
  return {
    slug: entry.slug,
    identity_key,
    origin: 'operator',
    source: 'operator',
    source_id: null,
    definition_hash,
    status: 'active',
    status_reason: null,
    entry,
    added_at: known?.added_at ?? at,
    changed_at: at,
    defined_at: known?.definition_hash === definition_hash ? known.defined_at : at,
  }
}

/** The note on a ban is its reason: no earlier note becomes one, and only a ban or its end replaces it. */
export function noteAfter(
  { banned, note }: Pick<OperatorDecision, 'banned' | 'note'>,
  act: Action | 'override',
  given: string | undefined,
): string | null {
  if (act === (banned ? 'unban' : 'ban')) return given ?? null
  return banned && act !== 'ban' ? note : (given ?? note)
}

export type GivenPlaces = { [Field in 'verticals' | 'workflows' | 'capabilities']?: string[] | undefined }

/** What an entry names that the taxonomy lacks: a misspelt kind of work would match no task. */
export function unknownPlaces({ verticals, workflows, capabilities }: Taxonomy, given: GivenPlaces) {
  const known = { verticals, workflows, capabilities: Object.keys(capabilities) }
  return (['verticals', 'workflows', 'capabilities'] as const).flatMap((field) =>
    (given[field] ?? []).flatMap((name, at) =>
      known[field].includes(name) ? [] : [{ path: `${field}.${at}`, name, meant: nearestOf(name, known[field], 1)[0] }],
    ),
  )
}

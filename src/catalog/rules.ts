import { createHash } from 'node:crypto'
import type { Choice } from '../input/nearest.ts'
import type { CatalogEntry, SkillFacts, SkillOutput, SkillScores } from './schema.ts'

/** A tool server under the names by which people ask for it: many leave out the part that only says that it is one. */
export function choiceOf({ slug, aliases }: Pick<CatalogEntry, 'slug' | 'aliases'>): Choice {
  return { value: slug, names: [slug, withoutKind(slug), ...aliases] }
}

/** A slug without the part that nearly all of them share; no two become alike by losing it. */
export const withoutKind = (slug: string) => slug.replace(/-mcp(-server)?$|^mcp-(server-)?/i, '')

const namespace = Buffer.from('5f0c1f0e6d5b4f6b9a0e7d3a3b1c2d4e', 'hex')

/** The same id for the same slug on every installation (a version 5 UUID). */
export function skillId(slug: string): string {
  const hash = createHash('sha1').update(namespace).update(slug).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function seedEntry(facts: SkillFacts): CatalogEntry {
  return { ...facts, id: skillId(facts.slug), origin: 'seed', status: 'active', pinned: false, status_reason: null, defined_at: null }
}

/** Quarantined and banned entries are neither shown nor routed. */
export function isRoutable({ status }: Pick<CatalogEntry, 'status'>): boolean {
  return status === 'active' || status === 'provisional'
}

/** The operator's own catalog: what it added or imported, and the shipped entries that it pinned. */
export function isOwn({ origin, pinned }: Pick<CatalogEntry, 'origin' | 'pinned'>): boolean {
  return origin !== 'seed' || pinned
}

export type Filters = { vertical?: string | undefined; workflow?: string | undefined }

export function matches(entry: CatalogEntry, { vertical, workflow }: Filters): boolean {
  return (!vertical || entry.verticals.includes(vertical)) && (!workflow || entry.workflows.includes(workflow))
}

export type Ranked = { entry: CatalogEntry; scores: SkillScores }

/** Pinned entries first, then by score or stars; an unknown star count comes last, ties go by slug so that pages never shift. */
export function bySort(sort: 'score' | 'stars'): (a: Ranked, b: Ranked) => number {
  const value = ({ entry, scores }: Ranked) => (sort === 'stars' ? (entry.github_stars ?? -1) : scores.overall_score)
  return (a, b) =>
    Number(b.entry.pinned) - Number(a.entry.pinned) ||
    value(b) - value(a) ||
    b.scores.value_score - a.scores.value_score ||
    (a.entry.slug < b.entry.slug ? -1 : 1)
}

export function skillOf(entry: CatalogEntry, scores: SkillScores): SkillOutput {
  return {
    id: entry.id,
    slug: entry.slug,
    canonical_name: entry.canonical_name,
    description: entry.description,
    choose_when: entry.choose_when,
    avoid_when: entry.avoid_when,
    publisher: entry.publisher,
    official: entry.official,
    repo_url: entry.repo_url,
    license: entry.license,
    transports: entry.transports,
    packages: entry.packages,
    remotes: entry.remotes ?? [],
    requires: entry.requires,
    pricing: entry.pricing,
    cost_usd_per_run: entry.cost_usd_per_run,
    countries: entry.countries ?? [],
    capabilities: entry.capabilities,
    verticals: entry.verticals,
    workflows: entry.workflows,
    aliases: entry.aliases,
    tools: entry.tools,
    skill_scores: scores,
    skill_metrics: {
      github_stars: entry.github_stars ?? 0,
      stars_counted: entry.github_stars !== null,
      stars_as_of: entry.stars_as_of,
      listed_by: entry.listed_by,
    },
    status: entry.status,
  }
}

import { createHash } from 'node:crypto'
import { stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { type Choice, nearestOf } from '../input/nearest.ts'
import { rounded } from '../rounded.ts'
import {
  type CatalogEntry,
  type Components,
  components,
  type SkillFacts,
  type SkillOutput,
  type SkillScores,
  type Taxonomy,
} from './schema.ts'

/** The 404 for a slug that no entry has, with what was probably meant. */
export function unknownSkill(wanted: string, did_you_mean: string[]): ServiceError {
  const shown = wanted.slice(0, 128).toWellFormed()
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

/** A tool server under the names by which people ask for it: many leave out the part that only says that it is one. */
export function choiceOf({ slug, aliases }: Pick<CatalogEntry, 'slug' | 'aliases'>): Choice {
  return { value: slug, names: [slug, withoutKind(slug), ...aliases] }
}

/** A slug without what nearly all of them share, so that this makes no two alike. */
export const withoutKind = (slug: string) => slug.replace(/-mcp(-server)?$|^mcp-(server-)?/i, '')

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
  return new ServiceError('not_found', `There is no ${kind} "${given.slice(0, 64)}". Use one of ${all}.`, {
    details: [{ path, message: `must be one of ${all}` }],
    did_you_mean: nearestIn(known, given),
    given,
    docs,
  })
}

const mostMeant = 3

/** Where none is near as a whole, those of which a word begins like it: email, health. */
function nearestIn(known: readonly string[], given: string): string[] {
  const near = nearestOf(given, known, mostMeant)
  if (near.length > 0 || given.length < 3) return near
  return known.filter((slug) => slug.split('-').some((word) => word.startsWith(given))).slice(0, mostMeant)
}

export const valueWeights: Readonly<Components> = { output_quality: 0.35, reliability: 0.25, efficiency: 0.15, cost: 0.15, trust: 0.1 }

/** The sum of the components, each times its weight. */
export function weighed(parts: Components, weights: Readonly<Components>): number {
  return components.reduce((sum, name) => sum + weights[name] * parts[name], 0)
}

/** The contract's value score. */
export function valueScore(parts: Components): number {
  return asScore(weighed(parts, valueWeights))
}

/** The same weights without the price: how good it is, regardless of cost. */
export function overallScore(parts: Components): number {
  return asScore(weighed(parts, { ...valueWeights, cost: 0 }) / (1 - valueWeights.cost))
}

/** The scores of an entry from its five components and the evidence behind them. */
export function scoresFrom(parts: Components, evidenceCount: number): SkillScores {
  const components: Components = {
    output_quality: asScore(parts.output_quality),
    reliability: asScore(parts.reliability),
    efficiency: asScore(parts.efficiency),
    cost: asScore(parts.cost),
    trust: asScore(parts.trust),
  }
  return {
    overall_score: overallScore(components),
    value_score: valueScore(components),
    ...components,
    evidence_count: evidenceCount,
    is_prior: evidenceCount === 0,
  }
}

/** Between 0 and 10, to two digits. */
const asScore = (value: number) => rounded(Math.min(10, Math.max(0, value)), 2)

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

import type { Queryable, Store } from '../storage/store.ts'
import { packageKey, repositoryKey, slugChoices } from './identity.ts'
import { addReport, type Candidate, type CatalogState, planImport, readBatch } from './import-plan.ts'
import type { ImportReport, SkillFacts, Taxonomy } from './schema.ts'
import { allDecisions, holdCatalog, type ImportState, saveImport, saveSkills, skillsByIdentity, skillsBySlug } from './store.ts'

type ImportParts = {
  store: Store
  seed: { skills: readonly SkillFacts[]; taxonomy: Taxonomy }
  source: string
  /** Whether the source's word counts for what is official, for stars and for how often a server is listed. */
  isTrusted: boolean
  now: () => Date
  report: ImportReport
}

/** Without a repository it comes back from another Waymark under the name it has in its registry. */
const placeOfShipped = ({ slug, repo_url }: SkillFacts) => (repo_url ? repositoryKey(repo_url) : `name:waymark-${slug}`)

/** Whatever one that ships is known by, with the place it is at. */
function placesByIdentity(skills: readonly SkillFacts[]): Map<string, string> {
  const identities = skills.flatMap((facts) => {
    const place = placeOfShipped(facts)
    return [place, ...facts.packages.map(packageKey)].map((identity) => [identity, place] as const)
  })
  return new Map(identities)
}

/** The one way in for outside entries. Each batch is one transaction, together with how far the source has been read. */
export function startImport({ store, seed, source, isTrusted, now, report }: ImportParts) {
  const seedSlugs = new Set(seed.skills.map(({ slug }) => slug))
  const seedByIdentity = placesByIdentity(seed.skills)
  const seen = new Set<string>()

  async function catalogStateFor(tx: Queryable, candidates: readonly Candidate[]): Promise<CatalogState> {
    const identities = candidates.map(({ imported }) => imported.identity_key)
    const slugs = candidates.flatMap(({ imported }) => slugChoices(imported.wanted_slug, imported.entry.publisher, imported.identity_key))
    const stored = await skillsByIdentity(tx, [...new Set(identities)])
    const named = await skillsBySlug(tx, [...new Set(slugs)])
    const decisions = await allDecisions(tx)
    return {
      seedByIdentity,
      seedSlugs,
      byIdentity: new Map(stored.map((skill) => [skill.identity_key, skill])),
      bySlug: new Map([...stored, ...named].map((skill) => [skill.slug, skill])),
      pinned: new Set(decisions.filter(({ pinned }) => pinned).map(({ slug }) => slug)),
    }
  }

  /** Imports a batch and gives the slugs that changed. */
  async function take(docs: readonly { place: string; doc: unknown }[], state?: Omit<ImportState, 'updated_at'>): Promise<string[]> {
    const candidates = readBatch(docs, { taxonomy: seed.taxonomy, isTrusted, report })
    const plan = await store.transaction(async (tx) => {
      await holdCatalog(tx)
      const at = now().toISOString()
      const planned = planImport(candidates, await catalogStateFor(tx, candidates), { source, isTrusted, now: at, seen })
      await saveSkills(tx, planned.save)
      if (state) await saveImport(tx, { ...state, updated_at: at })
      return planned
    })
    // Only now, since a transaction may be tried several times.
    addReport(report, plan.report)
    for (const identity of plan.settled) seen.add(identity)
    return plan.save.map(({ slug }) => slug)
  }
  return { take }
}

import type { Store } from '../store.ts'
import { repositoryKey, slugChoices } from './identity.ts'
import { type Candidate, type ImportReport, planImport, readBatch, type Standing } from './import-plan.ts'
import type { SkillFacts, Taxonomy } from './schema.ts'
import { allDecisions, type ImportState, saveImport, saveSkills, skillsByIdentity, skillsBySlug } from './store.ts'

export type ImportRun = {
  store: Store
  seed: { skills: readonly SkillFacts[]; taxonomy: Taxonomy }
  source: string
  now: () => Date
  report: ImportReport
}

/** The one way in for outside entries. Each batch is one transaction, together with how far the source has been read. */
export function startImport({ store, seed, source, now, report }: ImportRun) {
  const seedSlugs = new Set(seed.skills.map(({ slug }) => slug))
  // What ships without a repository comes back from another Waymark under the name it has in its registry.
  const seedByIdentity = new Map(
    seed.skills.map(({ slug, repo_url }) => [repo_url ? repositoryKey(repo_url) : `name:waymark-${slug}`, slug] as const),
  )
  const seen = new Set<string>()

  async function standingFor(candidates: readonly Candidate[], pinned: ReadonlySet<string>): Promise<Standing> {
    const identities = candidates.map(({ imported }) => imported.identity_key)
    const slugs = candidates.flatMap(({ imported }) => slugChoices(imported.wanted_slug, imported.entry.publisher, imported.identity_key))
    const [stored, named] = await Promise.all([skillsByIdentity(store, [...new Set(identities)]), skillsBySlug(store, [...new Set(slugs)])])
    return {
      seedByIdentity,
      seedSlugs,
      byIdentity: new Map(stored.map((skill) => [skill.identity_key, skill])),
      bySlug: new Map([...stored, ...named].map((skill) => [skill.slug, skill])),
      pinned,
    }
  }

  /** Imports a batch and gives the slugs that changed. */
  async function take(docs: readonly { place: string; doc: unknown }[], state?: Omit<ImportState, 'updated_at'>): Promise<string[]> {
    const candidates = readBatch(docs, seed.taxonomy, report)
    const decisions = await allDecisions(store)
    const pinned = new Set(decisions.filter((decision) => decision.pinned).map(({ slug }) => slug))
    const standing = await standingFor(candidates, pinned)
    const save = planImport(candidates, standing, { source, now: now().toISOString(), seen }, report)
    await store.transaction(async (tx) => {
      await saveSkills(tx, save)
      if (state) await saveImport(tx, { ...state, updated_at: now().toISOString() })
    })
    return save.map(({ slug }) => slug)
  }
  return { take }
}

import { areNeighbours, isOfOwner, packageKey, reservedSlug, slugChoices } from './identity.ts'
import { type Imported, importedOf } from './imported.ts'
import { readOutside } from './outside.ts'
import type { ImportReport, Status, Taxonomy } from './schema.ts'
import type { StoredSkill } from './store.ts'

export function emptyReport(): ImportReport {
  return { read: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, quarantined: 0, reasons: {} }
}

const mostExamples = 3
export const longestPlace = 100

/** The end of a long path says the most: the file, and the entry in it. */
export const shortPlace = (place: string) =>
  place.length > longestPlace ? `…${place.slice(1 - longestPlace).replace(/^[\uDC00-\uDFFF]/, '')}` : place

export function note(report: ImportReport, reason: string, example: string): void {
  const known = report.reasons[reason] ?? { count: 0, examples: [] }
  report.reasons[reason] = known
  known.count++
  if (known.examples.length < mostExamples && example) known.examples.push(shortPlace(example))
}

export function addReport(total: ImportReport, part: ImportReport): void {
  for (const field of ['read', 'added', 'changed', 'unchanged', 'skipped', 'quarantined'] as const) total[field] += part[field]
  for (const [reason, { count, examples }] of Object.entries(part.reasons)) {
    const known = total.reasons[reason] ?? { count: 0, examples: [] }
    total.reasons[reason] = { count: known.count + count, examples: [...known.examples, ...examples].slice(0, mostExamples) }
  }
}

/** What the plan must know of the catalog as it stands; slugs and identities that are taken already. */
export type CatalogState = {
  /** The place of what ships with Waymark, by its repository and by each of its packages. */
  seedByIdentity: ReadonlyMap<string, string>
  seedSlugs: ReadonlySet<string>
  byIdentity: ReadonlyMap<string, StoredSkill>
  bySlug: ReadonlyMap<string, StoredSkill>
  pinned: ReadonlySet<string>
}

export type Candidate = { place: string; imported: Imported }

type Reading = { taxonomy: Taxonomy; isTrusted: boolean; report: ImportReport }

/** Reads and cleans a batch of outside documents; what cannot be used goes into the report. */
export function readBatch(docs: readonly { place: string; doc: unknown }[], { taxonomy, isTrusted, report }: Reading): Candidate[] {
  return docs.flatMap(({ place, doc }) => {
    report.read++
    const answer = readOutside(doc)
    const imported = 'skip' in answer ? answer : importedOf(answer.server, taxonomy, isTrusted)
    if (!('skip' in imported)) return [{ place, imported }]
    report.skipped++
    note(report, imported.skip, place)
    return []
  })
}

const deletedAtSource = 'deleted at its source'
const sameRepository = 'same repository as an earlier one'

type ImportRun = { source: string; isTrusted: boolean; now: string; seen: ReadonlySet<string> }
type Plan = { save: StoredSkill[]; settled: Set<string>; report: ImportReport }

/**
 * Decides for each candidate whether it is new, changed, the same or not wanted, and which identities are settled by it for
 * the rest of the run. Pure: the caller saves what it answers.
 */
export function planImport(candidates: readonly Candidate[], state: CatalogState, run: ImportRun): Plan {
  const taken = new Map([...state.bySlug].map(([slug, skill]) => [slug, skill.identity_key]))
  const plan: Plan = { save: [], settled: new Set(), report: emptyReport() }
  for (const { place, imported } of ownersFirst(candidates)) {
    const { identity_key } = imported
    const isSeen = run.seen.has(identity_key) && !isRightful(imported, state.byIdentity.get(identity_key))
    const reason = isSeen || plan.settled.has(identity_key) ? sameRepository : reasonToSkip(imported, state, run)
    if (reason) {
      plan.report.skipped++
      note(plan.report, reason, place)
      continue
    }
    const stored = state.byIdentity.get(identity_key)
    const slug = stored?.slug ?? freeSlug(imported, state.seedSlugs, taken)
    taken.set(slug, identity_key)
    const next = nextState({ ...imported, entry: { ...imported.entry, slug } }, stored, run)
    if (next) plan.save.push(next)
    if (next || !imported.deleted) plan.settled.add(identity_key)
    count(plan.report, stored, next, slug)
  }
  return plan
}

function reasonToSkip(imported: Imported, state: CatalogState, run: ImportRun): string | undefined {
  if (isShipped(imported, state)) return 'ships with Waymark, reviewed'
  const stored = state.byIdentity.get(imported.identity_key)
  if (!stored) return imported.deleted ? deletedAtSource : undefined
  if (stored.origin === 'operator') return 'kept by the operator'
  if (state.pinned.has(stored.slug)) return 'pinned by the operator'
  return isTwin(imported, stored, run) ? sameRepository : undefined
}

/** An image or a package may hold all servers of a repository, so sharing it does not make one of two that have folders of their own. */
const isShipped = ({ identity_key, identities }: Imported, { seedByIdentity }: CatalogState) =>
  identities.some((identity) => {
    const place = seedByIdentity.get(identity)
    return place !== undefined && !areNeighbours(place, identity_key)
  })

const isByOwner = ({ source_id, entry: { repo_url } }: Pick<StoredSkill | Imported, 'source_id' | 'entry'>) =>
  isOfOwner(source_id, repo_url)

/** Of two that name the same repository, the owner's comes first. */
const ownersFirst = (candidates: readonly Candidate[]) =>
  candidates.toSorted((a, b) => Number(isByOwner(b.imported)) - Number(isByOwner(a.imported)))

/** Whoever names a repository before its owner does must not keep the owner out. */
const isRightful = (imported: Imported, stored: StoredSkill | undefined) =>
  stored !== undefined && !imported.deleted && isByOwner(imported) && !isByOwner(stored)

/**
 * A second server of the same repository does not redefine an entry, unless the first was deleted at its source, which is a rename, or is
 * not of the repository's owner. Which repository it is of is its publisher's word alone, so one from elsewhere, under another name, does so
 * only if the operator vouches for it.
 */
function isTwin(imported: Imported, stored: StoredSkill, { source, isTrusted }: Pick<ImportRun, 'source' | 'isTrusted'>): boolean {
  if (stored.source_id === null || stored.source_id === imported.source_id) return false
  if (stored.source !== source) return !isTrusted
  return imported.deleted || (stored.status_reason !== deletedAtSource && !isRightful(imported, stored))
}

function freeSlug(
  { wanted_slug, identity_key, entry }: Imported,
  seedSlugs: ReadonlySet<string>,
  taken: ReadonlyMap<string, string>,
): string {
  const choices = slugChoices(wanted_slug, entry.publisher, identity_key)
  const isFree = (slug: string) => slug !== reservedSlug && !seedSlugs.has(slug) && (taken.get(slug) ?? identity_key) === identity_key
  return choices.find(isFree) ?? choices.at(-1)!
}

const placesOf = ({ packages, remotes = [] }: Imported['entry']) => [...packages.map(packageKey), ...remotes.map(({ url }) => url)]

/** Its definition changed, or it is offered at a new place (a package or an address), where other code may run. */
function isRedefined({ definition_hash, entry }: Imported, stored: StoredSkill | undefined): boolean {
  if (stored?.definition_hash !== definition_hash) return true
  const known = new Set(placesOf(stored.entry))
  return placesOf(entry).some((place) => !known.has(place))
}

function nextState(imported: Imported, stored: StoredSkill | undefined, run: Pick<ImportRun, 'source' | 'now'>): StoredSkill | undefined {
  const { status, status_reason } = statusOf(imported, stored)
  const hasNewDefinition = isRedefined(imported, stored)
  const isSameText = stored && JSON.stringify(stored.entry) === JSON.stringify(imported.entry)
  if (isSameText && stored.status === status) return undefined
  return {
    slug: imported.entry.slug,
    identity_key: imported.identity_key,
    origin: 'import',
    source: run.source,
    source_id: imported.source_id,
    definition_hash: imported.definition_hash,
    status,
    status_reason,
    entry: imported.entry,
    added_at: stored?.added_at ?? run.now,
    changed_at: run.now,
    defined_at: stored && !hasNewDefinition ? stored.defined_at : run.now,
  }
}

/**
 * Once in quarantine, only the operator lets an entry out, whatever it says now. A provisional one is routed: that its definition
 * is new reaches the evidence by `defined_at`; the status itself only says that the operator has not reviewed it yet.
 */
function statusOf(imported: Imported, stored: StoredSkill | undefined): { status: Status; status_reason: string | null } {
  const hasNewDefinition = isRedefined(imported, stored)
  if (imported.deleted) return { status: 'quarantined', status_reason: deletedAtSource }
  if (stored && !hasNewDefinition) return { status: stored.status, status_reason: stored.status_reason }
  if (imported.quarantine) return { status: 'quarantined', status_reason: imported.quarantine }
  if (stored?.status === 'quarantined') return { status: 'quarantined', status_reason: stored.status_reason }
  return { status: 'provisional', status_reason: stored ? 'its definition changed' : 'imported, not reviewed yet' }
}

function count(report: ImportReport, stored: StoredSkill | undefined, next: StoredSkill | undefined, slug: string): void {
  if (!next) report.unchanged++
  else if (stored) report.changed++
  else report.added++
  if (next?.status !== 'quarantined') return
  report.quarantined++
  note(report, `quarantined: ${next.status_reason}`, slug)
}

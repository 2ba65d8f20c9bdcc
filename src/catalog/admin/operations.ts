import { type Context, operation } from '../../calls/operation.ts'
import { ServiceError } from '../../errors.ts'
import { present } from '../../input/present.ts'
import { repositoryKey } from '../identity.ts'
import { emptyReport } from '../import-plan.ts'
import { startImport } from '../record.ts'
import { type CatalogEntry, importReport } from '../schema.ts'
import {
  activateSkill,
  decisionOn,
  deleteDecision,
  deleteSkill,
  holdCatalog,
  type OperatorDecision,
  type StoredSkill,
  saveDecision,
  saveSkills,
  skillsByIdentity,
  skillsBySlug,
} from '../store.ts'
import { type GivenPlaces, noteAfter, ownEntry, ownSkill, unknownPlaces } from './rules.ts'
import {
  type AdminEntry,
  adminEntry,
  decideInput,
  importInput,
  listInput,
  listOutput,
  overrideInput,
  ownSkillInput,
  removeInput,
  removeOutput,
} from './schema.ts'

const group = 'operator'

function shown(entry: CatalogEntry): AdminEntry {
  const { slug, canonical_name, description, repo_url, origin, status, status_reason, pinned, tools } = entry
  return { slug, canonical_name, description, repo_url, origin, status, status_reason, pinned, tools }
}

function requireEntry({ catalog }: Context, wanted: string): CatalogEntry {
  const entry = catalog.find(wanted)
  if (entry) return entry
  throw new ServiceError('not_found', `No entry has the slug "${wanted}". List them: GET /api/admin/catalog.`, {
    did_you_mean: catalog.nearest(wanted),
  })
}

const listEntries = operation({
  name: 'admin_list_skills',
  group,
  http: 'GET /api/admin/catalog',
  summary: 'Entries by status and origin, quarantined and banned ones included',
  effect: 'read',
  access: 'admin',
  input: listInput,
  output: listOutput,
  example: { status: 'quarantined' },
  async run({ catalog }, { status, origin, limit, offset }) {
    const found = catalog.everything().filter((entry) => (!status || entry.status === status) && (!origin || entry.origin === origin))
    // One order, so that pages fit together whichever process answers.
    found.sort((a, b) => (a.slug < b.slug ? -1 : 1))
    return { entries: found.slice(offset, offset + limit).map(shown), total: found.length }
  },
})

const addEntry = operation({
  name: 'admin_add_skill',
  group,
  http: 'POST /api/admin/catalog',
  summary: 'Add an entry of your own, or replace one you added',
  effect: 'idempotent_write',
  access: 'admin',
  input: ownSkillInput,
  output: adminEntry,
  example: {
    slug: 'intranet-search-mcp',
    canonical_name: 'Intranet Search',
    description: 'Searches the pages of our intranet.',
    aliases: ['intranet'],
  },
  logged: ({ slug }) => ({ slug }),
  async run(context, input) {
    const { store, catalog, now } = context
    refuseUnknownPlaces(context, input)
    const entry = ownEntry(input)
    const identity_key = input.repo_url ? repositoryKey(input.repo_url) : `own:${input.slug}`
    await store.transaction(async (tx) => {
      await holdCatalog(tx)
      const [known] = await skillsBySlug(tx, [entry.slug])
      const [sameRepository] = await skillsByIdentity(tx, [identity_key])
      refuseTaken(context, { slug: entry.slug, identity_key }, { known, sameRepository })
      const at = now().toISOString()
      await saveSkills(tx, [ownSkill(entry, known, { identity_key, at })])
      const decision = await decisionOn(tx, entry.slug)
      // What was changed about the replaced entry would hide the new one.
      if (decision.override) await saveDecision(tx, { ...decision, override: null, decided_at: at })
    })
    await catalog.changed([entry.slug])
    return shown(requireEntry(context, entry.slug))
  },
})

const conflict = (message: string) => new ServiceError('conflict', message)

type Held = { known: StoredSkill | undefined; sameRepository: StoredSkill | undefined }

/** A slug belongs to one entry, and so does a repository; an operator replaces only what it added itself. */
function refuseTaken({ catalog }: Context, { slug, identity_key }: Pick<StoredSkill, 'slug' | 'identity_key'>, held: Held): void {
  const { known, sameRepository } = held
  const isShipped = !known && catalog.find(slug) !== undefined
  if (isShipped || known?.origin === 'import')
    throw conflict(`The slug ${slug} is taken. Change that entry with PUT /api/admin/catalog/${slug}.`)
  const holder = sameRepository ?? catalog.shipped.find(({ repo_url }) => repo_url && repositoryKey(repo_url) === identity_key)
  if (holder && holder.slug !== slug)
    throw conflict(`This repository is in the catalog as ${holder.slug}. Change that entry with PUT /api/admin/catalog/${holder.slug}.`)
}

function refuseUnknownPlaces({ catalog }: Context, given: GivenPlaces): void {
  const unknown = unknownPlaces(catalog.taxonomy, given)
  if (unknown.length === 0) return
  const names = unknown.map(({ name, meant }) => (meant ? `${name} (did you mean ${meant}?)` : name))
  throw new ServiceError('invalid_input', `Not in the taxonomy: ${names.join(', ')}. See GET /api/taxonomy.`, {
    details: unknown.map(({ path, name }) => ({ path, message: `${name} is not in the taxonomy` })),
    docs: '/docs#taxonomy',
  })
}

type Undated = Omit<OperatorDecision, 'decided_at'>

/** Reads, changes and saves what was decided about a slug, as one act. */
async function decide({ store, catalog, now }: Context, wanted: string, change: (decision: Undated) => Undated): Promise<void> {
  await store.transaction(async (tx) => {
    await holdCatalog(tx)
    await saveDecision(tx, { ...change(await decisionOn(tx, wanted)), decided_at: now().toISOString() })
  })
  await catalog.changed([wanted])
}

const overrideEntry = operation({
  name: 'admin_override_skill',
  group,
  http: 'PUT /api/admin/catalog/{slug}',
  summary: 'Change what the catalog says about an entry; imports and updates keep the change',
  effect: 'idempotent_write',
  access: 'admin',
  input: overrideInput,
  output: adminEntry,
  example: { slug: 'github-mcp-server', choose_when: 'Always for our own repositories.' },
  logged: ({ slug }) => ({ slug }),
  async run(context, { slug: wanted, note, ...change }) {
    requireEntry(context, wanted)
    refuseUnknownPlaces(context, change)
    await decide(context, wanted, (decision) => ({
      ...decision,
      note: noteAfter(decision, 'override', note),
      override: { ...decision.override, ...present(change) },
    }))
    return shown(requireEntry(context, wanted))
  },
})

const decideEntry = operation({
  name: 'admin_decide_skill',
  group,
  http: 'POST /api/admin/catalog/{slug}/decide',
  summary: 'Pin, ban or release an entry, or take that back',
  effect: 'idempotent_write',
  access: 'admin',
  input: decideInput,
  output: adminEntry,
  example: { slug: 'github-mcp-server', action: 'pin' },
  logged: ({ slug, action }) => ({ slug, action }),
  async run(context, { slug: wanted, action, note }) {
    const entry = requireEntry(context, wanted)
    if (action === 'release') await release(context, entry, note)
    else {
      await decide(context, wanted, (decision) => ({
        ...decision,
        pinned: action === 'pin' || (action !== 'unpin' && decision.pinned),
        banned: action === 'ban' || (action !== 'unban' && decision.banned),
        override: action === 'clear_override' ? null : decision.override,
        note: noteAfter(decision, action, note),
      }))
    }
    return shown(requireEntry(context, wanted))
  },
})

async function release({ store, catalog, now }: Context, { slug: wanted, status }: CatalogEntry, note: string | undefined): Promise<void> {
  const at = now().toISOString()
  await store.transaction(async (tx) => {
    await holdCatalog(tx)
    if (!(await activateSkill(tx, wanted, at)))
      throw conflict(`${wanted} is ${status}: only quarantined and provisional entries can be released.`)
    if (note === undefined) return
    const decision = await decisionOn(tx, wanted)
    await saveDecision(tx, { ...decision, note: noteAfter(decision, 'release', note), decided_at: at })
  })
  await catalog.changed([wanted])
}

const removeEntry = operation({
  name: 'admin_remove_skill',
  group,
  http: 'DELETE /api/admin/catalog/{slug}',
  summary: 'Remove an entry that you added or imported',
  effect: 'destructive',
  access: 'admin',
  input: removeInput,
  output: removeOutput,
  example: { slug: 'intranet-search-mcp' },
  logged: ({ slug }) => ({ slug }),
  async run(context, { slug: wanted }) {
    const { store, catalog } = context
    if (requireEntry(context, wanted).origin === 'seed') throw conflict(`${wanted} ships with the service: ban it instead.`)
    await store.transaction(async (tx) => {
      await holdCatalog(tx)
      await deleteSkill(tx, wanted)
      await deleteDecision(tx, wanted)
    })
    await catalog.changed([wanted])
    return { removed: wanted }
  },
})

const importEntries = operation({
  name: 'admin_import_skills',
  group,
  http: 'POST /api/admin/catalog/import',
  summary: 'Import server descriptions into the running service',
  effect: 'idempotent_write',
  access: 'admin',
  input: importInput,
  output: importReport,
  example: {
    source: 'our registry',
    servers: [
      {
        name: 'com.example/weather',
        description: 'Forecasts for any place.',
        repository: { url: 'https://github.com/example/weather-mcp' },
      },
    ],
  },
  logged: ({ source, trusted }, { reasons: _, ...counts }) => ({ source, trusted, ...counts }),
  async run({ store, catalog, now }, { source, servers, places, trusted: isTrusted }) {
    const report = emptyReport()
    const seed = { skills: catalog.shipped, taxonomy: catalog.taxonomy }
    const { take } = startImport({ store, seed, source, isTrusted, now, report })
    const changed = await take(servers.map((doc, i) => ({ place: places[i] ?? String(doc.name ?? doc.id ?? `#${i + 1}`), doc })))
    if (changed.length > 0) await catalog.changed(changed)
    return report
  },
})

export const catalogAdminOperations = [listEntries, addEntry, overrideEntry, decideEntry, removeEntry, importEntries]

import { inLists } from '../storage/in-list.ts'
import { insertRecords } from '../storage/records.ts'
import type { Queryable, Row, Transaction } from '../storage/store.ts'
import type { Origin, SkillFacts, Status } from './schema.ts'

/** An entry that does not ship with the service. */
export type StoredSkill = {
  slug: string
  identity_key: string
  origin: Origin
  source: string
  /** Its name at that source; null where the operator added it, or where it was imported before names were kept. */
  source_id: string | null
  definition_hash: string
  status: Status
  status_reason: string | null
  entry: SkillFacts
  added_at: string
  changed_at: string
  defined_at: string
}

export type OperatorDecision = {
  slug: string
  pinned: boolean
  banned: boolean
  override: Partial<SkillFacts> | null
  note: string | null
  decided_at: string
}

const skillColumns = [
  'slug',
  'identity_key',
  'origin',
  'source',
  'source_id',
  'definition_hash',
  'status',
  'status_reason',
  'entry',
  'added_at',
  'changed_at',
  'defined_at',
] as const
const columnList = skillColumns.join(', ')
const page = 2000

/** Makes all other changes of the catalog wait, so that what is read is still true when it is saved. */
export const holdCatalog = (tx: Transaction): Promise<void> => tx.hold(['catalog'])

/** Calls `visit` for every stored entry, a page at a time, so that a large catalog is never held twice. */
export async function eachSkill(db: Queryable, visit: (skill: StoredSkill) => void): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db.query<Row>(`SELECT ${columnList} FROM skills WHERE slug > $1 ORDER BY slug LIMIT ${page}`, [after])
    for (const row of rows) visit(skillOf(row))
    if (rows.length < page) return
    after = String(rows.at(-1)?.slug)
  }
}

export async function skillsBySlug(db: Queryable, slugs: readonly string[]): Promise<StoredSkill[]> {
  return (await selectWhereIn(db, `SELECT ${columnList} FROM skills`, 'slug', slugs)).map(skillOf)
}

export async function skillsByIdentity(db: Queryable, keys: readonly string[]): Promise<StoredSkill[]> {
  return (await selectWhereIn(db, `SELECT ${columnList} FROM skills`, 'identity_key', keys)).map(skillOf)
}

export async function saveSkills(tx: Queryable, skills: readonly StoredSkill[]): Promise<void> {
  if (skills.length === 0) return
  const kept = new Set<string>(['slug', 'added_at', 'origin'])
  const updates = skillColumns.filter((column) => !kept.has(column)).map((column) => `${column} = excluded.${column}`)
  const records = skills.map((skill) => ({ ...skill, entry: JSON.stringify(skill.entry) }))
  await insertRecords(tx, { table: 'skills', columns: skillColumns, onConflict: `(slug) DO UPDATE SET ${updates.join(', ')}` }, records)
}

export async function deleteSkill(tx: Queryable, slug: string): Promise<boolean> {
  return (await tx.execute('DELETE FROM skills WHERE slug = $1', [slug])) > 0
}

/** Makes a quarantined or provisional entry an ordinary one; false where it is neither. */
export async function activateSkill(tx: Queryable, slug: string, changedAt: string): Promise<boolean> {
  const changed = await tx.execute(
    `UPDATE skills SET status = 'active', status_reason = NULL, changed_at = $2 WHERE slug = $1 AND status IN ('quarantined', 'provisional')`,
    [slug, changedAt],
  )
  return changed > 0
}

const selectDecisions = 'SELECT slug, pinned, banned, override, note, decided_at FROM skill_decisions'

export async function allDecisions(db: Queryable): Promise<OperatorDecision[]> {
  return (await db.query<Row>(selectDecisions)).map(decisionOf)
}

export async function decisionsBySlug(db: Queryable, slugs: readonly string[]): Promise<OperatorDecision[]> {
  return (await selectWhereIn(db, selectDecisions, 'slug', slugs)).map(decisionOf)
}

/** What was decided about a slug so far. */
export async function decisionOn(tx: Queryable, slug: string): Promise<Omit<OperatorDecision, 'decided_at'>> {
  const [decision] = await decisionsBySlug(tx, [slug])
  return decision ?? { slug, pinned: false, banned: false, override: null, note: null }
}

export async function saveDecision(tx: Queryable, decision: OperatorDecision): Promise<void> {
  await tx.execute(
    `INSERT INTO skill_decisions (slug, pinned, banned, override, note, decided_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (slug) DO UPDATE SET pinned = excluded.pinned, banned = excluded.banned, override = excluded.override,
       note = excluded.note, decided_at = excluded.decided_at`,
    [
      decision.slug,
      decision.pinned ? 1 : 0,
      decision.banned ? 1 : 0,
      decision.override && JSON.stringify(decision.override),
      decision.note,
      decision.decided_at,
    ],
  )
}

export async function deleteDecision(tx: Queryable, slug: string): Promise<void> {
  await tx.execute('DELETE FROM skill_decisions WHERE slug = $1', [slug])
}

async function selectWhereIn(db: Queryable, text: string, column: string, values: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of inLists(values)) {
    rows.push(...(await db.query<Row>(`${text} WHERE ${column} IN (${part.places})`, part.values)))
  }
  return rows
}

// The columns hold what saveSkills and saveDecision wrote, which were of these types.
function skillOf(row: Row): StoredSkill {
  return { ...(row as unknown as StoredSkill), entry: JSON.parse(String(row.entry)) as SkillFacts }
}

function decisionOf(row: Row): OperatorDecision {
  const override = row.override === null ? null : (JSON.parse(String(row.override)) as Partial<SkillFacts>)
  return { ...(row as unknown as OperatorDecision), pinned: row.pinned === 1, banned: row.banned === 1, override }
}

type ModelChange = { slug: string; changes: Record<string, number>; source: string; changed_at: string }

export async function modelChanges(db: Queryable): Promise<ModelChange[]> {
  const rows = await db.query<Row>('SELECT slug, changes, source, changed_at FROM model_changes')
  return rows.map((row) => ({ ...(row as unknown as ModelChange), changes: JSON.parse(String(row.changes)) }))
}

export async function saveModelChange(tx: Queryable, { slug, changes, source, changed_at }: ModelChange): Promise<void> {
  await tx.execute(
    `INSERT INTO model_changes (slug, changes, source, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (slug) DO UPDATE SET changes = excluded.changes, source = excluded.source, changed_at = excluded.changed_at`,
    [slug, JSON.stringify(changes), source, changed_at],
  )
}

export type ImportState = { source: string; position: string | null; started_at: string; updated_at: string; finished_at: string | null }

export async function findImport(db: Queryable, source: string): Promise<ImportState | undefined> {
  const rows = await db.query<ImportState>(
    'SELECT source, position, started_at, updated_at, finished_at FROM catalog_imports WHERE source = $1',
    [source],
  )
  return rows[0]
}

export async function saveImport(tx: Queryable, state: ImportState): Promise<void> {
  await tx.execute(
    `INSERT INTO catalog_imports (source, position, started_at, updated_at, finished_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (source) DO UPDATE SET position = excluded.position, started_at = excluded.started_at,
       updated_at = excluded.updated_at, finished_at = excluded.finished_at`,
    [state.source, state.position, state.started_at, state.updated_at, state.finished_at],
  )
}

import { scopedKeyLength } from '../calls/idempotency.ts'
import { deleteSubmissions } from '../challenges/store.ts'
import { inLists } from '../storage/in-list.ts'
import { monthlyTables } from '../storage/months.ts'
import type { Queryable, Row, Store } from '../storage/store.ts'
import { cursorOf, type Places, placesIn } from './cursor.ts'

const mostRows = 5000

type Erased = { rows_removed: number; rows_made_anonymous: number }
type Erase = (tx: Queryable, agentIdentityId: string, until?: string) => Promise<Erased>
const endOfTime = '9999'

/** Aggregates stay, without the agent; every other row about it is removed, and what counts its rows counts fewer. */
const erasing: Record<string, Erase> = {
  outcomes: async (tx, agentIdentityId, until = endOfTime) => ({
    rows_removed: 0,
    rows_made_anonymous: await tx.execute(
      "UPDATE outcomes SET agent_identity_id = NULL, network = '' WHERE agent_identity_id = $1 AND reported_at <= $2",
      [agentIdentityId, until],
    ),
  }),
  decisions: disown,
  challenge_submissions: async (tx, agentIdentityId) => ({
    rows_removed: await deleteSubmissions(tx, agentIdentityId),
    rows_made_anonymous: 0,
  }),
}

/** Exactly those decisions that lose their agent lose what was kept of their wording, also where others are written meanwhile. */
async function disown(tx: Queryable, agentIdentityId: string, until = endOfTime): Promise<Erased> {
  const disowned = await tx.query<{ fingerprint: string }>(
    'UPDATE decisions SET agent_identity_id = NULL WHERE agent_identity_id = $1 AND decided_at <= $2 RETURNING fingerprint',
    [agentIdentityId, until],
  )
  const fingerprints = [...new Set(disowned.map(({ fingerprint }) => fingerprint))]
  let rows_removed = 0
  for (const { places, values } of inLists(fingerprints)) {
    rows_removed += await tx.execute(`DELETE FROM task_texts WHERE fingerprint IN (${places})`, values)
  }
  return { rows_removed, rows_made_anonymous: disowned.length }
}

/** The time by which the rows of an agent are found in order, where it has many: sorting all of them for each part would take ever longer. */
const inTime: Record<string, string> = {
  challenge_submissions: 'submitted_at',
  contributions: 'submitted_at',
  decisions: 'decided_at',
  ledger: 'created_at',
  outcomes: 'reported_at',
  verifications: 'started_at',
  webhook_deliveries: 'created_at',
}

const rowsAtOnce = 5000

/** Most of the rows of an agent that has very many, some thousand at a time: the act that removes the rest makes all others wait. */
export async function eraseInParts(store: Store, agentIdentityId: string): Promise<Erased> {
  const total: Erased = { rows_removed: 0, rows_made_anonymous: 0 }
  for (const { table, time } of monthlyTables) {
    const next = `SELECT ${time} AS until FROM ${table} WHERE agent_identity_id = $1 ORDER BY ${time} LIMIT 1 OFFSET ${rowsAtOnce - 1}`
    for (;;) {
      const [last] = await store.query<{ until: string }>(next, [agentIdentityId])
      if (!last) break
      const erased = await store.transaction(async (tx) => erasing[table]?.(tx, agentIdentityId, last.until))
      total.rows_removed += erased?.rows_removed ?? 0
      total.rows_made_anonymous += erased?.rows_made_anonymous ?? 0
    }
  }
  return total
}

/** A table with a row per agent, and the columns that tell its rows apart. */
type PersonalTable = { name: string; keys: readonly string[] }

/** Every table that names an agent in this column, read from the schema itself so that none can be forgotten. */
async function tablesWith({ kind, query }: Store, column: 'agent_identity_id' | 'voice'): Promise<PersonalTable[]> {
  const tables = await query<{ name: string; keys: string }>(
    kind === 'sqlite'
      ? `SELECT t.name AS name, (SELECT group_concat(k.name, ', ') FROM pragma_table_info(t.name) k WHERE k.pk > 0) AS keys
         FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = $1 WHERE t.type = 'table' ORDER BY t.name`
      : `SELECT relname AS name, (SELECT string_agg(k.attname, ', ') FROM pg_index JOIN pg_attribute k ON k.attrelid = indrelid AND k.attnum = ANY (indkey)
           WHERE indrelid = pg_class.oid AND indisprimary) AS keys
         FROM pg_class JOIN pg_attribute c ON c.attrelid = pg_class.oid AND c.attname = $1
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
    [column],
  )
  return tables.map(({ name, keys }) => ({ name, keys: [...new Set([inTime[name] ?? [], keys.split(', ').sort()].flat())] }))
}

export async function personalTables(store: Store): Promise<string[]> {
  return (await tablesWith(store, 'agent_identity_id')).map(({ name }) => name)
}

/** Text that was kept for what this agent asked, where the operator keeps any. */
const ownTasks = 'fingerprint IN (SELECT fingerprint FROM decisions WHERE agent_identity_id = $1)'

type PersonalPart = { records: Record<string, Row[]>; truncated: string[]; next_cursor: string | null }

/**
 * A part of every row that is held under an agent's identity, which is also its voice in the evidence. It continues after the key of
 * the last row given, so that what is written meanwhile neither repeats a row nor leaves one out.
 */
export async function readPersonal(store: Store, agentIdentityId: string, cursor: string | undefined): Promise<PersonalPart> {
  const tables = [
    ...(await tablesWith(store, 'agent_identity_id')).map((table) => ({ ...table, where: 'agent_identity_id = $1' })),
    ...(await tablesWith(store, 'voice')).map((table) => ({ ...table, where: 'voice = $1' })),
    { name: 'task_texts', keys: ['fingerprint'], where: ownTasks },
  ]
  const given = cursor === undefined ? undefined : placesIn(cursor, tables)
  const records: Record<string, Row[]> = {}
  const left: Places = {}
  for (const { name, keys, where } of tables) {
    const place = given?.[name]
    if (given && !place) continue
    const columns = keys.join(', ')
    const behind = place ? ` AND (${columns}) > (${keys.map((_, i) => `$${i + 2}`).join(', ')})` : ''
    const rows = await store.query<Row>(`SELECT * FROM ${name} WHERE ${where}${behind} ORDER BY ${columns} LIMIT ${mostRows + 1}`, [
      agentIdentityId,
      ...(place ?? []),
    ])
    const shown = rows.slice(0, mostRows)
    const last = shown.at(-1)
    if (last && rows.length > mostRows) left[name] = keys.map((key) => String(last[key]))
    records[name] = shown.map(withoutSecret)
  }
  const truncated = Object.keys(left)
  return { records, truncated, next_cursor: truncated.length > 0 ? cursorOf(left) : null }
}

/**
 * The identity that opens an export is no secret: registering the agent's name returns it (SECURITY.md). The webhook secret is one, and
 * was shown once.
 */
function withoutSecret({ webhook_secret: _, ...row }: Row): Row {
  return row
}

/** For decisions and answers that were being written while the agent was removed, here or in another process. */
export async function eraseLate(tx: Queryable, agentIdentityId: string): Promise<void> {
  await disown(tx, agentIdentityId)
  await eraseAnswers(tx, agentIdentityId)
}

async function eraseAnswers(tx: Queryable, agentIdentityId: string): Promise<number> {
  return tx.execute('DELETE FROM idempotent_answers WHERE about_agent = $1', [agentIdentityId])
}

/** Removes the agent from every table; the agents row goes last, since others may refer to it. */
export async function erasePersonal(tx: Queryable, tables: readonly string[], agentIdentityId: string): Promise<Erased> {
  let rows_made_anonymous = 0
  // A mission may be completed without naming the agent; its claim holds the key of the kept answer.
  let rows_removed = await tx.execute(
    `DELETE FROM idempotent_answers WHERE scoped_key IN
       (SELECT substr(completed_by_act, 1, ${scopedKeyLength}) FROM mission_claims WHERE agent_identity_id = $1)`,
    [agentIdentityId],
  )
  for (const table of tables.filter((name) => name !== 'agents')) {
    const erase = erasing[table]
    if (erase) {
      const erased = await erase(tx, agentIdentityId)
      rows_made_anonymous += erased.rows_made_anonymous
      rows_removed += erased.rows_removed
    } else rows_removed += await tx.execute(`DELETE FROM ${table} WHERE agent_identity_id = $1`, [agentIdentityId])
  }
  rows_removed += await eraseAnswers(tx, agentIdentityId)
  rows_removed += await tx.execute('DELETE FROM agents WHERE agent_identity_id = $1', [agentIdentityId])
  return { rows_removed, rows_made_anonymous }
}

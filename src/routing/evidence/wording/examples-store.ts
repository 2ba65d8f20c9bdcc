import { forgetRows } from '../../../storage/forgetting.ts'
import { inList, inLists } from '../../../storage/in-list.ts'
import { insertRecords } from '../../../storage/records.ts'
import type { Queryable } from '../../../storage/store.ts'

/** A tool that an answer named, and at which strengths of wording it would have come first, as bits. */
export type Offered = { slug: string; first_at: number }
export type TaskVector = { decision_id: string; vector: string; words: string; offered: string; decided_at: string }
export type ExampleRow = {
  outcome_id: string
  subject: string
  voice: string
  value: number
  vector: string
  words: string
  first_at: number
  reported_at: string
}

const vectorColumns = ['decision_id', 'vector', 'words', 'offered', 'decided_at'] as const
const columns = ['outcome_id', 'subject', 'voice', 'value', 'vector', 'words', 'first_at', 'reported_at'] as const

/** Slugs hold neither of the two signs. */
export const offeredAsText = (offered: readonly Offered[]) => offered.map(({ slug, first_at }) => `${slug}:${first_at}`).join(' ')
export function offeredFromText(text: string): Map<string, number> {
  const parts = text === '' ? [] : text.split(' ')
  return new Map(parts.map((part) => [part.slice(0, part.lastIndexOf(':')), Number(part.slice(part.lastIndexOf(':') + 1))]))
}

export async function addTaskVectors(tx: Queryable, rows: readonly TaskVector[]): Promise<void> {
  await insertRecords(tx, { table: 'task_vectors', columns: vectorColumns, onConflict: '(decision_id) DO NOTHING' }, rows)
}

/** Tasks of decisions by their id, and what was offered then. */
export async function vectorsOf(db: Queryable, decisionIds: readonly string[]): Promise<Map<string, TaskVector>> {
  if (decisionIds.length === 0) return new Map()
  const { places, values } = inList(decisionIds)
  const rows = await db.query<TaskVector>(`SELECT ${vectorColumns.join(', ')} FROM task_vectors WHERE decision_id IN (${places})`, values)
  return new Map(rows.map((row) => [row.decision_id, row]))
}

export async function addExamples(tx: Queryable, rows: readonly ExampleRow[]): Promise<void> {
  await insertRecords(tx, { table: 'examples', columns, onConflict: '(outcome_id) DO NOTHING' }, rows)
}

/** The latest ones since then, oldest first. */
export async function latestExamples(db: Queryable, since: string, most: number): Promise<ExampleRow[]> {
  const rows = await db.query<ExampleRow>(
    `SELECT ${columns.join(', ')} FROM examples WHERE reported_at >= $1 ORDER BY reported_at DESC, outcome_id DESC LIMIT $2`,
    [since, most],
  )
  return rows.reverse()
}

/** Vectors of decisions that can no longer be linked. */
export async function dropOldVectors(db: Queryable, decidedBefore: string): Promise<void> {
  await forgetRows(db, { table: 'task_vectors', time: 'decided_at' }, decidedBefore)
}

export async function dropExamples(db: Queryable, outcomeIds: readonly string[]): Promise<void> {
  for (const { places, values } of inLists(outcomeIds)) await db.execute(`DELETE FROM examples WHERE outcome_id IN (${places})`, values)
}

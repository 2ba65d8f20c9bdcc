import { inList } from '../../credits/in-list.ts'
import type { Queryable } from '../../store.ts'

export type TaskVector = { decision_id: string; vector: string; decided_at: string }
export type ExampleRow = { outcome_id: string; subject: string; voice: string; value: number; vector: string; reported_at: string }

const columns = ['outcome_id', 'subject', 'voice', 'value', 'vector', 'reported_at'] as const

export async function addTaskVectors(tx: Queryable, rows: readonly TaskVector[]): Promise<void> {
  const values = rows.map(({ decision_id, vector, decided_at }) => [decision_id, vector, decided_at])
  await tx.insertMany('task_vectors', ['decision_id', 'vector', 'decided_at'], values, '(decision_id) DO NOTHING')
}

/** Vectors of decisions by their id, and what was recommended then. */
export async function vectorsOf(db: Queryable, decisionIds: readonly string[]): Promise<Map<string, string>> {
  if (decisionIds.length === 0) return new Map()
  const { places, values } = inList(decisionIds)
  const rows = await db.query<TaskVector>(`SELECT decision_id, vector FROM task_vectors WHERE decision_id IN (${places})`, values)
  return new Map(rows.map(({ decision_id, vector }) => [decision_id, vector]))
}

/** What was recommended by decisions that are not older than that; a bound spares looking through every month. */
export async function recommendedSkills(db: Queryable, decisionIds: readonly string[], since: string): Promise<Map<string, string>> {
  if (decisionIds.length === 0) return new Map()
  const { places, values } = inList(decisionIds, 2)
  const rows = await db.query<{ decision_id: string; recommended_skill: string }>(
    `SELECT decision_id, recommended_skill FROM decisions WHERE recommended_skill IS NOT NULL AND decided_at >= $1 AND decision_id IN (${places})`,
    [since, ...values],
  )
  return new Map(rows.map(({ decision_id, recommended_skill }) => [decision_id, recommended_skill]))
}

export async function addExamples(tx: Queryable, rows: readonly ExampleRow[]): Promise<void> {
  await tx.insertMany(
    'examples',
    columns,
    rows.map((row) => columns.map((name) => row[name])),
    '(outcome_id) DO NOTHING',
  )
}

/** The latest ones since then, oldest first. */
export async function latestExamples(db: Queryable, since: string, most: number): Promise<ExampleRow[]> {
  const rows = await db.query<ExampleRow>(
    `SELECT ${columns.join(', ')} FROM examples WHERE reported_at >= $1 ORDER BY reported_at DESC, outcome_id DESC LIMIT $2`,
    [since, most],
  )
  return rows.reverse()
}

/** Vectors of decisions that can no longer be linked, and examples beyond those in use. */
export async function dropOldVectors(db: Queryable, decidedBefore: string, most: number): Promise<void> {
  await db.execute('DELETE FROM task_vectors WHERE decided_at < $1', [decidedBefore])
  await db.execute(
    'DELETE FROM examples WHERE reported_at < (SELECT min(reported_at) FROM (SELECT reported_at FROM examples ORDER BY reported_at DESC LIMIT $1) AS latest)',
    [most],
  )
}

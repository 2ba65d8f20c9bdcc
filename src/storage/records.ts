import type { Queryable, SqlValue } from './store.ts'

type Into<Column extends string> = { table: string; columns: readonly Column[]; onConflict?: string }

/** Inserts records whose fields have the names of the columns, all in one statement. */
export function insertRecords<Column extends string>(
  tx: Queryable,
  { table, columns, onConflict }: Into<Column>,
  records: readonly Readonly<Record<Column, SqlValue>>[],
): Promise<number> {
  const rows = records.map((record) => columns.map((column) => record[column]))
  return tx.insertMany(table, columns, rows, onConflict)
}

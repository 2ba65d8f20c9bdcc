import type { Store } from './store.ts'

const rowsAtOnce = 5000

type DatedTable = { table: string; time: string }

/**
 * Removes the rows from before the cutoff, oldest first and some thousand at a time: no writer waits long, and however much has come
 * together, each statement ends in time and leaves less for the next. Rows are deleted by time, which is indexed, not by key.
 */
export async function forgetRows(store: Pick<Store, 'query' | 'execute'>, { table, time }: DatedTable, cutoff: string): Promise<number> {
  const next = `SELECT ${time} AS until FROM ${table} WHERE ${time} < $1 ORDER BY ${time} LIMIT 1 OFFSET ${rowsAtOnce - 1}`
  let removed = 0
  for (;;) {
    const [last] = await store.query<{ until: string }>(next, [cutoff])
    if (!last) return removed + (await store.execute(`DELETE FROM ${table} WHERE ${time} < $1`, [cutoff]))
    removed += await store.execute(`DELETE FROM ${table} WHERE ${time} <= $1`, [last.until])
  }
}

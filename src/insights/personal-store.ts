import type { Queryable, Row, Store } from '../store.ts'

const mostRows = 5000

/** Aggregates live on without the person; every other row about an agent goes. */
const keptAnonymous: Record<string, string> = {
  outcomes: "UPDATE outcomes SET agent_identity_id = NULL, network = '' WHERE agent_identity_id = $1",
  decisions: 'UPDATE decisions SET agent_identity_id = NULL WHERE agent_identity_id = $1',
}

/** Every table with a row per agent, read from the schema itself so that none can be forgotten. */
export async function personalTables({ kind, query }: Store): Promise<string[]> {
  const rows = await query<{ name: string }>(
    kind === 'sqlite'
      ? `SELECT t.name AS name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'agent_identity_id' WHERE t.type = 'table'`
      : `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'agent_identity_id'
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  return rows.map(({ name }) => name).sort()
}

export async function readPersonal(
  store: Store,
  agentIdentityId: string,
): Promise<{ records: Record<string, Row[]>; truncated: string[] }> {
  const records: Record<string, Row[]> = {}
  const truncated: string[] = []
  for (const table of await personalTables(store)) {
    const rows = await store.query<Row>(`SELECT * FROM ${table} WHERE agent_identity_id = $1 LIMIT ${mostRows + 1}`, [agentIdentityId])
    if (rows.length > mostRows) truncated.push(table)
    records[table] = rows.slice(0, mostRows)
  }
  return { records, truncated }
}

/** Text that was kept for what this agent asked, where the operator keeps any. */
const ownTasks = 'fingerprint IN (SELECT fingerprint FROM decisions WHERE agent_identity_id = $1)'

/** Removes the agent from every table; the agents row goes last, since others may refer to it. */
export async function erasePersonal(tx: Queryable, tables: readonly string[], agentIdentityId: string) {
  let rows_made_anonymous = 0
  let rows_removed = await tx.execute(`DELETE FROM task_texts WHERE ${ownTasks}`, [agentIdentityId])
  for (const table of tables.filter((name) => name !== 'agents')) {
    const anonymise = keptAnonymous[table]
    if (anonymise) rows_made_anonymous += await tx.execute(anonymise, [agentIdentityId])
    else rows_removed += await tx.execute(`DELETE FROM ${table} WHERE agent_identity_id = $1`, [agentIdentityId])
  }
  rows_removed += await tx.execute("DELETE FROM idempotent_answers WHERE answer LIKE '%' || $1 || '%'", [agentIdentityId])
  rows_removed += await tx.execute('DELETE FROM agents WHERE agent_identity_id = $1', [agentIdentityId])
  return { rows_removed, rows_made_anonymous }
}

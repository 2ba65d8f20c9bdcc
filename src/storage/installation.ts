import type { Queryable } from './store.ts'

/** The installation's own secret under this name: made by the first process that asks, the same for all after it. */
export async function installationSecret(db: Queryable, name: string, fresh: string): Promise<string> {
  await db.execute('INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, fresh])
  const [row] = await db.query<{ value: string }>('SELECT value FROM installation WHERE name = $1', [name])
  if (!row) throw new Error(`The installation's ${name} could not be read back.`)
  return row.value
}

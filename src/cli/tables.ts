import { hash } from 'node:crypto'
import { readMigrations } from '../adapters/migrate.ts'
import { makeMonthsOf, partitions } from '../storage/months.ts'
import type { Queryable, Row, SqlValue, Store } from '../storage/store.ts'

export type Table = { name: string; columns: string[] }
export type Checksum = { rows: number; digest: string }
type Kind = Store['kind']

const rowsPerBatch = 1000
const blocksPerRead = 32

/** Every table but the log of migrations, in the order in which they can be filled. */
export async function tablesInOrder(db: Queryable, kind: Kind): Promise<Table[]> {
  const names = await db.query<{ name: string }>(
    kind === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'"
      : "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migrations'",
  )
  const position = migrationOrder()
  const tables: Table[] = []
  for (const { name } of names) tables.push({ name, columns: await columnsOf(db, kind, name) })
  return tables.sort((a, b) => position(a.name) - position(b.name))
}

async function columnsOf(db: Queryable, kind: Kind, table: string): Promise<string[]> {
  const found =
    kind === 'sqlite'
      ? await db.query<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      : await db.query<{ name: string }>(
          'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position',
          [table],
        )
  return found.map(({ name }) => name)
}

/** Tables are filled in the order in which migrations create them, so that what is referred to exists first. */
function migrationOrder(): (table: string) => number {
  const text = readMigrations()
    .map(({ sqlite }) => sqlite)
    .join('\n')
  return (table) => text.search(new RegExp(`CREATE TABLE (IF NOT EXISTS )?${table}\\b`))
}

/** The rows of a table as lists of values, some at a time, by where they lie in the store. */
export async function* rowBatches(db: Queryable, kind: Kind, { name, columns }: Table): AsyncGenerator<SqlValue[][]> {
  const parts = kind === 'sqlite' ? [] : await partitions(db, name)
  if (parts.length === 0) yield* rowsByPlace(db, kind, { name, columns })
  else for (const part of parts) yield* rowsByPlace(db, kind, { name: part.name, columns })
}

function rowsByPlace(db: Queryable, kind: Kind, table: Table): AsyncGenerator<SqlValue[][]> {
  return kind === 'sqlite' ? rowsByRowid(db, table) : rowsByBlock(db, table)
}

async function* rowsByRowid(db: Queryable, { name, columns }: Table): AsyncGenerator<SqlValue[][]> {
  const page = `SELECT rowid AS waymark_place, ${columns.join(', ')} FROM ${name} WHERE rowid > $1 ORDER BY rowid LIMIT ${rowsPerBatch}`
  let last: SqlValue = 0
  for (;;) {
    const rows: Row[] = await db.query<Row>(page, [last])
    if (rows.length === 0) return
    last = rows.at(-1)?.waymark_place ?? null
    yield valuesOf(rows, columns)
  }
}

/** PostgreSQL reads a range of blocks directly; to find the rows after a given one it would go through the whole table each time. */
async function* rowsByBlock(db: Queryable, { name, columns }: Table): AsyncGenerator<SqlValue[][]> {
  const [size] = await db.query<{ blocks: number }>(
    "SELECT pg_relation_size(to_regclass($1)) / current_setting('block_size')::bigint AS blocks",
    [name],
  )
  const page = `SELECT ${columns.join(', ')} FROM ${name} WHERE ctid >= $1::tid AND ctid < $2::tid`
  for (let block = 0; block < (size?.blocks ?? 0); block += blocksPerRead) {
    const rows = await db.query<Row>(page, [`(${block},0)`, `(${block + blocksPerRead},0)`])
    for (let from = 0; from < rows.length; from += rowsPerBatch) yield valuesOf(rows.slice(from, from + rowsPerBatch), columns)
  }
}

const valuesOf = (rows: readonly Row[], columns: readonly string[]) => rows.map((row) => columns.map((column) => row[column] ?? null))

/** Inserts rows as they came out of another store; PostgreSQL needs the months of some tables made first. */
export async function fillTable(tx: Queryable, kind: Kind, { name, columns }: Table, rows: readonly SqlValue[][]): Promise<void> {
  if (kind === 'postgres') await makeMonthsOf(tx, name, columns, rows)
  await tx.insertMany(name, columns, rows)
}

/** Counts rows and adds up their hashes: two tables with the same rows have the same checksum, whatever the order of their rows. */
export function createChecksum() {
  let rows = 0
  let sum = 0n
  return {
    add(row: readonly SqlValue[]): void {
      rows++
      sum = BigInt.asUintN(digestBits, sum + BigInt(`0x${hash('sha256', JSON.stringify(row))}`))
    },
    get: (): Checksum => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  }
}

const digestBits = 256

export const isSameChecksum = (checksum: Checksum, other: Checksum | undefined) =>
  checksum.rows === other?.rows && checksum.digest === other.digest

export async function checksumOf(db: Queryable, kind: Kind, table: Table): Promise<Checksum> {
  const checksum = createChecksum()
  for await (const batch of rowBatches(db, kind, table)) for (const row of batch) checksum.add(row)
  return checksum.get()
}

export async function requireEmpty(db: Queryable, tables: readonly Table[], where: string): Promise<void> {
  for (const { name } of tables) {
    const [{ n } = { n: 0 }] = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    if (n > 0) throw new Error(`The table ${name} of ${where} already holds ${n === 1 ? '1 row' : `${n} rows`}. Use an empty one.`)
  }
}

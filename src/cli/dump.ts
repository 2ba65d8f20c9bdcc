import { linesOf } from '../adapters/lines.ts'
import { keepMonths } from '../storage/months.ts'
import type { Queryable, SqlValue, Store } from '../storage/store.ts'
import {
  type Checksum,
  checksumOf,
  createChecksum,
  fillTable,
  isSameChecksum,
  requireEmpty,
  rowBatches,
  type Table,
  tablesInOrder,
} from './tables.ts'

/** Raised when a change makes older versions unable to read a dump. */
const formVersion = 1
type Header = { waymark_backup: number; made_at: string; kind: Store['kind']; migrations: string[] }
type End = { end: true; tables: Record<string, Checksum> }
type Line = Header | { table: string; columns: string[] } | SqlValue[] | End

/** Writes the whole store as JSON lines: a header, each table with its rows, and at the end the count and digest of each. */
export async function dump(store: Store, madeAt: Date, write: (line: string) => Promise<void>): Promise<number> {
  return store.transaction(async (tx) => {
    if (store.kind === 'postgres') {
      await tx.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      // Writing the lines away may take long; an open reader blocks nobody, so PostgreSQL need not end it.
      await tx.execute('SET LOCAL idle_in_transaction_session_timeout = 0')
      await keepMonths(tx)
    }
    const migrations = (await tx.query<{ id: string }>('SELECT id FROM migrations ORDER BY id')).map(({ id }) => id)
    const say = (line: Line) => write(`${JSON.stringify(line)}\n`)
    await say({ waymark_backup: formVersion, made_at: madeAt.toISOString(), kind: store.kind, migrations })
    const checksums: Record<string, Checksum> = {}
    for (const table of await tablesInOrder(tx, store.kind)) {
      await say({ table: table.name, columns: table.columns })
      const checksum = createChecksum()
      for await (const rows of rowBatches(tx, store.kind, table)) {
        for (const row of rows) checksum.add(row)
        await write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
      }
      checksums[table.name] = checksum.get()
    }
    await say({ end: true, tables: checksums })
    return Object.values(checksums).reduce((sum, { rows }) => sum + rows, 0)
  })
}

/** Reads a dump through; gives the number of its rows if every table has the count and digest that stand at its end. */
export async function checkDump(file: string): Promise<number | undefined> {
  const checksums = new Map<string, ReturnType<typeof createChecksum>>()
  let current: ReturnType<typeof createChecksum> | undefined
  let end: End | undefined
  for await (const text of linesOf(file)) {
    const line = parsed(text)
    if (Array.isArray(line)) current?.add(line)
    else if ('end' in line) end = line
    else if ('table' in line) {
      current = createChecksum()
      checksums.set(line.table, current)
    }
  }
  const wanted = Object.entries(end?.tables ?? {})
  const isWhole = end !== undefined && wanted.every(([table, checksum]) => isSameChecksum(checksum, checksums.get(table)?.get()))
  return isWhole ? wanted.reduce((sum, [, { rows }]) => sum + rows, 0) : undefined
}

/** The first line, before a store is opened for the rest. */
export async function readHeader(file: string): Promise<Header> {
  for await (const text of linesOf(file)) {
    const line = parsed(text)
    if ('waymark_backup' in line) return line
    break
  }
  throw new Error('This file is not a Waymark backup.')
}

const rowsAtOnce = 1000

/** Fills an empty store from a dump in one transaction, which stands only if every table reads back as it was dumped. */
export async function restoreDump(store: Store, file: string): Promise<number> {
  const known = await tablesInOrder(store, store.kind)
  await requireEmpty(store, known, 'this store')
  const applied = new Set((await store.query<{ id: string }>('SELECT id FROM migrations')).map(({ id }) => id))
  return store.transaction(async (tx) => {
    const reader = createReader(tx, store.kind, known, applied)
    for await (const text of linesOf(file)) {
      if (text !== '') await reader.take(parsed(text))
    }
    const { end, tables } = await reader.finish()
    if (!end) throw new Error('The backup breaks off before its end. Nothing was restored.')
    return verify(tx, store.kind, tables, end)
  })
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw new Error('The backup has a line that is not JSON. Nothing was restored.')
  }
}

function createReader(tx: Queryable, kind: Store['kind'], known: readonly Table[], applied: ReadonlySet<string>) {
  const tables: Table[] = []
  let current: Table | undefined
  let waiting: SqlValue[][] = []
  let hasHeader = false
  let end: End | undefined

  async function flush(): Promise<void> {
    if (current && waiting.length > 0) await fillTable(tx, kind, current, waiting)
    waiting = []
  }

  async function take(line: Line): Promise<void> {
    if (Array.isArray(line)) {
      waiting.push(line)
      if (waiting.length >= rowsAtOnce) await flush()
      return
    }
    await flush()
    if ('waymark_backup' in line) {
      checkHeader(line, applied)
      hasHeader = true
    } else if (!hasHeader) throw new Error('This file is not a Waymark backup.')
    else if ('table' in line) {
      current = requireTable(line, known)
      tables.push(current)
    } else end = line
  }

  return {
    take,
    async finish() {
      await flush()
      return { end, tables }
    },
  }
}

function checkHeader({ waymark_backup, migrations }: Header, applied: ReadonlySet<string>): void {
  if (waymark_backup !== formVersion)
    throw new Error(`This backup has form ${waymark_backup}; this Waymark reads form ${formVersion}. Use a newer one.`)
  const missing = migrations.find((id) => !applied.has(id))
  if (missing) throw new Error(`This backup was made by a newer Waymark (it has ${missing}). Restore it with that version.`)
}

/** Names go into SQL, so only those this store itself has are taken. */
function requireTable({ table, columns }: { table: string; columns: string[] }, known: readonly Table[]): Table {
  const found = known.find(({ name }) => name === table)
  const unknown = found ? columns.find((column) => !found.columns.includes(column)) : table
  if (unknown) throw new Error(`The backup names ${unknown}, which this store does not have. Nothing was restored.`)
  return { name: table, columns }
}

async function verify(tx: Queryable, kind: Store['kind'], tables: readonly Table[], { tables: wanted }: End): Promise<number> {
  let total = 0
  for (const table of tables) {
    const checksum = await checksumOf(tx, kind, table)
    if (!isSameChecksum(checksum, wanted[table.name]))
      throw new Error(`Table ${table.name} does not read back as it was backed up. Nothing was restored.`)
    total += checksum.rows
  }
  return total
}

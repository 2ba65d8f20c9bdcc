import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from '../storage/advisory-locks.ts'
import { hourMs } from '../storage/days.ts'
import type { OpenedStore, Queryable, Row, SqlValue, Transaction } from '../storage/store.ts'
import { thrownCode } from '../thrown.ts'
import { explained, isAway } from './postgres-failures.ts'
import { openListener } from './postgres-listener.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const retryableStates = new Set(['40001', '40P01']) // serialization_failure, deadlock_detected
const mostAttempts = 5
/** A server that accepted a statement and then says nothing is as good as gone. */
const mostWaitMs = 15_000
const mostConnectMs = 3000
const mostCloseMs = 3000
/** A process that was stopped in the middle of an act must not hold up the others for longer than they wait for an answer. */
const mostIdleMs = 12_000
/** A migration may take its time over a large table. */
const mostScriptMs = hourMs

/** Some gateways forget a connection that is silent for a few minutes, and tell neither side. */
const checkListeningMs = 30_000

/** An act that has waited for a name must see what the one before it wrote, whatever the database or the role has as its default. */
const readLatest = 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED'

type PostgresOptions = {
  url: string
  connections: number
  /** Told once when the connection that hears other processes is lost. */
  onError: (error: Error) => void
  checkEveryMs?: number
}

export async function openPostgres({ url, connections, onError, checkEveryMs = checkListeningMs }: PostgresOptions): Promise<OpenedStore> {
  const connection = { connectionString: url, connectionTimeoutMillis: mostConnectMs, query_timeout: mostWaitMs, keepAlive: true }
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    idle_in_transaction_session_timeout: mostIdleMs,
    application_name: 'waymark',
    pipeline: true,
  })
  // A connection that breaks unused is replaced when one is needed; without a listener its error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // One that breaks in use fails its statements.
    client.on('error', () => {})
    // Not awaited: it travels with the first statement, which fails too where it cannot be sent.
    client.query(readLatest).catch(() => {})
  })
  const listener = openListener({ connection, checkEveryMs, onError })
  await pool.query('SELECT 1').catch(async (error) => {
    await pool.end()
    throw new Error(whyNot(url, error))
  })
  const direct = onClient(pool)
  return {
    kind: 'postgres',
    ...direct,
    transaction: (work) => explained(() => transact(pool, work)),
    script: async (text) => {
      await explained(() => pool.query({ text, query_timeout: mostScriptMs } as pg.QueryConfig))
    },
    async notify(channel, payload) {
      await direct.query('SELECT pg_notify($1, $2)', [channel, payload])
    },
    listen: listener.listen,
    async close() {
      // Everything is written by now, so a server that does not answer is not waited for.
      await Promise.race([listener.close().then(() => pool.end()), sleep(mostCloseMs, undefined, { ref: false })])
    },
  }
}

/** Names the place and the cause, but never the user and password that the address holds. */
function whyNot(url: string, { message, code }: { message?: string; code?: string }): string {
  return `PostgreSQL at ${new URL(url).host || 'the local socket'} cannot be used: ${message || code || 'it gave no reason'}.`
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let isBroken = false
    let first: unknown
    try {
      // Not awaited: the connection keeps the order, so it travels with the first statement of the act.
      const begun = client.query('BEGIN')
      begun.catch(() => {})
      const statements = onClient(client, (error) => {
        first ??= error
      })
      const value = await work({ ...statements, hold: (names) => hold(statements, names) })
      await begun
      // PostgreSQL answers a COMMIT after a failed statement with success, and rolls back.
      if (first !== undefined) throw first
      await client.query('COMMIT')
      return value
    } catch (thrown) {
      // Statements sent together fail together: what broke the first of them is the reason, the rest only say that it broke.
      const error = first ?? thrown
      isBroken = isAway(error)
      if (!isBroken)
        await client.query('ROLLBACK').catch(() => {
          isBroken = true
        })
      if (attempt < mostAttempts && retryableStates.has(thrownCode(error) ?? '')) continue
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** Sorted, so that two acts never wait for each other. Holding everything waits for every act, because each holds `allNames` shared. */
async function hold(statements: Queryable, names: readonly string[] | 'everything'): Promise<void> {
  if (names === 'everything') await statements.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.allNames])
  else
    await statements.query(
      `SELECT pg_advisory_xact_lock_shared($1), (SELECT count(pg_advisory_xact_lock(hashtextextended(name, 0)))
         FROM json_array_elements_text($2) AS name)`,
      [advisoryLocks.allNames, JSON.stringify([...names].sort())],
    )
}

type Client = Pick<pg.Pool, 'query'>
const statementNames = new Map<string, string>()

function onClient(client: Client, onError: (error: unknown) => void = () => {}): Queryable {
  const send = (text: string, values: readonly unknown[]) =>
    explained(async () => {
      try {
        return await client.query({ name: statementName(text), text, values: [...values] })
      } catch (error) {
        onError(error)
        throw error
      }
    })
  return {
    async query<T = Row>(text: string, values: readonly SqlValue[] = []) {
      return (await send(text, values)).rows as T[]
    },
    async execute(text, values = []) {
      return (await send(text, values)).rowCount ?? 0
    },
    async insertMany(table, columns, rows, onConflict = '') {
      if (rows.length === 0) return 0
      const conflict = onConflict ? ` ON CONFLICT ${onConflict}` : ''
      const text = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1)${conflict}`
      const records = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])))
      return (await send(text, [JSON.stringify(records)])).rowCount ?? 0
    },
  }
}

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = `w${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

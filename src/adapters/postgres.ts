import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable, ServiceError } from '../errors.ts'
import { advisoryLocks } from '../storage/advisory-locks.ts'
import type { OpenedStore, Queryable, Row, SqlValue, Transaction } from '../storage/store.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const retryableStates = new Set(['40001', '40P01']) // serialization_failure, deadlock_detected
const diskFull = '53100'
const outOfMemory = '53200'
const mostAttempts = 5
/** A server that accepted a statement and then says nothing is as good as gone. */
const mostWaitMs = 15_000
const mostConnectMs = 3000
const mostGoodbyeMs = 3000
/** A process that was stopped in the middle of an act must not hold up the others for longer than they wait for an answer. */
const mostIdleMs = 12_000
/** A migration may take its time over a large table. */
const mostScriptMs = 3_600_000

/** Some gateways forget a connection that is silent for a few minutes, and tell neither side. */
const checkListeningMs = 30_000

export type PostgresOptions = { url: string; connections: number; onError: (error: Error) => void; checkEveryMs?: number }

export async function openPostgres({ url, connections, onError, checkEveryMs = checkListeningMs }: PostgresOptions): Promise<OpenedStore> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: mostConnectMs,
    query_timeout: mostWaitMs,
    idle_in_transaction_session_timeout: mostIdleMs,
    keepAlive: true,
    application_name: 'waymark',
    pipeline: true,
  })
  pool.on('error', (error) => onError(new Error(error.message)))
  // A connection that breaks in use fails its statements; without a listener its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const bus = new EventEmitter().setMaxListeners(0)
  const listening = startListening({ url, bus, onError, checkEveryMs })
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
    listen(channel, listener) {
      bus.on(channel, listener)
      listening.subscribe(channel)
      return () => bus.off(channel, listener)
    },
    async close() {
      // All is written by now, and a server that says nothing says no goodbye either.
      await Promise.race([listening.close().then(() => pool.end()), sleep(mostGoodbyeMs, undefined, { ref: false })])
    },
  }
}

/** Names the place and the cause, and nothing of the user and password that the address holds. */
function whyNot(url: string, { message, code }: { message?: string; code?: string }): string {
  return `PostgreSQL at ${new URL(url).host || 'the local socket'} cannot be used: ${message || code || 'it gave no reason'}.`
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken = false
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
      await client.query('COMMIT')
      return value
    } catch (thrown) {
      // Statements sent together fail together: what broke the first of them is the reason, the rest only say that it broke.
      const error = first ?? thrown
      broken = isAway(error)
      if (!broken)
        await client.query('ROLLBACK').catch(() => {
          broken = true
        })
      if (attempt < mostAttempts && retryableStates.has((error as { code?: string }).code ?? '')) continue
      throw error
    } finally {
      client.release(broken)
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

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '08006', // connection_failure
  '08003', // connection_does_not_exist
  '08001', // sqlclient_unable_to_establish_sqlconnection
])

const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/

function isAway(error: unknown): boolean {
  if (isUnavailable(error)) return true
  const { code, message } = error as { code?: string; message?: string }
  return awayCodes.has(code ?? '') || awayMessages.test(message ?? '')
}

/** Turns "the database cannot be reached" into the answer callers get for it; every other failure passes through. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (isAway(error))
      throw new ServiceError('unavailable', 'The store cannot be reached right now. Try again in a few seconds.', {
        retry_after_seconds: 2,
      })
    const { code } = error as { code?: string }
    if (code === diskFull)
      throw new ServiceError('unavailable', 'The disk of the store is full; nothing was stored.', { retry_after_seconds: 30 })
    // What runs out first is the room for locks, of which a batch of reports holds many.
    if (code === outOfMemory)
      throw new ServiceError(
        'unavailable',
        'The store has no room for more locks right now; nothing was stored. Try again in a few seconds.',
        {
          retry_after_seconds: 2,
        },
      )
    throw error
  }
}

type ListeningParts = Required<Pick<PostgresOptions, 'url' | 'onError' | 'checkEveryMs'>> & { bus: EventEmitter }

function startListening({ url, bus, onError, checkEveryMs }: ListeningParts) {
  const channels = new Set<string>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let wasConnected = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'waymark-listen',
      keepAlive: true,
      connectionTimeoutMillis: mostConnectMs,
      query_timeout: Math.min(mostWaitMs, checkEveryMs),
    })
    fresh.on('notification', ({ channel, payload }) => bus.emit(channel, payload ?? ''))
    fresh.on('error', onError)
    let checking: NodeJS.Timeout | undefined
    fresh.on('end', () => {
      clearInterval(checking)
      reconnectLater()
    })
    await fresh.connect()
    client = fresh
    // Nothing but messages comes over this connection, so silence alone tells nobody that it is dead.
    checking = setInterval(() => fresh.query('SELECT 1').catch(() => fresh.end()), checkEveryMs).unref()
    for (const channel of channels) await fresh.query(`LISTEN ${channel}`)
    // What was sent meanwhile is lost; an empty message tells every listener to look for itself.
    if (wasConnected) for (const channel of channels) bus.emit(channel, '')
    wasConnected = true
  }
  function reconnectLater(): void {
    client = undefined
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().catch(reconnectLater)
    }, 500)
  }
  return {
    subscribe(channel: string): void {
      if (channels.has(channel)) return
      channels.add(channel)
      if (client) client.query(`LISTEN ${channel}`).catch(onError)
      else if (channels.size === 1) connect().catch(reconnectLater)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

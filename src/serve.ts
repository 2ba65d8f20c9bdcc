import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { migrate } from './adapters/migrate.ts'
import { openPostgres } from './adapters/postgres.ts'
import { openSqlite } from './adapters/sqlite.ts'
import { type App, createApp } from './app.ts'
import { type Config, ConfigError, secretWeakness } from './config.ts'
import type { OpenedStore } from './storage/store.ts'
import { thrownCode, thrownMessage } from './thrown.ts'
import { relayStreams } from './worker-streams.ts'
import { beat, onStopSignal, refuseWorkersWithoutServer, shareMetrics, superviseWorkers } from './workers.ts'

const trimAfterMs = 2000

/** What to do about a PostgreSQL that cannot be used. */
export const checkDatabase = 'Check that it is running, and that DATABASE_URL names the right host, user and database.'

type StoreOptions = { onError?: (error: Error) => void; prepare?: (store: OpenedStore) => Promise<unknown> }

/** Opens the configured store with its schema up to date, or prepared otherwise. */
export async function openStore(config: Config, { onError = () => {}, prepare = migrate }: StoreOptions = {}): Promise<OpenedStore> {
  const store = config.DATABASE_URL
    ? await openPostgres({ url: config.DATABASE_URL, connections: config.DATABASE_CONNECTIONS, onError }).catch((error: Error) => {
        throw new ConfigError(`DATABASE_URL: ${error.message} ${checkDatabase}`)
      })
    : await openSqlite(config.DATA_DIR)
  try {
    await prepare(store)
    return store
  } catch (error) {
    await store.close()
    throw mayNotChange.has(thrownCode(error) ?? '') ? new ConfigError(whyNotChanged(thrownMessage(error))) : error
  }
}

const mayNotChange = new Set(['42501', '25006']) // insufficient_privilege, read_only_sql_transaction
const whyNotChanged = (message: string) =>
  `DATABASE_URL: the schema cannot be brought up to date (${message}). Use a role that owns the database and may write to it.`

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL })
  refuseWorkersWithoutServer(config)
  const weakness = secretWeakness(config)
  if (weakness && cluster.isPrimary) log.warn(weakness)
  if (config.WAYMARK_WORKERS > 1 && cluster.isPrimary) return announce(config, await superviseWorkers(config, log))
  if (cluster.isWorker) beat()
  const store = await openStore(config, { onError: (error) => log.warn({ err: error }, 'what other processes change cannot be heard') })
  const app = await createApp({
    config,
    store,
    log,
    warm: true,
    ...(cluster.isWorker ? { shareMetrics, mcp: { relay: relayStreams() } } : {}),
  })
  const address = await listen(app, config)
  setTimeout(giveMemoryBack, trimAfterMs).unref()

  onStopSignal((signal) => {
    log.info({ signal }, 'stopping')
    // Requests under way are finished; an idle connection would delay the end by a minute.
    setTimeout(() => app.server.server.closeAllConnections(), config.DRAIN_SECONDS * 1000).unref()
    app.close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  })
  // Last, because a supervisor that reads it may stop the service at once.
  if (cluster.isPrimary) announce(config, address)
}

/** If it cannot listen, it closes the store and names the setting to change. */
async function listen(app: App, { PORT, HOST }: Config): Promise<string> {
  try {
    return await app.server.listen({ port: PORT, host: HOST })
  } catch (error) {
    await app.close().catch(() => {})
    const code = thrownCode(error)
    if (code === 'EADDRINUSE') throw new ConfigError(`PORT: ${PORT} is taken on ${HOST}. Stop what listens there, or set another PORT.`)
    if (code === 'EACCES') throw new ConfigError(`PORT: this user may not listen on ${PORT}. Set one above 1023.`)
    throw new ConfigError(`HOST: Waymark cannot listen on ${HOST} (${thrownMessage(error)}). Set an address of this machine.`)
  }
}

/** For people on a terminal, and elsewhere a log line like all others; of whatever level, because supervisors wait for it. */
function announce(config: Config, address: string): void {
  const base = config.PUBLIC_URL ?? address
  const kept = config.DATABASE_URL ? 'PostgreSQL' : resolve(config.DATA_DIR)
  const line = `Waymark is ready: pages ${base}/ · docs ${base}/docs · MCP ${base}/api/mcp · data in ${kept}`
  if (process.stdout.isTTY) console.log(line)
  else pino().info({ address: base, data: kept }, line)
}

/** Reading the catalog leaves garbage that an idle process would keep for hours; one collection starts its return. */
function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

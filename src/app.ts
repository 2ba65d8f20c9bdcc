import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { openModelEndpoints } from './adapters/model-endpoints.ts'
import { createSafeFetch, type SafeFetchOptions } from './adapters/safe-fetch.ts'
import { readSeed } from './adapters/seed.ts'
import { headersIn, openTraces, type Traces } from './adapters/traces.ts'
import { lazySenses, loadWeights, sketchWith, usualTask } from './adapters/weights.ts'
import { openDirectory } from './agents/directory.ts'
import { IdempotentAnswers } from './calls/idempotency.ts'
import { createInvoker, type Invoke } from './calls/invoke.ts'
import { createMetrics, type Metrics, measured } from './calls/metrics.ts'
import { nextStepOf, type Operation, type StandingContext } from './calls/operation.ts'
import { createOverload } from './calls/overload.ts'
import { RateLimiter } from './calls/rate-limit.ts'
import { watchSecretGuesses } from './calls/secret-guesses.ts'
import { createIndexOpener, type OpenIndex } from './catalog/search.ts'
import { type CatalogSnapshot, openCatalog } from './catalog/snapshot.ts'
import type { Config } from './config.ts'
import { isUnavailable } from './errors.ts'
import { mountCrawlers } from './faces/crawlers.ts'
import { mountDocs } from './faces/docs.ts'
import type { FaceParts } from './faces/face.ts'
import { createHttpFace } from './faces/http/server.ts'
import { type McpOptions, mountMcp } from './faces/mcp/mount.ts'
import { mountPages } from './faces/pages.ts'
import { mountTraces } from './faces/traces.ts'
import { openBoards } from './leaderboards/boards-part.ts'
import { operations } from './operations.ts'
import { openLearning } from './routing/evidence/part.ts'
import { refreshing } from './routing/memory/part.ts'
import { openRouting } from './routing/snapshot.ts'
import { createSlowReadings } from './storage/slow-readings.ts'
import type { Store } from './storage/store.ts'
import { watchStore } from './storage/store-watch.ts'
import { openRecorder } from './telemetry/record.ts'
import { forgettingJobs, openUpkeep } from './upkeep.ts'
import { type DeliveryParts, openDeliveries } from './webhooks/delivery-part.ts'

export type AppOptions = {
  config: Config
  store: Store
  log?: Logger
  now?: () => Date
  newId?: () => string
  random?: () => number
  randomBytes?: (size: number) => Buffer
  /** Tests check every answer against its schema; in production that work is skipped. */
  checkOutputs?: boolean
  table?: readonly Operation[]
  mcp?: McpOptions
  /** Builds the search index, and what tasks are read with, before the first request instead of with it. */
  warm?: boolean
  /** Apps over the same entries that are given the same one share an index, as those of the tests do. */
  openIndex?: OpenIndex
  /** Where several processes serve behind one port: gives a way to read what all of them counted, this one's registry among them. */
  shareMetrics?: (registry: Metrics['registry']) => () => Promise<string | undefined>
  /** How calls to addresses chosen by strangers are checked; the tests let their own receivers through. */
  outbound?: SafeFetchOptions
}

/** What is read of an agent that has reported very often is kept for a while. */
const agentReadingsKept = 1000

export type App = {
  server: FastifyInstance
  invoke: Invoke
  metrics: Metrics
  table: readonly Operation[]
  close: () => Promise<void>
}

/** Everything but the socket: used by main, the tests, bench and eval alike. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, now = () => new Date(), table = operations } = options
  const log = options.log ?? pino({ level: 'silent' })
  const metrics = createMetrics()
  const { store, isAway: isStoreAway, close: stopWatching } = watchStore(measured(options.store, metrics), storeTold(log))
  const shared = { config, log, metrics, store, now, nowMs: () => now().getTime(), isStoreAway }
  const knowledge = await openKnowledge(shared, options.openIndex ?? createIndexOpener(loadWeights))
  const { agents, catalog, routing, learned } = knowledge
  const recorder = openRecorder()
  const fetchSafely = createSafeFetch(options.outbound)
  const answers = new IdempotentAnswers(store, now)
  const background = startBackground(shared, { fetchSafely, answers, entries: catalog.all })
  if (options.warm) knowledge.warm()
  const secretGuesses = watchSecretGuesses(shared)
  const boards = openBoards(store, shared.nowMs)
  const base: StandingContext = {
    store,
    config,
    log,
    now,
    newId: options.newId ?? randomUUID,
    random: options.random ?? Math.random,
    randomBytes: options.randomBytes ?? randomBytes,
    agents,
    catalog,
    recorder,
    routing,
    learned,
    evidenceSink: refreshing(routing.memories, learned.sink),
    decisions: routing.log,
    metrics,
    fetchSafely,
    isStoreAway,
    secretGuesses,
    boards,
    slowReadings: createSlowReadings(shared.nowMs, agentReadingsKept),
  }
  const overload = createOverload({ lagMs: config.OVERLOAD_LAG_MS, inFlight: config.OVERLOAD_IN_FLIGHT })
  const agentLimiter = new RateLimiter(config.RATE_LIMIT_AGENT_PER_MINUTE)
  const checkOutputs = options.checkOutputs ?? false
  const invoke = createInvoker({ base, metrics, answers, agentLimiter, overload, checkOutputs })
  const traces = openConfiguredTraces(shared)
  const sharedMetrics = options.shareMetrics?.(metrics.registry)
  const nextStep: FaceParts['nextStep'] = (row, raw, output) => nextStepOf(row, base, raw, output)
  const face = { config, log, now, metrics, table, invoke, nextStep, tools: toolsIn(catalog), secretGuesses, isStoreAway, sharedMetrics }
  const server = mountFaces(face, traces, options.mcp)
  await server.ready()
  return {
    server,
    invoke,
    metrics,
    table,
    close: async () => {
      await server.close()
      await traces?.close()
      await background.close()
      await recorder.idle()
      await knowledge.close()
      boards.close()
      overload.close()
      stopWatching()
      await store.close()
    },
  }
}

const toolsIn = ({ all, version }: CatalogSnapshot): FaceParts['tools'] => ({ slugs: () => all().map(({ slug }) => slug), version })

/** What every part of the service needs. */
type SharedParts = {
  config: Config
  log: Logger
  metrics: Metrics
  store: Store
  now: () => Date
  nowMs: () => number
  isStoreAway: () => boolean
}

const storeTold = (log: Logger) => ({
  onAway: (error: unknown) => log.warn({ err: error }, 'the store cannot be used'),
  onBack: () => log.info('the store can be used again'),
})

/** What failed because the store is away is told by what watches the store, unless something was lost. */
const warning =
  (log: Logger, text: string) =>
  (error: unknown, lost = 0): void => {
    if (lost > 0) log.warn({ err: error, lost }, text)
    else if (!isUnavailable(error)) log.warn({ err: error }, text)
  }

/** What is held in memory: agents, the catalog, the router and what it has learned. */
async function openKnowledge({ config, log, metrics, store, nowMs, isStoreAway }: SharedParts, openIndex: OpenIndex) {
  const agents = openDirectory(store, nowMs, isStoreAway)
  const catalog = await openCatalog({
    store,
    seed: readSeed(),
    openIndex,
    ownOnly: config.CATALOG === 'own',
    onError: warning(log, 'the catalog could not be read again'),
  })
  const { classifier, embedder } = openModelEndpoints({ config, log, metrics, nowMs })
  const senses = lazySenses()
  const routing = await openRouting({
    store,
    catalog,
    metrics,
    classifier,
    embedder,
    senses,
    nowMs,
    repeatMs: config.ROUTE_REPEAT_MS,
    onError: warning(log, 'decisions could not be written'),
  })
  const learned = await openLearning({
    store,
    catalog,
    nowMs,
    capLoopback: config.RATE_LIMIT_LOOPBACK,
    sketch: sketchWith(senses.encode),
    usual: usualTask(),
    onError: warning(log, 'evidence could not be read again'),
  })
  catalog.useScores(learned.scores)
  routing.useEvidence(learned.evidence)
  return {
    agents,
    catalog,
    routing,
    learned,
    warm() {
      catalog.index.size()
      routing.warm()
    },
    async close() {
      await routing.close()
      await learned.close()
      agents.close()
      catalog.close()
    },
  }
}

type BackgroundParts = Pick<DeliveryParts, 'fetchSafely' | 'entries'> & { answers: IdempotentAnswers }

/** Work that no request waits for: events are delivered, and what is past its time is forgotten. */
function startBackground({ config, log, store, now, nowMs }: SharedParts, { fetchSafely, answers, entries }: BackgroundParts) {
  const deliveries = openDeliveries({
    store,
    fetchSafely,
    now,
    entries,
    onError: warning(log, 'events could not be delivered'),
  })
  if (config.WEBHOOKS) deliveries.start()
  const upkeep = openUpkeep({
    store,
    nowMs,
    jobs: forgettingJobs({ store, answers, retentionDays: config.RETENTION_DAYS, nowMs }),
    onError: warning(log, 'periodic work failed'),
  })
  upkeep.start()
  return {
    async close() {
      await deliveries.close()
      await upkeep.close()
    },
  }
}

function openConfiguredTraces({ config, log }: SharedParts): Traces | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME } = config
  if (!endpoint) return undefined
  return openTraces({
    endpoint,
    headers: headersIn(OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: OTEL_SERVICE_NAME,
    onError: (error, lost) => log.warn({ err: error, lost }, 'traces could not be sent'),
  })
}

function mountFaces(face: FaceParts, traces: Traces | undefined, mcp: McpOptions | undefined): FastifyInstance {
  const server = createHttpFace(face)
  if (traces) mountTraces(server, traces.add)
  mountMcp(server, face, mcp)
  mountDocs(server, face)
  mountCrawlers(server, face)
  mountPages(server, face)
  return server
}

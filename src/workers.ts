import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Config } from './config.ts'
import { listenerUrl } from './network.ts'
import { passStreamMessages } from './worker-streams.ts'

const restartAfterMs = 1000
const beatEveryMs = 1000
const sameSignalMs = 1000

/**
 * The first signal stops, a later one ends the process at once. A terminal and a service manager signal all processes of a group, and a
 * parent among them passes the signal on to its children: what comes twice in the same second was sent once.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let stoppingSince: number | undefined
  const hear = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      stop(signal)
    } else if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
}

/** Tells the supervisor every second that the event loop of this process is still running. */
export function beat(): void {
  setInterval(() => process.send?.('beat'), beatEveryMs).unref()
}

/** While a process loads, it is busy for long at a time, and has no connections yet. */
const patienceAtStart = 5

/** A process that hangs still gets its share of the connections, so one that has been silent for too long is ended like a dead one. */
function watchBeats(silentMs: number, log: Logger): void {
  const heard = new Map<number, { at: number; patienceMs: number }>()
  const begin = (id: number, patienceMs: number) => heard.set(id, { at: performance.now(), patienceMs })
  cluster.on('online', ({ id }) => begin(id, silentMs * patienceAtStart))
  cluster.on('listening', ({ id }) => begin(id, silentMs))
  cluster.on('message', ({ id }) => {
    const known = heard.get(id)
    if (known) begin(id, known.patienceMs)
  })
  cluster.on('exit', ({ id }) => heard.delete(id))
  let looked = performance.now()
  setInterval(() => {
    const now = performance.now()
    // Where this process itself was held up, the others may have been held up with it.
    if (now - looked > 2 * beatEveryMs) for (const [id, { patienceMs }] of heard) begin(id, patienceMs)
    looked = now
    for (const [id, { at, patienceMs }] of heard) {
      if (now - at < patienceMs) continue
      log.error({ pid: cluster.workers?.[id]?.process.pid, silent_ms: Math.round(now - at) }, 'a serving process hangs and is ended')
      cluster.workers?.[id]?.process.kill('SIGKILL')
    }
  }, beatEveryMs).unref()
}

type MetricsWanted = { kind: 'metrics_wanted'; id: number }
type MetricsGiven = { kind: 'metrics_given'; id: number; text: string | undefined }
const metricsPatienceMs = 6000

/** Lets the supervisor read what this process counts, and gives what all of them counted; undefined when that does not come in time. */
export function shareMetrics(registry: Registry): () => Promise<string | undefined> {
  AggregatorRegistry.setRegistries(registry)
  // Made for its effect alone: from then on this process answers the supervisor.
  new AggregatorRegistry()
  let asked = 0
  return () =>
    new Promise((resolve) => {
      const wanted: MetricsWanted = { kind: 'metrics_wanted', id: ++asked }
      const end = (text: string | undefined) => {
        clearTimeout(timer)
        process.off('message', hear)
        resolve(text)
      }
      const hear = (message: Partial<MetricsGiven>) => {
        if (message.kind === 'metrics_given' && message.id === wanted.id) end(message.text)
      }
      const timer = setTimeout(() => end(undefined), metricsPatienceMs)
      process.on('message', hear)
      process.send?.(wanted)
    })
}

/** A scrape reaches one serving process, which asks here for the sum over all. */
function giveMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, { kind, id }: Partial<MetricsWanted>) => {
    if (kind !== 'metrics_wanted' || id === undefined) return
    const given: MetricsGiven = { kind: 'metrics_given', id, text: await all.clusterMetrics().catch(() => undefined) }
    if (worker.isConnected()) worker.send(given)
  })
}

/** Keeps the configured number of serving processes alive behind one port; resolves with its address once all of them listen. */
export async function superviseWorkers(config: Config, log: Logger): Promise<string> {
  let isStopping = false
  let listening = 0
  const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const stop = (signal: NodeJS.Signals) => {
    isStopping = true
    for (const worker of workers()) worker.process.kill(signal)
  }
  // One that has just ended is still listed until its channel is closed.
  const endWithTheLast = () => {
    if (workers().every((worker) => worker.isDead())) process.exit(0)
  }
  onStopSignal((signal) => {
    stop(signal)
    endWithTheLast()
  })
  watchBeats(config.WORKER_SILENCE_SECONDS * 1000, log)
  giveMetrics()
  passStreamMessages()
  return new Promise((resolve, reject) => {
    cluster.on('exit', (worker, code) => {
      if (isStopping) return endWithTheLast()
      if (listening === 0) {
        // It has said why; the others would fail in the same way, or only find that nobody is there any more.
        stop('SIGKILL')
        return reject(new Error('The serving processes ended before they could listen.'))
      }
      log.error({ pid: worker.process.pid, code }, 'a serving process ended and is started again')
      setTimeout(() => !isStopping && cluster.fork(), restartAfterMs)
    })
    cluster.on('listening', (_, { port }) => {
      if (++listening === config.WAYMARK_WORKERS) resolve(listenerUrl(config.HOST, port))
    })
    for (let i = 0; i < config.WAYMARK_WORKERS; i++) cluster.fork()
  })
}

/** The embedded store belongs to one process, so several need a store that they can share. */
export function refuseWorkersWithoutServer({ WAYMARK_WORKERS, DATABASE_URL }: Config): void {
  if (WAYMARK_WORKERS > 1 && !DATABASE_URL)
    throw new Error(`WAYMARK_WORKERS=${WAYMARK_WORKERS} needs DATABASE_URL: the embedded store belongs to one process.`)
}

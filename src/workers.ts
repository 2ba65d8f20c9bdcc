import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

const restartAfterMs = 1000

/** Keeps the configured number of serving processes alive behind one port; resolves with its address once all of them listen. */
export async function superviseWorkers(config: Config, log: Logger): Promise<string> {
  let stopping = false
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    })
  }
  cluster.on('exit', (worker, code) => {
    if (stopping && Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
    if (stopping) return
    log.error({ pid: worker.process.pid, code }, 'a serving process ended and is started again')
    setTimeout(() => !stopping && cluster.fork(), restartAfterMs)
  })
  return new Promise((resolve, reject) => {
    let listening = 0
    cluster.on('listening', (_, { port }) => {
      if (++listening === config.WAYMARK_WORKERS) resolve(`http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`)
    })
    cluster.once('exit', () => listening === 0 && reject(new Error('The serving processes ended before they could listen.')))
    for (let i = 0; i < config.WAYMARK_WORKERS; i++) cluster.fork()
  })
}

/** The embedded store belongs to one process, so several need a store that they can share. */
export function refuseWorkersWithoutServer({ WAYMARK_WORKERS, DATABASE_URL }: Config): void {
  if (WAYMARK_WORKERS > 1 && !DATABASE_URL)
    throw new Error(`WAYMARK_WORKERS=${WAYMARK_WORKERS} needs DATABASE_URL: the embedded store belongs to one process.`)
}

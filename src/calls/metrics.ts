import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Store } from '../storage/store.ts'
import { createRequestMeter } from './request-meter.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    ...createRequestMeter(registry),
    storeDuration: new Histogram({
      name: 'waymark_store_duration_seconds',
      help: 'Time of one statement or transaction in the store',
      labelNames: ['kind'],
      buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    storeFailures: new Counter({ name: 'waymark_store_failures_total', help: 'Statements and transactions that failed', registers }),
    unresolved: new Counter({
      name: 'waymark_unresolved_total',
      help: 'Tasks, and steps of tasks, that needed a tool and found none, by the cluster nearest to them',
      labelNames: ['cluster'],
      registers,
    }),
    classifications: new Counter({
      name: 'waymark_classifications_total',
      help: 'Calls to the configured language model: answered in time, late, or not at all or in another form',
      labelNames: ['result'],
      registers,
    }),
    refusedSecrets: new Counter({
      name: 'waymark_refused_secrets_total',
      help: 'Tries at the operator’s secret that were refused: wrong, or from a network that is locked out',
      labelNames: ['result'],
      registers,
    }),
    streams: new Gauge({ name: 'waymark_mcp_streams', help: 'Open MCP event streams', registers }),
  }
}

/** Counts and times what goes through the store, without the callers knowing. */
export function measured<S extends Store>(store: S, metrics: Metrics): S {
  const timed =
    <A extends unknown[], T>(kind: string, work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const stop = metrics.storeDuration.startTimer({ kind })
      try {
        return await work(...args)
      } catch (error) {
        metrics.storeFailures.inc()
        throw error
      } finally {
        stop()
      }
    }
  return {
    ...store,
    query: timed('query', store.query),
    execute: timed('execute', store.execute),
    insertMany: timed('insert', store.insertMany),
    transaction: timed('transaction', store.transaction),
  }
}

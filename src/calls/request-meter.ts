import { Counter, type Registry } from 'prom-client'

const buckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const durationName = 'waymark_request_duration_seconds'

type Labels = { operation: string; face: string }
type Metered = Labels & { status: string; ms: number }
type Cell = { labels: Labels; counts: Float64Array; sum: number; statuses: Map<string, number> }
type Value = { labels: Labels & { le?: number | string }; value: number; metricName: string }

/** Counts and times every operation in plain numbers; they take the form of metrics only when somebody reads them. */
export function createRequestMeter(registry: Registry) {
  const cells = new Map<string, Map<string, Cell>>()

  function cellOf(operation: string, face: string): Cell {
    const faces = cells.get(operation) ?? new Map<string, Cell>()
    if (faces.size === 0) cells.set(operation, faces)
    let cell = faces.get(face)
    if (!cell) {
      cell = { labels: { operation, face }, counts: new Float64Array(buckets.length + 1), sum: 0, statuses: new Map() }
      faces.set(face, cell)
    }
    return cell
  }
  const all = () => [...cells.values()].flatMap((faces) => [...faces.values()])

  const requests = new Counter({
    name: 'waymark_requests_total',
    help: 'Operations answered, by operation, face and status',
    labelNames: ['operation', 'face', 'status'],
    registers: [registry],
    collect() {
      for (const { labels, statuses } of all()) {
        for (const [status, count] of statuses) this.inc({ ...labels, status }, count)
        statuses.clear()
      }
    },
  })
  const duration = {
    name: durationName,
    type: 'histogram',
    help: 'Time from the parsed request to the answer, by operation and face',
    aggregator: 'sum',
    get: async () => ({ ...duration, values: all().flatMap(valuesOf) }),
    reset: () => cells.clear(),
  }
  register(registry, duration)

  return {
    requests,
    duration: { get: duration.get },
    meter({ operation, face, status, ms }: Metered): void {
      const cell = cellOf(operation, face)
      const seconds = ms / 1000
      let at = 0
      while (at < buckets.length && seconds > buckets[at]!) at++
      cell.counts[at] = cell.counts[at]! + 1
      cell.sum += seconds
      cell.statuses.set(status, (cell.statuses.get(status) ?? 0) + 1)
    },
  }
}

function valuesOf({ labels, counts, sum }: Cell): Value[] {
  let total = 0
  const values: Value[] = [...counts].map((count, at) => {
    total += count
    return { labels: { ...labels, le: buckets[at] ?? '+Inf' }, value: total, metricName: `${durationName}_bucket` }
  })
  values.push({ labels, value: sum, metricName: `${durationName}_sum` }, { labels, value: total, metricName: `${durationName}_count` })
  return values
}

/** The registry reads a metric only through its name and `get`, which every object given here has. */
function register(registry: Registry, metric: { name: string; get: () => Promise<object> }): void {
  registry.registerMetric(metric as unknown as Counter)
}

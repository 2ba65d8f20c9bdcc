import { Counter, Histogram, type Registry } from 'prom-client'

type Metered = { operation: string; face: string; status: string; ms: number }

/** Counts and times every operation. */
export function createRequestMeter(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'waymark_requests_total',
    help: 'Operations answered, by operation, face and status',
    labelNames: ['operation', 'face', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'waymark_request_duration_seconds',
    help: 'Time from the parsed request to the answer, by operation and face',
    labelNames: ['operation', 'face'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  return {
    requests,
    duration,
    meter({ operation, face, status, ms }: Metered): void {
      requests.inc({ operation, face, status })
      duration.observe({ operation, face }, ms / 1000)
    },
  }
}

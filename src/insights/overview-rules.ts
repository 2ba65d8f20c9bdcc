import type { Traffic } from './overview-schema.ts'

type Bucket = { le: number; count: number }

/** The time under which this share of the requests stayed, read from cumulative buckets; null without requests. */
export function quantileOf(buckets: readonly Bucket[], share: number): number | null {
  const total = buckets.at(-1)?.count ?? 0
  if (total === 0) return null
  const wanted = total * share
  const at = buckets.findIndex(({ count }) => count >= wanted)
  const reached = buckets[at]
  const below = buckets[at - 1] ?? { le: 0, count: 0 }
  // Beyond the last finite bucket all that is known is that it took at least that long.
  if (!reached || !Number.isFinite(reached.le)) return below.le
  return below.le + ((wanted - below.count) / (reached.count - below.count)) * (reached.le - below.le)
}

type Sample = { labels: Readonly<Record<string, string | number>>; value: number; metricName?: string }

/** What the counters of requests and of their times say about each operation, the busiest first. */
export function trafficOf(requests: readonly Sample[], durations: readonly Sample[]): Traffic[] {
  const names = [...new Set(requests.map(({ labels }) => String(labels.operation)))]
  return names.map((operation) => lineOf(operation, requests, durations)).sort((a, b) => b.requests - a.requests)
}

function lineOf(operation: string, requests: readonly Sample[], durations: readonly Sample[]): Traffic {
  const own = requests.filter(({ labels }) => labels.operation === operation)
  const buckets = new Map<number, number>()
  for (const { labels, value, metricName } of durations) {
    if (labels.operation !== operation || !metricName?.endsWith('_bucket')) continue
    const le = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    buckets.set(le, (buckets.get(le) ?? 0) + value)
  }
  const sorted = [...buckets].map(([le, count]) => ({ le, count })).sort((a, b) => a.le - b.le)
  const sum = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0)
  const inMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10_000) / 10)
  return {
    operation,
    requests: sum(own),
    failures: sum(own.filter(({ labels }) => labels.status !== 'ok')),
    p50_ms: inMs(quantileOf(sorted, 0.5)),
    p95_ms: inMs(quantileOf(sorted, 0.95)),
  }
}

export type Movement = {
  slug: string
  score_before: number
  score_after: number
  success_before: number | null
  success_after: number | null
  latency_before: number | null
  latency_after: number | null
  reports_before: number
  reports_after: number
}

/** Why a score moved, as far as what was reported tells. */
export function causesOf(moved: Movement): string[] {
  const causes: string[] = []
  const reports = moved.reports_after - moved.reports_before
  if (reports > 0) causes.push(`${reports} new ${reports === 1 ? 'report' : 'reports'}`)
  const share = (value: number) => `${Math.round(value * 100)}%`
  if (differs(moved.success_before, moved.success_after, 0.01))
    causes.push(`success from ${share(moved.success_before ?? 0)} to ${share(moved.success_after ?? 0)}`)
  if (differs(moved.latency_before, moved.latency_after, 1))
    causes.push(`latency from ${Math.round(moved.latency_before ?? 0)} to ${Math.round(moved.latency_after ?? 0)} ms`)
  return causes.length > 0 ? causes : ['older reports lost weight']
}

function differs(before: number | null, after: number | null, least: number): boolean {
  return before !== null && after !== null && Math.abs(after - before) >= least
}

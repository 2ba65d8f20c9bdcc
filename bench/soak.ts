import { loadavg } from 'node:os'
import { lineOf, mixedRequests, runWindow, type Window } from './mixed-traffic.ts'
import { startServer } from './server-process.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 1)
/** Requests a second; 0 sends as fast as the service answers, which on a shared machine tells more about the machine than about the service. */
const rate = Number(process.env.SOAK_RATE ?? 200)
const warmUpWindows = 4
const quarters = 4
const windowsPerQuarter = 4

type Quarter = Omit<Window, 'rate' | 'p50' | 'cpu_us'>
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
const middle = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** The middle of a quarter's windows: one window disturbed by other work does not decide it. */
function summed(windows: readonly Window[]): Quarter {
  const of = (pick: (window: Window) => number) => windows.map(pick)
  return {
    p99: middle(of(({ p99 }) => p99)),
    rss: middle(of(({ rss }) => rss)),
    heap: middle(of(({ heap }) => heap)),
    handles: Math.min(...of(({ handles }) => handles)),
    failed: sum(of(({ failed }) => failed)),
    refused: sum(of(({ refused }) => refused)),
  }
}

const growth = (from: number, to: number) => ((to - from) / Math.max(from, 1e-9)) * 100
const told = (name: string, value: number, bar: number, unit: string) =>
  `${name} ${value >= 0 ? '+' : ''}${value.toFixed(1)}${unit} (bar ${bar}${unit}: ${value <= bar ? 'kept' : 'missed'})`

/** Mixed load over a long time (SOAK_MINUTES, 20 for the real one): failures, memory, handles and p99 of each quarter after warm-up. */
export async function benchSoak(): Promise<void> {
  const server = await startServer('waymark')
  const requests = await mixedRequests(server.url)
  const seconds = Math.max(2, Math.round((minutes * 60) / (warmUpWindows + quarters * windowsPerQuarter)))
  const traffic = { connections: 20, seconds, rate: rate || undefined }
  for (let i = 1; i <= warmUpWindows; i++) console.log(`warm-up ${i}: ${lineOf(await runWindow(server, requests, traffic))}`)
  const seen: Quarter[] = []
  for (let quarter = 1; quarter <= quarters; quarter++) {
    const windows: Window[] = []
    for (let i = 1; i <= windowsPerQuarter; i++) {
      const window = await runWindow(server, requests, traffic)
      console.log(`quarter ${quarter}, window ${i}: ${lineOf(window)}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
      windows.push(window)
    }
    seen.push(summed(windows))
  }
  await server.stop()
  console.table(seen)
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last) return
  console.log(
    [
      told('5xx other than deliberate 503', sum(seen.map(({ failed }) => failed)), 0, ''),
      told('memory', growth(first.rss, last.rss), 5, '%'),
      told('handles', last.handles - first.handles, 0, ''),
      told('p99', growth(first.p99, last.p99), 20, '%'),
      `refused with 503: ${sum(seen.map(({ refused }) => refused))}`,
    ].join(', '),
  )
}

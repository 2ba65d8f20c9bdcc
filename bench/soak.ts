import { lineOf, mixedRequests, runWindow, type Window } from './mixed-traffic.ts'
import { startServer } from './server-process.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 1)
const windows = 10
const warmUp = 3

const mean = (values: readonly Window[], pick: (window: Window) => number) =>
  values.reduce((sum, one) => sum + pick(one), 0) / values.length
const growth = (from: number, to: number) => `${(((to - from) / Math.max(from, 1e-9)) * 100).toFixed(1)}%`

/** Mixed load over a long time (SOAK_MINUTES, 20 for the real one): memory, handles and p99 of the end beside those after warm-up. */
export async function benchSoak(): Promise<void> {
  const server = await startServer('waymark')
  const requests = await mixedRequests(server.url)
  const seen: Window[] = []
  for (let i = 0; i < windows + warmUp; i++) {
    const window = await runWindow(server, requests, 20, (minutes * 60) / (windows + warmUp))
    console.log(`${i < warmUp ? 'warm-up' : `window ${i - warmUp + 1}`}: ${lineOf(window)}`)
    if (i >= warmUp) seen.push(window)
  }
  const [early, late] = [seen.slice(0, 3), seen.slice(-3)]
  const compared = (pick: (window: Window) => number) => growth(mean(early, pick), mean(late, pick))
  console.log(
    `memory ${compared((one) => one.rss)} (bar 5%), handles ${compared((one) => one.handles)} (bar 0%), p99 ${compared((one) => one.p99)} (bar 20%), failed ${seen.reduce((sum, one) => sum + one.failed, 0)} (bar 0)`,
  )
  await server.stop()
}

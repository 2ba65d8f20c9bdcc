import { lineOf, mixedRequests, runWindow } from './mixed-traffic.ts'
import { startServer } from './server-process.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 8)

/** Mixed traffic at rising numbers of connections: where the rate stops growing is the ceiling of one process here. */
export async function benchLoad(): Promise<void> {
  const server = await startServer('waymark')
  const requests = await mixedRequests(server.url)
  await runWindow(server, requests, { connections: 20, seconds })
  for (const connections of [10, 50, 200]) {
    console.log(`${connections} connections: ${lineOf(await runWindow(server, requests, { connections, seconds }))}`)
  }
  await server.stop()
}

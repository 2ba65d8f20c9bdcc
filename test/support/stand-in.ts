import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandIn = { url: string; port: number; server: Server; close: () => Promise<void> }

/** A real server on loopback in place of one outside. Closing it also ends what it has not answered. */
export async function standIn(answer: RequestListener): Promise<StandIn> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

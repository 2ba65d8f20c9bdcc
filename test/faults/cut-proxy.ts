import { connect, createServer, type Socket } from 'node:net'

export type CutProxy = { url: string; cut: () => void; stall: () => void; forget: () => void; restore: () => void; close: () => void }

/** Stands between a service and its database, and takes the line away: `cut` breaks connections, `stall` lets them hang, `forget` those that are there. */
export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const server = createServer((near) => {
    near.on('error', () => {})
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    far.on('error', () => near.destroy())
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (state === 'open') near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)

  function breakAll(): void {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
    pairs.clear()
  }
  function hangAll(): void {
    for (const [near, far] of pairs) {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    }
  }
  return {
    url: url.href,
    cut() {
      state = 'cut'
      breakAll()
    },
    stall() {
      state = 'stalled'
      hangAll()
    },
    forget: hangAll,
    restore() {
      // Connections that were stalled lost their place; like a real outage, they end and new ones are made.
      breakAll()
      state = 'open'
    },
    close() {
      breakAll()
      server.close()
    },
  }
}

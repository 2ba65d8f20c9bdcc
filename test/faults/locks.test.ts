import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres.ts'
import type { Store } from '../../src/storage/store.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

// A server of its own: while its locks are used up, nobody else on it gets any.
let server: PostgresServer
let store: Store
beforeAll(async () => {
  server = await startPostgres({ max_connections: '20' })
  store = await openPostgres({ url: server.url, connections: 2, onError: () => {} })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test('an act that finds no room for its locks is refused for now, and the next one goes on', async () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `name ${i}`)
  await expect(store.transaction((tx) => tx.hold(names))).rejects.toMatchObject({ code: 'unavailable' })
  await store.transaction((tx) => tx.hold(['first']))
})

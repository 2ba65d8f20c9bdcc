import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { openSqlite } from '../../src/adapters/sqlite.ts'
import { loadWeights } from '../../src/adapters/weights.ts'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import { createIndexOpener } from '../../src/catalog/search.ts'
import { readConfig } from '../../src/config.ts'
import type { Store } from '../../src/storage/store.ts'

export type Answer = { status: number; body: any; headers: Record<string, unknown>; text: string }
export type TestApp = App & {
  store: Store
  clock: { now: Date; advance: (ms: number) => void }
  request: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  tool: (name: string, args?: Record<string, unknown>) => Promise<any>
  register: (name?: string) => Promise<string>
}

/** A fresh store of the engine under test, with its schema. */
export async function testStore(): Promise<Store> {
  return process.env.WAYMARK_TEST_STORE === 'postgres' ? postgresStore() : sqliteStore()
}

async function sqliteStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-test-'))
  const store = await openSqlite(folder)
  await migrate(store)
  return cleanedUpBy(store, () => rmSync(folder, { recursive: true, force: true }))
}

/** The same store, with what it leaves behind removed once it is closed. */
function cleanedUpBy(store: Store, clean: () => unknown): Store {
  const { close } = store
  return {
    ...store,
    close: async () => {
      await close()
      await clean()
    },
  }
}

export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await run(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function postgresStore(): Promise<Store> {
  const database = await freshDatabase()
  const store = await openPostgres({ url: database.url, connections: 8, onError: () => {} })
  await migrate(store)
  return cleanedUpBy(store, database.drop)
}

/** Building an index takes a second, so all apps of a test file share one. */
export const openIndex = createIndexOpener(loadWeights)

export type TestAppOptions = Partial<Omit<AppOptions, 'config' | 'now'>> & { env?: Record<string, string> }

/** The whole service on a fresh store, with a clock that moves only on request, and answers checked against their schemas. */
export async function testApp({ env = {}, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await testStore())
  const clock = {
    now: new Date('2026-11-02T09:00:00.000Z'),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const app = await createApp({
    checkOutputs: true,
    openIndex,
    ...options,
    store,
    config: readConfig({ OVERLOAD_LAG_MS: '0', ...env }),
    now: () => clock.now,
  })
  const request: TestApp['request'] = async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const response = await app.server.inject({ method: method as NonNullable<InjectOptions['method']>, url: path, headers, ...json })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers, text: response.body }
  }
  return {
    ...app,
    store,
    clock,
    request,
    async tool(name, args = {}) {
      const { body } = await request('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
      return body.result ? { isError: body.result.isError ?? false, value: JSON.parse(body.result.content[0].text) } : body
    },
    async register(name = `agent-${randomUUID()}`) {
      const { body } = await request('POST', '/api/agents/register', { agent_name: name })
      return body.agent_identity_id
    },
  }
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/adapters/migrate.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import type { Store } from '../src/storage/store.ts'
import { type TestApp, testApp, testStore } from './support/harness.ts'

const tasks = 500
const folder = mkdtempSync(join(tmpdir(), 'waymark-privacy-'))
const onSqlite = process.env.WAYMARK_TEST_STORE !== 'postgres'
const secret = (i: number) => [
  `person${i}@private-mail.example`,
  `4111-0000-${String(i).padStart(4, '0')}-1111`,
  `sk-live-${i}-Zq9PlantedKey`,
]
const telltales = ['private-mail.example', /4111-0000-\d{4}-1111/, 'PlantedKey']

let app: TestApp
const logged: string[] = []
beforeAll(async () => {
  const store: Store & { script?: (text: string) => Promise<void> } = onSqlite ? await openSqlite(folder) : await testStore()
  if (store.script && onSqlite) await migrate({ ...store, script: store.script })
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  app = await testApp({ store, log, env: { ADMIN_SECRET: 'operator-secret-of-at-least-32-chars', LOG_LEVEL: 'trace' } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything the store holds, as text: the very bytes of the files, or every row of every table. */
async function storedText(): Promise<string> {
  if (onSqlite)
    return readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'latin1'))
      .join('\n')
  const tables = await app.store.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  )
  const rows = await Promise.all(tables.map(({ name }) => app.store.query<{ row: string }>(`SELECT CAST(t AS text) AS row FROM ${name} t`)))
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

function expectClean(text: string): void {
  for (const telltale of telltales) expect(telltale instanceof RegExp ? telltale.test(text) : text.includes(telltale)).toBe(false)
}

/** The answer names each step in the caller's own words, and is the same again for the same key. */
async function askCompound(agent_identity_id: string, i: number): Promise<void> {
  const [mail, card, key] = secret(i)
  const task = `Open an issue on GitHub about ${mail} and card ${card}, then post the key ${key} to the team in Slack`
  const send = () => app.request('POST', '/api/route', { task, agent_identity_id }, { 'idempotency-key': `compound${i}` })
  const first = await send()
  expect(first.body.approach).toBe('multi_tool')
  expect(first.text).toContain('PlantedKey')
  expect((await send()).text).toBe(first.text)
}

test('500 tasks with planted secrets leave none of them in the store, logs, metrics, exports or public pages', async () => {
  const agent_identity_id = await app.register('privacy-agent')
  const ask = async (i: number) => {
    const [mail, card, key] = secret(i)
    const task = `Send the invoice of card ${card} to ${mail} with the key ${key} and summarise the reply`
    await app.request('POST', '/api/route', { task, agent_identity_id }, i % 5 === 0 ? { 'idempotency-key': `p${i}` } : {})
    if (i % 2 === 0) await app.request('POST', '/api/route/model', { task, agent_identity_id })
    if (i % 10 === 0) await app.request('POST', '/api/verify/model', { task, output: `${mail} ${card} ${key}` })
    if (i % 25 === 0) await app.request('GET', `/api/skills?q=${encodeURIComponent(task)}`)
    if (i % 25 === 1) await app.request('POST', '/api/route', { task, constraints: { max_cost_usd: key } })
    if (i % 20 === 0) await askCompound(agent_identity_id, i)
    await app.request('POST', '/api/report', {
      skill_slug: 'github-mcp-server',
      outcome: 'success',
      latency_ms: i,
      agent_identity_id,
      task,
    })
  }
  for (let i = 0; i < tasks; i += 10) await Promise.all(Array.from({ length: 10 }, (_, j) => ask(i + j)))
  const count = async (table: string) => (await app.store.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n
  expect(await count('outcomes')).toBe(tasks)
  expect(await count('decisions')).toBeGreaterThan(0)
  expectClean(await storedText())
  expectClean(logged.join('\n'))
  const bearer = { authorization: `Bearer ${agent_identity_id}` }
  const pages = ['/metrics', '/docs', '/api/skills', `/api/agent-dashboard?agent_identity_id=${agent_identity_id}`]
  for (const page of pages) expectClean((await app.request('GET', page)).text)
  for (const page of ['export', 'memory', 'ledger']) {
    expectClean((await app.request('GET', `/api/agents/${agent_identity_id}/${page}`, undefined, bearer)).text)
  }
}, 300_000)

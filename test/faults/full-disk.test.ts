import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../src/adapters/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { openSqlite } from '../../src/adapters/sqlite.ts'
import { type Answer, freshDatabase, type TestApp, testApp } from '../support/harness.ts'

let app: TestApp
let clean: () => Promise<void>
afterEach(async () => {
  await app.close()
  await clean()
})

const task = 'Open an issue on GitHub about the failing build'
const report = (latency_ms: number) =>
  app.request('POST', '/api/report', { skill_slug: 'github-mcp-server', outcome: 'success', latency_ms })

function expectFull({ status, headers, text }: Answer): void {
  expect(text).toContain('is full; nothing was stored')
  expect(status).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

const stored = async () =>
  (await app.store.query<{ latency_ms: number }>('SELECT latency_ms FROM outcomes')).map(({ latency_ms }) => latency_ms)

test('embedded store: writes say that the disk is full, routing goes on, and room again means all is well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-full-'))
  const store = await openSqlite(folder)
  await migrate(store)
  app = await testApp({ store })
  clean = async () => rmSync(folder, { recursive: true, force: true })
  const [{ pages } = { pages: 0 }] = await store.query<{ pages: number }>('SELECT page_count AS pages FROM pragma_page_count()')
  await store.script(`PRAGMA max_page_count = ${pages + 4}`)
  const accepted: number[] = []
  const refused: [number, Answer][] = []
  const send = async (numbers: readonly number[]) => {
    const answers = await Promise.all(numbers.map(report))
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 200) accepted.push(numbers[i] ?? 0)
      else refused.push([numbers[i] ?? 0, answer])
    }
  }
  for (let number = 1; number < 1000 && refused.length < 20; number += 10) await send(Array.from({ length: 10 }, (_, i) => number + i))
  expect(refused.length).toBeGreaterThanOrEqual(20)
  for (const [, answer] of refused) expectFull(answer)
  const routed = await app.request('POST', '/api/route', { task })
  expect(routed.body.recommended_skill).toBe('github-mcp-server')
  expect((await app.request('GET', '/api/health')).status).toBe(200)

  await store.script('PRAGMA max_page_count = 1000000')
  expect((await report(2000)).status).toBe(200)
  expect((await stored()).toSorted((a, b) => a - b)).toEqual([...accepted, 2000].toSorted((a, b) => a - b))
}, 120_000)

test('PostgreSQL: its word for a full disk is told to the caller, and room again means all is well', async () => {
  const database = await freshDatabase()
  const store = await openPostgres({ url: database.url, connections: 4, onError: () => {} })
  await migrate(store)
  app = await testApp({ store })
  clean = database.drop
  expect((await report(1)).status).toBe(200)
  await store.script(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON outcomes FOR EACH ROW EXECUTE FUNCTION no_room()`)
  expectFull(await report(2))
  expect((await app.request('POST', '/api/route', { task })).body.recommended_skill).toBe('github-mcp-server')
  await store.script('DROP TRIGGER full_disk ON outcomes')
  expect((await report(3)).status).toBe(200)
  expect((await stored()).sort()).toEqual([1, 3])
})

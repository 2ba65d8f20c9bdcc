import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../src/adapters/migrate.ts'
import { openSqlite } from '../../src/adapters/sqlite.ts'
import { checkDump, dump } from '../../src/cli/dump.ts'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/serve.ts'
import { type CommandLine, openCommandLine } from '../support/command-line.ts'
import { freshDatabase, testApp } from '../support/harness.ts'
import { standIn } from '../support/stand-in.ts'

let commandLine: CommandLine
let url: string
let folder: string
let waymark: CommandLine['waymark']
beforeAll(async () => {
  commandLine = await openCommandLine()
  ;({ url, folder, waymark } = commandLine)
})
afterAll(() => commandLine.close())

test('doctor says what to fix, and fails only when something must be', async () => {
  const well = await waymark(['doctor', '--json'])
  expect(well.code).toBe(0)
  expect(JSON.parse(well.out).findings.find(({ check }: { check: string }) => check === 'service').state).toBe('ok')
  const bad = await waymark(['doctor'], { PORT: 'ninety', LOG_LEVEL: 'loud' })
  expect(bad).toMatchObject({ code: 1 })
  expect(bad.out).toContain('LOG_LEVEL: must be one of')
  expect((await waymark(['doctor'], { ADMIN_SECRET: 'short' })).out).toContain('ADMIN_SECRET has fewer than 32 characters')
  const away = await waymark(['doctor', '--json'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(away.code).toBe(1)
  expect(away.out).toMatch(/PostgreSQL at 127\.0\.0\.1:9 cannot be used: connect ECONNREFUSED.*Check that it is running/)
})

test('doctor looks at the folder of an embedded store only, and whether it is one', async () => {
  const disk = async (env: Record<string, string>) =>
    JSON.parse((await waymark(['doctor', '--json'], env)).out).findings.find(({ check }: { check: string }) => check === 'disk')
  expect(await disk({ DATA_DIR: '/dev/null/x' })).toMatchObject({ state: 'failed', says: '/dev/null is not a folder.' })
  expect(await disk({ DATA_DIR: '/dev/null/x', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toBeUndefined()
})

test('doctor looks for the service where its settings say that it listens', async () => {
  const { port } = new URL(url)
  expect((await waymark(['doctor'], { WAYMARK_URL: '', PORT: port })).out).toContain(`${url} is ready.`)
})

test('doctor warns once of each model endpoint that is only half configured', async () => {
  const half = { CLASSIFIER_URL: 'http://127.0.0.1:9', EMBEDDINGS_MODEL: 'm', DATA_DIR: join(folder, 'half') }
  const { findings } = JSON.parse((await waymark(['doctor', '--json'], half)).out)
  const warned = findings.filter(({ check, state }: { check: string; state: string }) => check !== 'disk' && state === 'warning')
  expect(warned).toMatchObject([
    { check: 'classifier', says: 'Not used: CLASSIFIER_MODEL is missing, and both are needed.', fix: 'Set CLASSIFIER_MODEL.' },
    { check: 'embeddings', says: 'Not used: EMBEDDINGS_URL is missing, and both are needed.', fix: 'Set EMBEDDINGS_URL.' },
  ])
})

test('doctor names variables that are almost a setting, and leaves those of other programs alone', async () => {
  const wrong = { RATE_LIMIT_PER_MINUTES: '5', WAYMARK_PORT: '9', public_url: 'x', WORKERS: '2' }
  const others = { WAYMARK_URL: 'http://127.0.0.1:1', HOSTNAME: 'x', PORTS: '1', DATABASE_NAME: 'x', NODE_OPTIONS: '', HOST: '127.0.0.1' }
  const { code, out } = await waymark(['doctor', '--json'], { ...wrong, ...others })
  const named = JSON.parse(out).findings.filter(({ says }: { says: string }) => says.includes('no setting'))
  expect(named.map(({ state, says, fix }: Record<string, string>) => [state, says?.split(' ')[0], fix])).toEqual([
    ['warning', 'RATE_LIMIT_PER_MINUTES', 'Did you mean RATE_LIMIT_PER_MINUTE?'],
    ['warning', 'WAYMARK_PORT', 'Did you mean PORT?'],
    ['warning', 'public_url', 'Did you mean PUBLIC_URL?'],
    ['warning', 'WORKERS', 'Did you mean WAYMARK_WORKERS?'],
  ])
  expect(code).toBe(0)
})

test('doctor asks the model endpoints', async () => {
  const asked: string[] = []
  const endpoint = await standIn((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(request.url?.includes('embeddings') ? 401 : 200, { 'content-type': 'application/json' }).end('{"choices":[]}')
  })
  const at = `${endpoint.url}/v1`
  const settings = { CLASSIFIER_URL: at, CLASSIFIER_MODEL: 'm', EMBEDDINGS_URL: at, EMBEDDINGS_MODEL: 'm', CLASSIFIER_BUDGET_MS: '60000' }
  const { code, out } = await waymark(['doctor', '--json'], settings)
  const { findings } = JSON.parse(out)
  const stateOf = (name: string) => findings.find(({ check }: { check: string }) => check === name).state
  expect([stateOf('classifier'), stateOf('embeddings')]).toEqual(['ok', 'warning'])
  expect(code).toBe(0)
  expect(asked.sort()).toEqual(['/v1/chat/completions', '/v1/embeddings'])
  await endpoint.close()
})

test('a store that is damaged is named where it cannot be backed up', async () => {
  const DATA_DIR = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(join(DATA_DIR, 'waymark.sqlite'), 'x'.repeat(5000))
  const { err } = await waymark(['backup', join(folder, 'of-damaged.sqlite')], { DATA_DIR })
  expect(err).toContain(`${join(DATA_DIR, 'waymark.sqlite')} is damaged`)
})

test('where a backup cannot be restored, the store that was to be put aside stays', async () => {
  const store = { DATA_DIR: join(folder, 'stays') }
  await (await openStore(readConfig(store))).close()
  const file = join(store.DATA_DIR, 'waymark.sqlite')
  const [newer, lines, cut] = ['newer.sqlite', 'newer.jsonl', 'cut.sqlite'].map((name) => join(folder, name)) as [string, string, string]
  await waymark(['backup', newer], store)
  const copy = new DatabaseSync(newer)
  copy.exec("INSERT INTO migrations (id, applied_at) VALUES ('9999_to_come', '2026-01-01')")
  copy.close()
  await waymark(['backup', lines], store)
  writeFileSync(lines, readFileSync(lines, 'utf8').replace('"migrations":[', '"migrations":["9999_to_come",'))
  writeFileSync(cut, readFileSync(newer).subarray(0, 5000))
  const before = readFileSync(file)
  for (const [backup, why] of [
    [newer, 'newer Waymark'],
    [lines, 'newer Waymark'],
    [cut, 'cut.sqlite is damaged'],
  ] as const) {
    expect(await waymark(['restore', backup, '--force'], store)).toMatchObject({ code: 1, err: expect.stringContaining(why) })
    expect(readdirSync(store.DATA_DIR).sort()).toEqual(['lock.sqlite', 'waymark.sqlite'])
    expect(readFileSync(file).equals(before)).toBe(true)
  }
})

test('a store is backed up and restored, through files and between engines', async () => {
  const DATA_DIR = join(folder, 'source')
  const servers = Array.from({ length: 20 }, (_, i) => ({
    name: `org.example/ledger-${i}`,
    description: `Reads the ledger of “branch” ${i}`,
    repository: { url: `https://github.com/example/ledger-${i}` },
    version: '1.0.0',
  }))
  writeFileSync(join(folder, 'ledgers.json'), JSON.stringify({ servers }))
  await waymark(['catalog', 'import', join(folder, 'ledgers.json')], { DATA_DIR })
  const copy = join(folder, 'copy.sqlite')
  const lines = join(folder, 'copy.jsonl')
  expect((await waymark(['backup', copy], { DATA_DIR })).code).toBe(0)
  expect(await waymark(['backup', copy], { DATA_DIR })).toMatchObject({ code: 1, err: expect.stringContaining('exists already') })
  expect((await waymark(['backup', lines], { DATA_DIR })).code).toBe(0)
  const rights = [DATA_DIR, join(DATA_DIR, 'waymark.sqlite'), copy, lines].map((path) => (statSync(path).mode & 0o777).toString(8))
  expect(rights).toEqual(['700', '600', '600', '600'])
  const fresh = { DATA_DIR: join(folder, 'fresh') }
  expect(await waymark(['restore', copy], fresh)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`waymark serve --data-dir ${fresh.DATA_DIR}`),
  })
  expect(await waymark(['restore', copy], fresh)).toMatchObject({ code: 1, err: expect.stringContaining('holds a store already') })
  const forced = await waymark(['restore', copy, '--force'], fresh)
  expect(forced.code).toBe(0)
  const [, aside = ''] = /The store that was there is now (.+?)\. Start/.exec(forced.out) ?? []
  expect(existsSync(aside)).toBe(true)
  expect(await waymark(['restore', lines], fresh)).toMatchObject({ code: 1, err: expect.stringContaining('already holds') })
  expect((await waymark(['restore', lines, '--force'], fresh)).code).toBe(0)
  expect(readdirSync(fresh.DATA_DIR).filter((file) => file.includes('.before-restore-'))).toHaveLength(2)

  const database = await freshDatabase()
  const postgres = { DATABASE_URL: database.url }
  const restored = await waymark(['restore', lines, '--json'], postgres)
  expect(restored.err).toBe('')
  const count = new DatabaseSync(join(fresh.DATA_DIR, 'waymark.sqlite')).prepare('SELECT count(*) AS n FROM skills').get()?.n
  expect(count).toBe(20)
  expect(JSON.parse(restored.out).rows).toBeGreaterThanOrEqual(20)
  expect(await waymark(['restore', lines], postgres)).toMatchObject({ code: 1, err: expect.stringContaining('already holds') })
  const again = join(folder, 'postgres.jsonl')
  expect((await waymark(['backup', again], postgres)).code).toBe(0)
  const checksums = (file: string) => JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '')
  expect(checksums(again)).toEqual(checksums(lines))
  await database.drop()
})

test('a move to a PostgreSQL that is away fails and lets go of the store', async () => {
  const DATA_DIR = join(folder, 'not-moved')
  await (await openStore(readConfig({ DATA_DIR }))).close()
  const moved = await waymark(['migrate-store', '--to', 'postgres://nobody@127.0.0.1:1/nothing'], { DATA_DIR })
  expect(moved).toMatchObject({ code: 1, err: expect.stringContaining('cannot be used') })
  expect(await waymark(['rebuild'], { DATA_DIR })).toMatchObject({ code: 0, err: '' })
  const elsewhere = await waymark(['migrate-store', '--to', 'mysql://nobody@127.0.0.1:1/nothing'], { DATA_DIR })
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('postgres://user@host/database') })
})

test('a backup holds text with separators of lines and paragraphs in it', async () => {
  const DATA_DIR = join(folder, 'separators')
  const store = await openSqlite(DATA_DIR)
  await migrate(store)
  const filled = await testApp({ store: { ...store, close: async () => {} } })
  const preferences = { regulated_industries: ['finance\u2028and\u2029health'] }
  const agent_identity_id = await filled.register('separated')
  await filled.request('PUT', '/api/agents/preferences', { agent_identity_id, preferences })
  await filled.close()
  await store.close()
  const file = join(folder, 'separators.jsonl')
  expect(await waymark(['backup', file], { DATA_DIR })).toMatchObject({ code: 0, err: '' })
  const restored = join(folder, 'separators-restored')
  expect(await waymark(['restore', file], { DATA_DIR: restored })).toMatchObject({ code: 0, err: '' })
  const row = new DatabaseSync(join(restored, 'waymark.sqlite')).prepare('SELECT preferences FROM agents').get()
  expect(JSON.parse(String(row?.preferences))).toEqual(preferences)
})

test.skipIf(process.platform !== 'linux')('a folder that cannot be made is named, also in a file system that takes none', () => {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: '/proc/nope/store' }
  const { status, stderr } = spawnSync(process.execPath, ['bin/waymark.mjs', 'serve'], { env, encoding: 'utf8', timeout: 30_000 })
  expect(status).toBe(1)
  expect(stderr).toContain('DATA_DIR: the folder /proc/nope/store can neither be found nor made')
})

test('a store is not backed up onto itself', async () => {
  const DATA_DIR = join(folder, 'itself')
  await (await openStore(readConfig({ DATA_DIR }))).close()
  const file = join(DATA_DIR, 'waymark.sqlite')
  const { ino } = statSync(file)
  const itself = await waymark(['backup', join(DATA_DIR, '..', 'itself', 'waymark.sqlite'), '--force'], { DATA_DIR })
  expect(itself).toMatchObject({ code: 2, err: expect.stringContaining('is the store itself') })
  expect(statSync(file).ino).toBe(ino)
})

test('a damaged backup restores nothing', async () => {
  const whole = readFileSync(join(folder, 'copy.jsonl'), 'utf8')
  const file = join(folder, 'damaged.jsonl')
  const cases = [
    [whole.split('\n').slice(0, -3).join('\n'), 'breaks off'],
    [whole.replace('Reads the ledger', 'Burns the ledger'), 'does not read back'],
    ['{"table":"skills","columns":["slug"]}\n', 'not a Waymark backup'],
    [whole.replace('"table":"skills"', '"table":"migrations"'), 'does not have'],
  ]
  for (const [text = '', says = ''] of cases) {
    expect(text).not.toBe(whole)
    writeFileSync(file, text)
    expect(await checkDump(file)).toBeUndefined()
    const DATA_DIR = join(folder, `damaged-${cases.findIndex(([one]) => one === text)}`)
    expect(await waymark(['restore', file], { DATA_DIR })).toMatchObject({ code: 1, err: expect.stringContaining(says) })
    const store = join(DATA_DIR, 'waymark.sqlite')
    if (existsSync(store)) expect(new DatabaseSync(store).prepare('SELECT count(*) AS n FROM skills').get()?.n).toBe(0)
  }
})

test.each(['0013', '0024'])(
  'a backup of an earlier version (%s) is restored into either store and then brought up to date',
  async (last) => {
    const earlier = await openSqlite(join(folder, `earlier-${last}`))
    await migrate(
      earlier,
      readMigrations().filter(({ id }) => id.slice(0, 4) <= last),
    )
    await earlier.execute("INSERT INTO challenge_awards (challenge_slug, agent_identity_id, submission_id) VALUES ('c', 'a', 's')")
    await earlier.execute(
      `INSERT INTO challenge_submissions (submission_id, challenge_slug, agent_identity_id, tools_used, deliverable_summary, completeness, quality,
       efficiency, overall_score, paid, submitted_at) VALUES ('s', 'c', 'a', '[]', 'done', 9, 9, 9, 9, 1, '2026-11-02T09:00:00.000Z')`,
    )
    const text: string[] = []
    await dump(earlier, new Date(), async (line) => void text.push(line))
    await earlier.close()
    const file = join(folder, `earlier-${last}.jsonl`)
    writeFileSync(file, text.join(''))
    const database = await freshDatabase()
    for (const env of [{ DATA_DIR: join(folder, `later-${last}`) }, { DATABASE_URL: database.url }]) {
      expect(await waymark(['restore', file], env)).toMatchObject({ code: 0, err: '' })
      const store = await openStore(readConfig(env))
      expect(await store.query('SELECT * FROM challenge_submissions')).toMatchObject([{ submission_id: 's', overall_score: 9 }])
      expect((await store.query('SELECT id FROM migrations')).length).toBe(readMigrations().length)
      await store.close()
    }
    await database.drop()
  },
)

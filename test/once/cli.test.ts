import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFolder, openIdentity } from '../../sdk/src/stdio-identity.ts'
import { migrate, readMigrations } from '../../src/adapters/migrate.ts'
import { readSeed } from '../../src/adapters/seed.ts'
import { openSqlite } from '../../src/adapters/sqlite.ts'
import { shownScore } from '../../src/badges/rules.ts'
import { loadShippedModels, tierNames } from '../../src/catalog/models.ts'
import { challenges } from '../../src/challenges/rules.ts'
import type { Io } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { checkDump, dump } from '../../src/cli/dump.ts'
import { urlOf } from '../../src/cli/service.ts'
import { main } from '../../src/cli/waymark.ts'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/serve.ts'
import { freshDatabase, type TestApp, testApp } from '../support/harness.ts'
import { standIn } from '../support/stand-in.ts'

let app: TestApp
let url: string
const folder = mkdtempSync(join(tmpdir(), 'waymark-cli-'))
beforeAll(async () => {
  app = await testApp()
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function waymark(argv: string[], env: Record<string, string> = {}, more: Partial<Io> = {}) {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    fail: (line) => {
      err.push(line)
      return 1
    },
    env: { WAYMARK_URL: url, XDG_CONFIG_HOME: folder, DATA_DIR: join(folder, 'none'), ...env },
    isTerminal: false,
    ...more,
  }
  const code = await main(argv, io)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test.each(Object.keys(commands))('%s --help shows usage and examples that begin with waymark', async (name) => {
  const { command } = await commands[name]!()
  expect(command.name).toBe(name)
  const { code, out } = await waymark([name, '--help'])
  expect(code).toBe(0)
  expect(out).toContain('Usage')
  expect(command.examples.length).toBeGreaterThan(0)
  for (const example of command.examples) expect(example).toMatch(new RegExp(`waymark ${name}\\b`))
  const lines = out.split('\n')
  for (const option of Object.keys(command.options ?? {})) {
    expect(lines.filter((line) => line.startsWith(`  --${option} `) && line.trimEnd().length > option.length + 10)).toHaveLength(1)
  }
})

test('the help of missions and challenges holds a file as the service takes it', async () => {
  const exampleIn = async (name: string) => {
    const { out } = await waymark([name, '--help'])
    return JSON.parse(out.split('\n').find((line) => /^ {2}[[{]"?/.test(line)) ?? '')
  }
  const runs = await exampleIn('missions')
  expect(runs.length).toBeGreaterThan(1)
  for (const run of runs) expect(readSeed().skills.map(({ slug }) => slug)).toContain(run.skill_slug)
  const file = join(folder, 'mine.json')
  writeFileSync(file, JSON.stringify(await exampleIn('challenges')))
  const { code, out } = await waymark(['challenges', 'submit', 'competitor-sheet', '--file', file, '--agent', 'cli-challenger'])
  expect([code, out]).toEqual([0, expect.stringContaining('of 10')])
})

test('commands that only read register nobody', async () => {
  const [{ n: before } = { n: 0 }] = await app.store.query<{ n: number }>('SELECT count(*) AS n FROM agents')
  for (const argv of [['balance'], ['export', 'agent']]) {
    const { code, err } = await waymark([...argv, '--agent', 'nobody-there'])
    expect([code, err]).toEqual([2, expect.stringContaining(`No agent is registered as "nobody-there" at ${url}. `)])
  }
  for (const argv of [['search', 'postgres'], ['models'], ['missions'], ['challenges'], ['export', 'openrouter']]) {
    expect((await waymark([...argv, '--agent', 'nobody-there'])).code).toBe(0)
  }
  expect(await app.store.query('SELECT count(*) AS n FROM agents')).toEqual([{ n: before }])
})

test('the identity that waymark mcp keeps is used, and forgotten when the service does not know it any more', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'kept') }
  const kept = openIdentity(configFolder(env, process.platform, folder), url)
  kept.set(await app.register('kept-by-mcp'))
  expect((await waymark(['balance'], env)).out).toContain('kept-by-mcp')
  kept.set('00000000-0000-4000-8000-000000000000')
  expect(await waymark(['route', 'explain how TCP works'], env)).toMatchObject({ code: 0, err: expect.stringContaining('forgotten') })
  expect(kept.get()).toBeUndefined()
  expect(await waymark(['balance'], env)).toMatchObject({ code: 2, err: expect.stringContaining('Say which agent') })
})

test('an empty WAYMARK_URL is one that is not set', () => {
  const given = (env: Io['env']) => urlOf({ positionals: [], options: {} }, { env } as Io)
  expect(given({ WAYMARK_URL: '' })).toBe(given({}))
})

test.each(Object.keys(commands))('what the examples of %s name exists', async (name) => {
  const { examples } = (await commands[name as keyof typeof commands]!()).command
  const { models } = loadShippedModels().catalog
  const known = new Map<string, readonly string[]>([
    ['--workflow', readSeed().taxonomy.workflows],
    ['--vertical', readSeed().taxonomy.verticals],
    ['--tier', tierNames],
    ['--model', models.map(({ slug }) => slug)],
    ['submit', challenges.map(({ slug }) => slug)],
    ['compare', readSeed().skills.map(({ slug }) => slug)],
    ['report', ['--model', ...readSeed().skills.map(({ slug }) => slug)]],
  ])
  for (const words of examples.map((example) => example.split(' '))) {
    for (const [at, word] of words.entries()) if (known.has(word)) expect(known.get(word)).toContain(words[at + 1])
  }
})

test.each([
  [['route', 'refund the last payment of customer 4711 in Stripe'], 'stripe-mcp'],
  [['route', 'refund the last payment in Stripe', '--trust-floor', '10'], 'servers that may fit. The operator can add'],
  [['model', 'prove that the square root of 2 is irrational'], 'reasoning_pro'],
  [['report', 'stripe-mcp', 'success', '--latency-ms', '840', '--quality', '9', '--agent', 'cli'], 'credits'],
  [['report', '--model', 'gpt-5-mini', 'success', '--agent', 'cli'], 'credits'],
  [['search', 'postgres', '--limit', '3'], 'postgres-mcp'],
  [['compare', 'exa-mcp-server', 'brave-search-mcp'], 'reliability'],
  [['missions', '--limit', '2'], 'free places'],
  [['challenges', '--difficulty', 'beginner'], 'beginner'],
  [['balance', '--agent', 'cli'], 'cli (baseline)'],
  [['models', '--tier', 'fast_code'], 'fast_code'],
  [['export', 'openrouter'], 'waymark/fast_code'],
  [['export', 'litellm'], 'model_list:'],
  [['export', 'agent', '--agent', 'cli'], 'exported_at'],
])('%j speaks to people, and with --json to programs', async (argv, expected) => {
  const shown = await waymark(argv)
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toContain(expected)
  const { code, out } = await waymark([...argv, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toBeTypeOf('object')
})

test.each([
  ['route', '--trust-floor', '11'],
  ['model', '--max-cost-per-mtok=-1'],
])('%s says which number was adjusted', async (name, ...options) => {
  const { out } = await waymark([name, 'explain how TCP works', ...options])
  expect(out).toMatch(/adjusted +--[a-z-]+ was out of range and was clamped/)
})

test('stars that nobody counted are not shown as none', async () => {
  const { body } = await app.request('GET', '/api/skills?limit=200')
  const { slug } = body.find(({ skill_metrics }: { skill_metrics: { stars_counted: boolean } }) => !skill_metrics.stars_counted)
  const { out } = await waymark(['search', slug])
  expect(out.split('\n').find((row) => row.startsWith(slug))).toMatch(/^\S+ +[\d.]+\*? +- /)
})

test('a tool has the score that its badge and its page show', async () => {
  const { body } = await app.request('GET', '/api/skills?limit=100')
  const { out } = await waymark(['search', '--limit', '100'])
  for (const { slug, skill_scores } of body) {
    const row = out.split('\n').find((line) => line.startsWith(`${slug} `))
    expect(`${row?.match(/^\S+ +([\d.]+)/)?.[1]}/10`).toBe(shownScore(skill_scores.overall_score))
  }
})

test('export catalog writes what catalog import reads', async () => {
  const { out } = await waymark(['export', 'catalog'])
  const file = join(folder, 'servers.jsonl')
  writeFileSync(file, `${out.split('\n').slice(0, 20).join('\n')}\n`)
  const { code, out: report } = await waymark(['catalog', 'import', file, '--json'], { DATA_DIR: join(folder, 'imported') })
  expect(code).toBe(0)
  expect(JSON.parse(report)).toMatchObject({ read: 20 })
})

test('a mission is claimed and completed', async () => {
  const { missions } = JSON.parse((await waymark(['missions', '--json'])).out)
  const claimed = await waymark(['missions', 'claim', missions[0].id, '--agent', 'cli', '--json'])
  const results = join(folder, 'runs.json')
  const runs = missions[0].candidates.slice(0, 2).map((skill_slug: string) => ({ skill_slug, outcome_status: 'success', latency_ms: 900 }))
  writeFileSync(results, JSON.stringify(runs))
  const done = await waymark(['missions', 'complete', JSON.parse(claimed.out).claim_id, '--results', results, '--agent', 'cli'])
  expect(done.out).toContain('Recorded 2 runs')
})

test('a file that cannot be read registers nobody, and adjusted numbers and unlinked decisions are told', async () => {
  expect(await waymark(['missions', 'complete', 'x', '--agent', 'never-registered'])).toMatchObject({ code: 2 })
  expect((await waymark(['balance', '--agent', 'never-registered'])).err).toContain('No agent is registered')
  const file = join(folder, 'mine.json')
  writeFileSync(file, JSON.stringify({ completeness_score: 8, quality_score: 11 }))
  const submitted = await waymark(['challenges', 'submit', 'competitor-sheet', '--file', file, '--agent', 'cli'])
  expect(submitted.out).toContain('quality_score was out of range and was clamped to 9.99')
  const report = (...words: string[]) => waymark(['report', ...words, '--agent', 'cli'])
  expect((await report('stripe-mcp', 'success', '--decision', 'nope')).out).toContain('The decision was not linked: unknown.')
  expect((await report('--model', 'gpt-5-mini', 'success', '--decision', 'nope')).out).toMatch(/The decision was not linked: \w+/)
  const { routing_metadata } = JSON.parse((await waymark(['route', 'refund a payment in Stripe', '--agent', 'cli', '--json'])).out)
  expect((await report('stripe-mcp', 'success', '--decision', routing_metadata.decision_id)).out).not.toContain('not linked')
})

test('with --agent the list of missions tells which of them are held', async () => {
  const [free] = JSON.parse((await waymark(['missions', '--json', '--agent', 'cli'])).out).missions
  expect(free).not.toHaveProperty('your_claim')
  expect((await waymark(['missions', 'claim', free.id, '--agent', 'cli'])).out).toContain(free.task_prompt)
  const held = JSON.parse((await waymark(['missions', '--json', '--agent', 'cli'])).out).missions.find(
    ({ id }: { id: string }) => id === free.id,
  )
  expect(held.your_claim.status).toBe('claimed')
  const { out } = await waymark(['missions', '--limit', '1', '--agent', 'cli'])
  expect(out).toContain(`You have begun "${free.title}", claim ${held.your_claim.claim_id}.`)
})

test.each([
  [['rout'], 2, 'Did you mean route?'],
  [['help', 'rout'], 2, 'Did you mean route?'],
  [['balance', 'my-agent'], 2, '"my-agent" is not used'],
  [['report', 'stripe-mcp', 'success', '840'], 2, '"840" is not used'],
  [['report', '--model', 'gpt-5-mini', 'stripe-mcp', 'success'], 2, 'not both'],
  [['catalog', 'import', 'a.json', 'b.json'], 2, '"b.json" is not used'],
  [['replay', 'tool'], 2, '"tool" is not used'],
  [['missions', 'list', 'more'], 2, '"more" is not used'],
  [['challenges', 'list', 'more'], 2, '"more" is not used'],
  [['models', 'list', 'more'], 2, '"more" is not used'],
  [['verify', 'list', 'more'], 2, '"more" is not used'],
  [['missions', '--event', 'nope'], 2, 'web-research-extraction'],
  [['route', '--workflow', 'nope'], 2, 'communication-email'],
  [['serve', '--port', 'abc'], 2, '--port: must be a whole number from 0 to 65535\nUsage: waymark serve'],
  [['route'], 2, 'Give a task'],
  [['route', 'x', '--nope'], 2, 'There is no option --nope here. A word that begins with a dash goes behind --.\nUsage: waymark route'],
  [['route', 'x', '--providr', 'openai'], 2, 'There is no option --providr here. Did you mean --provider?'],
  [['route', 'x', '--trust-floor', 'high'], 2, '--trust-floor must be a number'],
  [['route', 'x', '--trust-floor', '0x5'], 2, '--trust-floor must be a number, not "0x5".'],
  [['search', '--limit', ''], 2, '--limit must be a number, not "".'],
  [['balance'], 2, 'Say which agent'],
  [['route', 'x', '--url', 'ftp://x'], 2, 'is not a valid URL'],
  [['route', 'x', '--url', 'http://127.0.0.1:9'], 1, 'waymark serve'],
  [['report', 'stripe-mcp', 'great'], 2, 'success, partial_success, failure, error'],
  [['route', 'x', '--priority', 'cheapest'], 2, '--priority: must be one of lowest_cost, best_value'],
  [['model', 'x', '--provider', 'antropic'], 2, '--provider: must be one of openai, anthropic'],
  [['models', '--tier', 'nope'], 2, 'fast_code'],
  [['models', 'import', '/nope.json'], 1, 'There is no file /nope.json.'],
  [['challenges', 'submit'], 2, 'Say which challenge'],
  [['challenges', 'submit', 'competitor-sheet'], 2, '--file <submission.json>'],
  [['missions', 'complete', 'x', '--agent', 'cli', '--results', '/nope.json'], 1, 'There is no file /nope.json.'],
  [['compare', 'exa-mcp-server', 'no-such-tool'], 2, 'There is no tool server "no-such-tool"'],
  [['report', 'no-such-tool', 'success', '--agent', 'cli'], 2, 'There is no tool server "no-such-tool"'],
  [['missions', 'claim', 'no-such-mission', '--agent', 'cli'], 2, 'no mission with this mission_id'],
  [['balance', '--agent', 'nobody here'], 2, 'No agent is registered as "nobody here"'],
  [['completion', 'tcsh'], 2, 'bash, zsh, fish'],
  [['backup', 'x.zip'], 2, '.jsonl'],
  [['backup', '/dev/null/x.sqlite'], 1, '/dev/null/x.sqlite cannot be written (ENOTDIR). Name a file'],
  [['backup', '/dev/null/x.jsonl'], 1, '/dev/null/x.jsonl cannot be written (ENOTDIR). Name a file'],
  [['restore', 'missing.jsonl'], 1, 'There is no file'],
  [['mcp', '--url', 'ftp://x'], 2, 'is not a valid URL'],
  [['catalog', 'import'], 2, 'Say what to import'],
  [['catalog', 'import', '.', '--to', 'nowhere'], 2, '"nowhere" is not a valid URL'],
  [['verify'], 2, 'Say list'],
  [['verify', 'list', '--status', 'foo'], 2, '--status must be one of initiated, submitted, approved, rejected.'],
  [['verify', 'reject', 'some-id', '--reason', 'x'], 2, '--reason must have at least 3 characters.'],
  [['verify', 'approve'], 2, '<id> is required'],
  [['verify', 'list', '--to', 'nowhere'], 2, '"nowhere" is not a valid URL'],
  [['verify', 'list', '--to', ''], 2, '"" is not a valid URL'],
  [['catalog', 'import', '.', '--to', ''], 2, '"" is not a valid URL'],
  [['route', 'x', '--url', 'http://me:hush@127.0.0.1:9'], 2, 'must not contain a user name'],
])('%j ends with code %i and says what to do', async (argv, code, says) => {
  const failed = await waymark(argv)
  expect(failed.code).toBe(code)
  expect(failed.err).toContain(says)
  expect(failed.out).toBe('')
})

test('commands that work on what is in a store make none', async () => {
  const DATA_DIR = join(folder, 'mistyped')
  const database = await freshDatabase()
  for (const argv of [['rebuild'], ['replay'], ['verify', 'list'], ['backup', join(folder, 'none.jsonl')]]) {
    expect(await waymark(argv, { DATA_DIR })).toMatchObject({ code: 1, err: expect.stringContaining(`no embedded store in ${DATA_DIR}`) })
    const there = await waymark(argv, { DATABASE_URL: database.url })
    expect(there).toMatchObject({ code: 1, err: expect.stringContaining('no Waymark store in this PostgreSQL') })
  }
  await database.drop()
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a log with too few decisions of a kind leads to those of the other kind', async () => {
  const DATA_DIR = join(folder, 'short-log')
  await (await openStore(readConfig({ DATA_DIR }))).close()
  const failed = await waymark(['replay'], { DATA_DIR })
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/^There are 0 decisions about models .* use --kind tool\.$/) })
  expect((await waymark(['replay', '--kind', 'tool'], { DATA_DIR })).err).toMatch(/about tools .* use --kind model\.$/)
})

test('the address of the MCP endpoint is understood, as by the bridge', async () => {
  expect(await waymark(['search', '--limit', '1'], { WAYMARK_URL: `${url}/api/mcp` })).toMatchObject({ code: 0, err: '' })
})

test('a secret that no header can carry is refused and not shown', async () => {
  const refused = { code: 1, err: 'ADMIN_SECRET: must contain only printable ASCII characters' }
  for (const argv of [
    ['verify', 'list'],
    ['catalog', 'import', 'package.json'],
  ])
    expect(await waymark([...argv, '--to', url], { ADMIN_SECRET: 'hush\nhush' })).toMatchObject(refused)
})

test('what is wrong with a word is said once', async () => {
  const { err } = await waymark(['missions', '--event', 'nope'])
  expect(err.match(/crm-enrichment/g)).toHaveLength(1)
})

test('a service that cannot be asked with --to is named, and one with a path of its own is found', async () => {
  const env = { ADMIN_SECRET: 'x'.repeat(32) }
  const away = await waymark(['verify', 'list', '--to', 'http://127.0.0.1:9'], env)
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached at http://127.0.0.1:9') })
  const server = await standIn(({ url: path }, response) => {
    if (path?.startsWith('/waymark/')) response.end(JSON.stringify({ verifications: [] }))
    else response.writeHead(path === '/' ? 200 : 502).end('<html>')
  })
  const at = server.url
  expect(await waymark(['verify', 'list', '--to', `${at}/waymark/`], env)).toMatchObject({ code: 0, out: 'There are no such requests.' })
  expect((await waymark(['verify', 'list', '--to', at], env)).err).toContain('it answered 502')
  expect((await waymark(['doctor', '--url', `${at}/waymark`])).out).toContain(`${at}/waymark is ready.`)
  await server.close()
})

test('colours and control characters reach no one who is not a terminal', async () => {
  const mark = String.fromCharCode(27)
  expect((await waymark(['search', 'postgres'])).out).not.toContain(mark)
  expect((await waymark(['search', 'postgres'], {}, { colours: true })).out).toContain(`${mark}[2m`)
})

test('completion scripts are accepted by the shell and name every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await waymark(['completion', shell])
    for (const name of Object.keys(commands)) expect(out).toContain(name)
  }
  const { out } = await waymark(['completion', 'bash'])
  const script = `${out}\nCOMP_WORDS=(waymark exp); COMP_CWORD=1; _waymark; echo "$COMPREPLY"; COMP_WORDS=(waymark route --tr); COMP_CWORD=2; _waymark; echo "$COMPREPLY"`
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('export\n--trust-floor\n')
})

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

test('a store that is damaged is named where it cannot be backed up', async () => {
  const DATA_DIR = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(join(DATA_DIR, 'waymark.sqlite'), 'x'.repeat(5000))
  const { err } = await waymark(['backup', join(folder, 'of-damaged.sqlite')], { DATA_DIR })
  expect(err).toContain(`${join(DATA_DIR, 'waymark.sqlite')} is damaged`)
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

test('the program itself passes on exit codes and output', () => {
  const run = (...argv: string[]) => spawnSync(process.execPath, ['bin/waymark.mjs', ...argv], { encoding: 'utf8' })
  expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(run('nothing')).toMatchObject({ status: 2, stdout: '' })
  expect(run('search', 'x', '--url', 'http://127.0.0.1:9')).toMatchObject({ status: 1 })
})

test('a reader that has seen enough ends the program without complaint', async () => {
  const child = spawn(process.execPath, ['bin/waymark.mjs', 'export', 'catalog', '--url', url], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, complaint]).toEqual([0, ''])
})

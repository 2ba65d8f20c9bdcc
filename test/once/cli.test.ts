import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFolder, openIdentity } from '../../sdk/src/stdio-identity.ts'
import { readSeed } from '../../src/adapters/seed.ts'
import { shownScore } from '../../src/badges/rules.ts'
import { loadShippedModels, tierNames } from '../../src/catalog/models.ts'
import { challenges } from '../../src/challenges/rules.ts'
import type { Io } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { urlOf } from '../../src/cli/service.ts'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/serve.ts'
import { type CommandLine, openCommandLine } from '../support/command-line.ts'
import { freshDatabase, type TestApp } from '../support/harness.ts'
import { standIn } from '../support/stand-in.ts'

let commandLine: CommandLine
let app: TestApp
let url: string
let folder: string
let waymark: CommandLine['waymark']
beforeAll(async () => {
  commandLine = await openCommandLine()
  ;({ app, url, folder, waymark } = commandLine)
})
afterAll(() => commandLine.close())

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

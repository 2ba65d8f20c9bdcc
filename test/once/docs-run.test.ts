import { execFile, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSeed } from '../../src/adapters/seed.ts'
import { loadShippedModels, tierNames } from '../../src/catalog/models.ts'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'

const pages = [...globSync('*.md'), 'sdk/README.md', 'clients/python/README.md', ...globSync('docs/*.md'), 'examples/README.md']
const secret = 'a-secret-of-at-least-32-characters'
const usual = 'http://127.0.0.1:8787'

/** Commands that this test does not run, and where what they do is tested. */
const runElsewhere: Record<string, string> = {
  'npm ci && npm start': 'test/once/process.test.ts',
  'npm ci && npm test': 'test/once/process.test.ts',
  'npm ci': '.ci/run',
  'npm run dev': 'test/once/process.test.ts',
  'npm test': '.ci/run',
  'npm run check': '.ci/run',
  'npm run gen': 'test/once/drift.test.ts',
  'npm run bench': 'package.json',
  'npm run eval': 'package.json',
  'npx vitest run --project sqlite src/badges': 'vitest.config.ts',
  'npm pack -w sdk': 'test/once/packages.test.ts',
  'npm install /path/to/waymark-sdk-0.1.0.tgz': 'test/once/packages.test.ts',
  'pip install ./clients/python': 'test/once/python-client.test.ts',
  'claude mcp add --transport http waymark http://127.0.0.1:8787/api/mcp': 'test/once/mcp-docs.test.ts',
}

const folder = mkdtempSync(join(tmpdir(), 'waymark-docs-'))
let service: ServiceProcess
beforeAll(async () => {
  service = await startService({ ADMIN_SECRET: secret })
  writeFileSync(join(folder, 'waymark'), `#!/bin/sh\nexec '${process.execPath}' '${process.cwd()}/bin/waymark.mjs' "$@"\n`)
  chmodSync(join(folder, 'waymark'), 0o755)
})
afterAll(async () => {
  await service?.end('SIGTERM')
  if (service) removeFolder(service)
  rmSync(folder, { recursive: true, force: true })
})

type Block = { page: string; kind: string; text: string }
const blocks: Block[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\S*)\n([\s\S]*?)^```/gm)].map(([, kind = '', text = '']) => ({ page, kind, text })),
)

function commandsOf({ text }: Block): string[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n')
  return lines.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

const here = (text: string) => text.replaceAll(usual, service.url).replaceAll('localhost:8787', new URL(service.url).host)

/** Not synchronous, so that the page's commands do not hold up this process. */
function run(program: string, argv: string[], env: Record<string, string> = {}): Promise<string> {
  const settings = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    WAYMARK_URL: service.url,
    DATA_DIR: service.folder,
    ADMIN_SECRET: secret,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...env,
  }
  return new Promise((resolve, reject) => {
    execFile(program, argv, { cwd: folder, env: settings, encoding: 'utf8', maxBuffer: 64e6 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr}\n${stdout.slice(-2000)}`)) : resolve(stdout),
    )
  })
}

const shellPages = [...new Set(blocks.filter(({ kind }) => kind === 'sh').map(({ page }) => page))]

test.each(shellPages)(
  'every command of %s runs',
  async (page) => {
    const commands = blocks.filter((block) => block.page === page && block.kind === 'sh').flatMap(commandsOf)
    const elsewhere = commands.filter((command) => command in runElsewhere)
    for (const command of elsewhere) expect(existsSync(runElsewhere[command] ?? ''), command).toBe(true)
    const script = commands.filter((command) => !(command in runElsewhere)).map((command) => failing(here(command)))
    if (script.length > 0) await run('bash', ['--norc', '-euo', 'pipefail', '-c', script.join('\n')])
  },
  240_000,
)

/** curl ends well whatever the status is, unless it is told otherwise. */
const failing = (command: string) => command.replace(/^curl -s /, 'curl -sSf ')

test('every block is of a kind that is run or checked', () => {
  const known = new Set(['sh', 'json', 'ts', 'js', 'python', 'toml', ''])
  expect(blocks.filter(({ kind }) => !known.has(kind))).toEqual([])
  expect(new Set(blocks.filter(({ kind }) => kind === 'ts').map(({ page }) => page))).toEqual(new Set(['README.md', 'sdk/README.md']))
})

test.each(blocks.filter(({ kind }) => kind === 'json'))('the JSON of $page is JSON', ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf('object')
})

test('the README’s answer has the fields of a real one', async () => {
  const shown = JSON.parse(blocks.find(({ page, kind }) => page === 'README.md' && kind === 'json')?.text ?? '')
  const response = await fetch(`${service.url}/api/route`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task: 'refund the last payment of customer 4711 in Stripe' }),
  })
  const answer = await response.json()
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(Object.keys(shown)))
  expect(answer).toMatchObject({ approach: shown.approach, recommended_skill: shown.recommended_skill })
})

test('the README counts what ships', () => {
  const readme = readFileSync('README.md', 'utf8')
  const { models } = loadShippedModels().catalog
  const providers = new Set(models.map(({ provider }) => provider))
  expect(readme).toContain(`one of ${readSeed().skills.length.toLocaleString('en')} tool servers`)
  expect(readme).toContain(`${models.length} models of ${providers.size} providers in ${tierNames.length} tiers`)
})

const settings = [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? '')

test('every setting is described, and every setting described is one', () => {
  const named = (page: string) => {
    const cells = [...readFileSync(page, 'utf8').matchAll(/^\| +(`[A-Z][^|]*)\|/gm)].map((match) => match[1] ?? '')
    return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1] ?? ''))
  }
  expect(named('docs/operating.md').sort()).toEqual(settings.toSorted())
  expect(named('README.md').filter((name) => !settings.includes(name))).toEqual([])
})

test('every metric is described, and every metric described is one', async () => {
  const offered = (await (await fetch(`${service.url}/metrics`)).text()).matchAll(/^# HELP (waymark_\w+)/gm)
  const described = readFileSync('docs/operating.md', 'utf8').matchAll(/`(waymark_\w+)`/g)
  const names = (matches: Iterable<RegExpMatchArray>) => [...new Set([...matches].map((match) => match[1]))].sort()
  expect(names(described)).toEqual(names(offered))
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the Python of the client’s README runs', async () => {
  for (const { text } of blocks.filter(({ kind }) => kind === 'python')) {
    const code = here(text).replace('Waymark(agent_name', `Waymark("${service.url}", agent_name`)
    expect(await run('python3', ['-c', code], { PYTHONPATH: `${process.cwd()}/clients/python` })).not.toContain("'available': False")
  }
})

test('the webhook check takes our signatures and no others', async () => {
  const [block] = blocks.filter(({ page, kind }) => page === 'docs/webhooks.md' && kind === 'js')
  const file = join(folder, 'check.mjs')
  writeFileSync(file, `${block?.text}\nexport { isFromWaymark }\n`)
  const { isFromWaymark } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const key = randomBytes(24)
  const [id, at, body] = ['msg_1', '1700000000', '{"type":"credits"}']
  const signed = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signed}` }
  const whsec = `whsec_${key.toString('base64')}`
  expect(isFromWaymark(headers, body, whsec)).toBe(true)
  expect(isFromWaymark(headers, `${body} `, whsec)).toBe(false)
})

test('links between the pages lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map((match) => normalize(join(dirname(page), match[1] ?? '')))
      .filter((target) => !existsSync(target))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

/** As GitHub makes them from headings. */
function anchorsIn(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

test('links into a page lead to one of its headings', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
      .map(([, path = '', anchor = '']) => ({ target: path ? normalize(join(dirname(page), path)) : page, anchor }))
      .filter(({ target, anchor }) => !anchorsIn(target).includes(anchor)),
  )
  expect(broken).toEqual([])
})

test('files that the pages name exist', () => {
  const named = pages.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/`((?:deploy|data|sql|sdk|src|test)\/[\w./-]+\.\w+)`/g)])
  const missing = named.map((match) => match[1] ?? '').filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})

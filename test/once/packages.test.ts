import { execFile, execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { type TestApp, testApp } from '../support/harness.ts'
import { removeFolder, startService } from '../support/service-process.ts'
import { standIn } from '../support/stand-in.ts'
import { copyTree } from '../support/tree-copy.ts'

type Packed = { filename: string; size: number; unpackedSize: number; files: { path: string }[] }

const tree = copyTree()
const place = mkdtempSync(join(tmpdir(), 'waymark-packages-'))
const project = join(place, 'project')
let service: Packed
let sdk: Packed
let app: TestApp
let url: string

const node = (cwd: string, ...argv: string[]) => execFileSync(process.execPath, argv, { cwd, encoding: 'utf8', stdio: 'pipe' })

function pack(cwd: string): Packed {
  const out = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const [packed] = JSON.parse(out) as Packed[]
  if (!packed) throw new Error(out)
  return packed
}

beforeAll(async () => {
  node(tree.folder, 'scripts/emit.ts')
  service = pack(tree.folder)
  node(join(tree.folder, 'sdk'), join(tree.folder, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')
  sdk = pack(join(tree.folder, 'sdk'))
  mkdirSync(project)
  // As `npm init -y` makes it.
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0", "type": "commonjs" }')
  const tarball = join(place, sdk.filename)
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project, stdio: 'pipe' })
  app = await testApp({ warm: true })
  await app.request('POST', '/api/route', { task: 'anything' })
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
}, 180_000)
afterAll(async () => {
  await app?.close()
  tree.remove()
  rmSync(place, { recursive: true, force: true })
})

const listed = ({ files }: Packed) => files.map(({ path }) => path)

test('the service’s package holds what it runs on and nothing else', () => {
  const files = listed(service)
  for (const wanted of ['bin/waymark.mjs', 'src/cli/waymark.js', 'src/adapters/sqlite-worker.js', 'sdk/src/stdio.js', 'data/models.json']) {
    expect(files).toContain(wanted)
  }
  expect(files).toContain('web/dist/index.html')
  for (const migration of readdirSync('sql')) expect(files).toContain(`sql/${migration}`)
  expect(files.filter((path) => /\.test\.|\.ts$|^(test|bench|eval|training|scripts|docs|examples|deploy)\//.test(path))).toEqual([])
})

test('the SDK’s package holds its build and README, and depends on nothing', () => {
  expect(
    listed(sdk)
      .filter((path) => !path.startsWith('dist/'))
      .sort(),
  ).toEqual(['README.md', 'package.json'])
  expect(listed(sdk).filter((path) => /test|stdio/.test(path))).toEqual([])
  const { dependencies = {}, exports, main, types } = JSON.parse(readFileSync('sdk/package.json', 'utf8'))
  expect(dependencies).toEqual({})
  // What does not read `exports`, such as TypeScript with the older way to resolve modules, finds it too.
  expect({ default: main, types }).toEqual(exports['.'])
  expect(listed(sdk)).toEqual(expect.arrayContaining([main, types].map((path: string) => path.slice('./'.length))))
})

test('the service depends on at most 15 packages directly', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys({ ...dependencies, ...optionalDependencies }).length).toBeLessThanOrEqual(15)
})

test('no package may run an install script, so that npm has nothing to ask about', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const scripted = Object.keys(packages).filter((path) => packages[path].hasInstallScript)
  expect(allowScripts).toEqual(Object.fromEntries(scripted.map((path) => [path.replace(/^.*node_modules\//, ''), false])))
})

test('the service’s package runs where it is installed', async () => {
  const installed = join(place, 'installed/node_modules')
  mkdirSync(join(installed, 'waymark'), { recursive: true })
  execFileSync('tar', ['-xzf', join(place, service.filename), '-C', join(installed, 'waymark'), '--strip-components=1'])
  for (const name of readdirSync('node_modules').filter((one) => !one.startsWith('.') && one !== 'waymark')) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(installed, name))
  }
  const bin = join(installed, 'waymark/bin/waymark.mjs')
  expect(node(place, bin, '--help')).toContain('migrate-store')
  const running = await startService({}, { argv: [bin, 'serve'] })
  const out = node(place, bin, 'route', 'refund the last payment of customer 4711 in Stripe', '--url', running.url, '--json')
  expect(JSON.parse(out).recommended_skill).toBe('stripe-mcp')
  expect((await fetch(running.url)).status).toBe(200)
  expect(await running.end('SIGTERM')).toBe(0)
  removeFolder(running)
})

/** The TypeScript blocks of the SDK's README and the project's, with the address of the service under test. */
function snippets(): string[] {
  const text = readFileSync('sdk/README.md', 'utf8') + readFileSync('README.md', 'utf8')
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
  return blocks.map((block) => block.replace('http://127.0.0.1:8787', url).replace('({ agentName', `({ baseUrl: '${url}', agentName`))
}

test('the README’s loop works when pasted into an empty project, also without global crypto as in Node 18', async () => {
  const [loop = '', wrapped = '', short = ''] = snippets()
  for (const [name, text] of Object.entries({ loop, wrapped, short })) {
    writeFileSync(join(project, `${name}.mjs`), text)
    writeFileSync(join(project, `${name}.mts`), text)
  }
  const run = (...argv: string[]) => runIn(project, argv)
  expect(await run('loop.mjs')).toMatch(/mcp_server stripe-mcp\n[\s\S]*total_routing_credits: 8.67/)
  expect(await run('--import', 'data:text/javascript,delete globalThis.crypto', 'loop.mjs')).toContain('total_routing_credits: 17.34')
  expect(await run('wrapped.mjs')).toContain('used ')
  expect(await run('short.mjs')).toMatch(/^multi_tool \{/)
})

test('its types hold for strict users', () => {
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
    skipLibCheck: false,
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['loop.mts', 'wrapped.mts', 'short.mts'] }),
  )
  expect(node(project, join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('')
})

test.each(globSync('examples/typescript/*.mts').map((file) => [file]))('%s: the routing part works with the packed SDK', async (file) => {
  cpSync(file, join(project, 'example.mts'))
  writeFileSync(
    join(project, 'ask.mts'),
    `import { createWaymark } from '@waymark/sdk'\nimport { choose } from './example.mts'\n
const waymark = createWaymark({ baseUrl: '${url}', timeoutMs: 30_000 })
const away = createWaymark({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
const task = 'refund the last payment of customer 4711 in Stripe'
const plan = task + ', then open an issue about it in GitHub'
console.log(JSON.stringify(await Promise.all([choose(waymark, task), choose(waymark, plan), choose(away, 'anything')])))`,
  )
  const [chosen, planned, fallback] = JSON.parse(await runIn(project, ['ask.mts']))
  expect(chosen).toMatchObject({ slugs: ['stripe-mcp'], decision_id: expect.any(String), model_decision_id: expect.any(String) })
  expect(chosen.model ?? chosen.options.model).toMatch(/\w/)
  expect(planned.slugs).toEqual(['stripe-mcp', 'github-mcp-server'])
  expect(fallback.slugs).toEqual([])
  expect(fallback.model ?? fallback.options.model).toMatch(/\w/)
})

async function bundled(): Promise<string> {
  const entry = join(project, 'node_modules/@waymark/sdk/dist/client.js')
  const outDir = join(place, 'bundle')
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: { lib: { entry, formats: ['es'], fileName: () => 'sdk.js' }, outDir, minify: true, emptyOutDir: true },
  })
  return readFileSync(join(outDir, 'sdk.js'), 'utf8')
}

test('the whole SDK is under 12 kB minified and gzipped', async () => {
  expect(gzipSync(await bundled()).length).toBeLessThan(12_000)
})

test.skipIf(!hasBrowser)('the SDK works in a browser, from a page of another origin', async () => {
  const script = await bundled()
  const pages = await standIn((request, response) => {
    const [type, body] = request.url === '/sdk.js' ? ['text/javascript', script] : ['text/html', '<!doctype html><title>page</title>']
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(pages.url)
    // As text, because the test's own transformation would rewrite the import.
    const seen = await page.evaluate(`(async () => {
      const { createWaymark } = await import('${pages.url}/sdk.js')
      const waymark = createWaymark({ baseUrl: '${url}', agentName: 'in-a-browser', timeoutMs: 30_000 })
      const answer = await waymark.route('refund the last payment of customer 4711 in Stripe')
      const thanks = await waymark.report({ skill_slug: 'stripe-mcp', outcome: 'success' })
      return { skill: answer.recommended_skill, accepted: thanks.accepted }
    })()`)
    expect(seen).toEqual({ skill: 'stripe-mcp', accepted: true })
  } finally {
    await browser.close()
    await pages.close()
  }
})

/** Not synchronous: the service under test lives in this very process. */
function runIn(cwd: string, argv: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, argv, { cwd, encoding: 'utf8' }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    )
  })
}

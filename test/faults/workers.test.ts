import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../harness.ts'
import { removeFolder, type ServiceProcess, startService } from '../service-process.ts'

let service: ServiceProcess
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  service = await startService({ DATABASE_URL: database.url, WAYMARK_WORKERS: '2', LOG_LEVEL: 'silent' })
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

test.runIf(process.platform === 'linux')(
  'a serving process that is killed is replaced while the other answers',
  async () => {
    const [first, second] = childrenOf(service.child.pid)
    expect(second).toBeDefined()
    process.kill(first ?? 0, 'SIGKILL')
    let workers: number[] = []
    for (let i = 0; i < 200 && (workers.length < 2 || workers.includes(first ?? 0)); i++) {
      await sleep(100)
      workers = childrenOf(service.child.pid)
    }
    expect(workers).toContain(second)
    expect(workers).toHaveLength(2)
    expect(await isAnswered()).toBe(true)
  },
  60_000,
)

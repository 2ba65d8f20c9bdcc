import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFlags } from './start-flags.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const restMs = 25_000
const body = JSON.stringify({ task: 'Refund the last payment of customer ACME in Stripe' })

async function startOnce(name: string, folder: string, rest: boolean): Promise<void> {
  const started = performance.now()
  const child = spawn(process.execPath, [...startFlags, 'src/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => child.stdout.on('data', (chunk) => resolve(String(chunk))))
  const ready = performance.now() - started
  const url = /API (\S+)\/api /.exec(line)?.[1] ?? ''
  const answer = await fetch(`${url}/api/route`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const first = performance.now() - started
  const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000
  const cpu = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
  const spent = (Number(cpu[13]) + Number(cpu[14])) * 10
  console.log(
    `${name}: ready ${ready.toFixed(0)} ms, first route (${answer.status}) ${first.toFixed(0)} ms, processor ${spent} ms (bar 3000 ms on an idle machine), ${megabytes().toFixed(0)} MB`,
  )
  if (rest) {
    await sleep(restMs)
    console.log(`${name}: at rest after ${restMs / 1000} s: ${megabytes().toFixed(0)} MB (bar 200 MB)`)
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** From starting the process to the first routed answer, on a new data folder and on one that is opened again (Linux only). */
export async function benchStart(): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await startOnce('fresh', folder, false)
    await startOnce('reopened', folder, true)
  })
}

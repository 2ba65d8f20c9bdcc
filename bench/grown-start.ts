import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFlags } from './start-flags.ts'

const body = JSON.stringify({ task: 'Refund the last payment of customer ACME in Stripe' })
const starts = 3
const restMs = 10_000

/** Starts the service on a store that holds much, and tells when it first answers and how much memory it takes (Linux only). */
export async function startGrown(env: Record<string, string>, name: string): Promise<void> {
  for (let i = 0; i < starts; i++) console.log(`start ${i + 1} with ${name}: ${await startOnce(env)}`)
}

async function startOnce(env: Record<string, string>): Promise<string> {
  const started = performance.now()
  const child = spawn(process.execPath, [...startFlags, 'src/main.ts'], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => child.stdout.on('data', (chunk) => resolve(String(chunk))))
  const url = /API (\S+)\/api /.exec(line)?.[1] ?? ''
  const ready = performance.now() - started
  const { status } = await fetch(`${url}/api/route`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const first = performance.now() - started
  const statusFile = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (field: string) => (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(statusFile())?.[1]) / 1000).toFixed(0)
  const cpu = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
  const spent = (Number(cpu[13]) + Number(cpu[14])) * 10
  const atFirst = megabytes('VmRSS')
  await sleep(restMs)
  const report = `ready ${ready.toFixed(0)} ms, first route (${status}) ${first.toFixed(0)} ms (bar 5000 ms), processor ${spent} ms, ${atFirst} MB then, ${megabytes('VmRSS')} MB after ${restMs / 1000} s, ${megabytes('VmHWM')} MB at most (bar 600 MB)`
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return report
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startFlags } from './start-flags.ts'

const body = JSON.stringify({ task: 'Refund the last payment of customer ACME in Stripe' })
/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10

/** Starts the service as `npm start` does, and times it until it says that it is ready and until its first answer (Linux only). */
export async function startTimed(env: Record<string, string>) {
  const started = performance.now()
  const child = spawn(process.execPath, [...startFlags, 'src/main.ts'], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => child.stdout.on('data', (chunk) => resolve(String(chunk))))
  const readyMs = performance.now() - started
  const url = /pages (\S+)\/ /.exec(line)?.[1] ?? ''
  const { status } = await fetch(`${url}/api/route`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const firstMs = performance.now() - started
  const statusFile = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const ticks = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
  return {
    readyMs,
    firstMs,
    status,
    processorMs: (Number(ticks[13]) + Number(ticks[14])) * msPerTick,
    /** `VmRSS` is what it holds now, `VmHWM` the most that it ever held. */
    megabytes: (field: 'VmRSS' | 'VmHWM') => (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(statusFile())?.[1]) / 1000).toFixed(0),
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

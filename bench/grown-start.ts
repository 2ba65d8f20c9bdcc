import { setTimeout as sleep } from 'node:timers/promises'
import { startTimed } from './started-service.ts'

const starts = 3
const restMs = 10_000

/** Starts the service on a large store, and reports when it first answers and how much memory it takes (Linux only). */
export async function startGrown(env: Record<string, string>, name: string): Promise<void> {
  for (let i = 0; i < starts; i++) console.log(`start ${i + 1} with ${name}: ${await startOnce(env)}`)
}

async function startOnce(env: Record<string, string>): Promise<string> {
  const { readyMs, firstMs, status, processorMs, megabytes, stop } = await startTimed(env)
  const atFirst = megabytes('VmRSS')
  await sleep(restMs)
  const report = `ready ${readyMs.toFixed(0)} ms, first route (${status}) ${firstMs.toFixed(0)} ms (bar 5000 ms), processor ${processorMs} ms, ${atFirst} MB then, ${megabytes('VmRSS')} MB after ${restMs / 1000} s, ${megabytes('VmHWM')} MB at most (bar 600 MB)`
  await stop()
  return report
}

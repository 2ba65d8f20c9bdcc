import { setTimeout as sleep } from 'node:timers/promises'
import { startTimed } from './started-service.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const restMs = 25_000

async function startOnce(name: string, folder: string, rest: boolean): Promise<void> {
  const { readyMs, firstMs, status, processorMs, megabytes, stop } = await startTimed({ DATA_DIR: folder })
  console.log(
    `${name}: ready ${readyMs.toFixed(0)} ms, first route (${status}) ${firstMs.toFixed(0)} ms, processor ${processorMs} ms (bar 3000 ms on an idle machine), ${megabytes('VmRSS')} MB`,
  )
  if (rest) {
    await sleep(restMs)
    console.log(`${name}: at rest after ${restMs / 1000} s: ${megabytes('VmRSS')} MB (bar 200 MB)`)
  }
  await stop()
}

/** From starting the process to the first routed answer, on a new data folder and on one that is opened again (Linux only). */
export async function benchStart(): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await startOnce('fresh', folder, false)
    await startOnce('reopened', folder, true)
  })
}

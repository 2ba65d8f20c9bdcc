import { setTimeout as sleep } from 'node:timers/promises'
import { startTimed } from './started-service.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

async function startOnce(name: string, folder: string, { restsMs }: { restsMs: number }): Promise<void> {
  const { readyMs, firstMs, status, processorMs, megabytes, stop } = await startTimed({ DATA_DIR: folder })
  console.log(
    `${name}: ready ${readyMs.toFixed(0)} ms, first route (${status}) ${firstMs.toFixed(0)} ms, processor ${processorMs} ms (bar 3000 ms on an idle machine), ${megabytes('VmRSS')} MB`,
  )
  if (restsMs > 0) {
    await sleep(restsMs)
    console.log(`${name}: at rest after ${restsMs / 1000} s: ${megabytes('VmRSS')} MB (bar 200 MB)`)
  }
  await stop()
}

/** From starting the process to the first routed answer, on a new data folder and on one that is opened again (Linux only). */
export async function benchStart(): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await startOnce('fresh', folder, { restsMs: 0 })
    await startOnce('reopened', folder, { restsMs: 25_000 })
  })
}

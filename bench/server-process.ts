import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startFlags } from './start-flags.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type Usage = { cpu_us: number; rss: number; heap_used: number; handles: number }
export type ServerProcess = { url: string; pid: number; usage: () => Promise<Usage>; stop: () => Promise<void> }

/** Starts one of the servers of bench/served.ts in a process of its own, so that it shares no event loop with the load generator. */
export async function startServer(kind: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const { folder, remove } = makeTemporaryFolder()
  const child = fork(fileURLToPath(new URL('served.ts', import.meta.url)), [kind], {
    env: { ...process.env, DATA_DIR: folder, ...env },
    execArgv: startFlags,
  })
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const { url } = await next<{ url: string }>()
  return {
    url,
    pid: child.pid ?? 0,
    usage() {
      const answer = next<Usage>()
      child.send('usage')
      return answer
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      remove()
    },
  }
}

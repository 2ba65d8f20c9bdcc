import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ServiceProcess = {
  url: string
  line: string
  folder: string
  child: ChildProcess
  /** Everything the process has written so far. */
  output: () => string
  /** Sends the signal and gives the exit code once the process has ended. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
  exited: Promise<number | null>
}

export type StartOptions = { folder?: string; program?: string; argv?: readonly string[] }

/**
 * Starts the real service as its users do, on a free port, and waits for its ready line. Unlike theirs it refuses nobody because its
 * event loop is late, which on a machine that many tests share says nothing about the service.
 */
export async function startService(env: Record<string, string> = {}, options: StartOptions = {}): Promise<ServiceProcess> {
  const { folder = mkdtempSync(join(tmpdir(), 'waymark-process-')), program = process.execPath, argv = ['src/main.ts'] } = options
  const child = spawn(program, argv, {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, OVERLOAD_LAG_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const whole = output.split('\n').slice(0, -1)
      const ready = whole.find((text) => text.includes('"Waymark is ready'))
      if (ready) resolve(JSON.parse(ready).msg)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(output)))
  })
  const url = /pages (\S+)\/ /.exec(line)?.[1] ?? ''
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { url, line, folder, child, output: () => output, end, exited }
}

export function removeFolder({ folder }: ServiceProcess): void {
  rmSync(folder, { recursive: true, force: true })
}

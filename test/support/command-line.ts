import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../../src/cli/command.ts'
import { main } from '../../src/cli/waymark.ts'
import { type TestApp, testApp } from './harness.ts'

type Ran = { code: number; out: string; err: string }

export type CommandLine = {
  app: TestApp
  url: string
  folder: string
  /** Runs a command against the service, as if in a shell with these variables. */
  waymark: (argv: string[], env?: Record<string, string>, more?: Partial<Io>) => Promise<Ran>
  close: () => Promise<void>
}

/** A service that listens, and a folder for what commands leave behind. */
export async function openCommandLine(): Promise<CommandLine> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-cli-'))
  const app = await testApp()
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    url,
    folder,
    async waymark(argv, env = {}, more = {}) {
      const out: string[] = []
      const err: string[] = []
      const io: Io = {
        out: (line) => out.push(line),
        err: (line) => err.push(line),
        fail: (line) => {
          err.push(line)
          return 1
        },
        env: { WAYMARK_URL: url, XDG_CONFIG_HOME: folder, DATA_DIR: join(folder, 'none'), ...env },
        isTerminal: false,
        ...more,
      }
      const code = await main(argv, io)
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
    async close() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

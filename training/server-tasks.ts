// Tasks that we wrote for servers among the facts: which server, which of its tools (or -), what somebody would ask of it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type WrittenTask = { server: string; tool: string; task: string }

export function writtenTasks(): WrittenTask[] {
  return readFileSync(join(import.meta.dirname, 'server-tasks.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [server = '', tool = '', task = ''] = line.split('\t')
      return { server, tool, task }
    })
}

/** The tasks of three servers in ten teach the token table nothing: whoever learns from its scores learns from them. */
export const isHeldOut = (server: string) => createHash('sha256').update(server).digest().readUInt32LE(0) % 10 < 3

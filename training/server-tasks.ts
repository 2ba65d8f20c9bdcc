// Tasks that we wrote for servers among the facts: which server, which of its tools (or -), what somebody would ask of it.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readLines } from '../eval/lines.ts'

export type WrittenTask = { server: string; tool: string; task: string }

export const writtenTasks = () => readWritten('server-tasks.tsv')

/** Written later, half of them for single tools. Only the reader learns from them: the linear models came to see tools everywhere. */
export const laterTasks = () => readWritten('server-tasks-second.tsv')

function readWritten(file: string): WrittenTask[] {
  return readLines(join(import.meta.dirname, file)).map((line) => {
    const [server = '', tool = '', task = ''] = line.split('\t')
    return { server, tool, task }
  })
}

/** Who learns from the tasks of a server: each of the three meets tasks that the one before has not seen. */
export function learnerOf(server: string): 'table' | 'order' | 'confidence' {
  const part = createHash('sha256').update(server).digest().readUInt32LE(0) % 10
  return part > 2 ? 'table' : part > 0 ? 'order' : 'confidence'
}

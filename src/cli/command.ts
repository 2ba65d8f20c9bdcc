import type { ParseArgsConfig } from 'node:util'

/** Where a command writes and reads; tests hand in their own. */
export type Io = {
  out: (line: string) => void
  err: (line: string) => void
  /** Writes the line to stderr and gives the exit code of a failed command. */
  fail: (line: string) => number
  env: Record<string, string | undefined>
  isTerminal: boolean
}

export type Arguments = { positionals: string[]; options: Record<string, string | boolean | (string | boolean)[] | undefined> }

/** One command of the command line. It gives the exit code: 0 done, 1 failed, 2 used wrongly. */
export type Command = {
  name: string
  summary: string
  usage: string
  examples: readonly string[]
  options?: NonNullable<ParseArgsConfig['options']>
  run: (args: Arguments, io: Io) => Promise<number>
}

import { isDecimal } from '../input/numbers.ts'

/** Where a command writes and reads; tests hand in their own. */
export type Io = {
  out: (line: string) => void
  err: (line: string) => void
  /** Writes the line to stderr and gives the exit code of a failed command. */
  fail: (line: string) => number
  env: Record<string, string | undefined>
  /** Whether stderr is a terminal: progress is drawn there. */
  isTerminal: boolean
  /** Whether what goes to stdout may be coloured. */
  colours?: boolean
}

export type Arguments = { positionals: string[]; options: Record<string, string | boolean | (string | boolean)[] | undefined> }

/** `value` is how help writes what follows a text option; `says` is its line there. */
type Option = { says: string } & ({ type: 'string'; value: string } | { type: 'boolean' })

/** One command of the command line. It gives the exit code: 0 done, 1 failed, 2 used wrongly or with a word, slug or id that is not known. */
export type Command = {
  name: string
  summary: string
  usage: string
  examples: readonly string[]
  /** How many words it takes besides its options; none where this is left out. */
  words?: number
  /** First words the command understands, for completion. */
  actions?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** Lines below the examples, such as what a file holds that the command reads. */
  notes?: readonly string[]
  run: (args: Arguments, io: Io) => Promise<number>
}

/** The command line cannot be carried out as it was written; the usage is shown and the exit code is 2. */
export class UsageError extends Error {}

export function refuseMore(word: string | undefined): void {
  if (word !== undefined) throw new UsageError(`Too many words: "${word}" is not used.`)
}

export const jsonOption = { json: { type: 'boolean', says: 'Answer in JSON, for programs' } } as const

/** What a command found out, for programs and for people. */
export type Result = { json: unknown; text: string }

/** Writes a result as text, or with --json as JSON, and gives the exit code of a command that is done. */
export function show({ options }: Pick<Arguments, 'options'>, io: Io, { json, text }: Result): number {
  io.out(options.json ? JSON.stringify(json) : text)
  return 0
}

export function textOption({ options }: Arguments, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function numberOption(args: Arguments, name: string): number | undefined {
  const text = textOption(args, name)
  if (text === undefined) return undefined
  if (!isDecimal(text) || !Number.isFinite(Number(text))) throw new UsageError(`--${name} must be a number, not "${text}".`)
  return Number(text)
}

import { parseArgs } from 'node:util'
import type { Command, Io } from './command.ts'

/** Every command, loaded only when it is asked for. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  catalog: () => import('./catalog.ts'),
  models: () => import('./models.ts'),
  mcp: () => import('./mcp.ts'),
  verify: () => import('./verify.ts'),
  'migrate-store': () => import('./migrate-store.ts'),
}

export async function main(argv: string[], io: Io = terminal()): Promise<number> {
  const [name, ...rest] = argv
  const load = name === undefined ? undefined : commands[name]
  if (!load) return help(name, io)
  const { command } = await load()
  try {
    const { positionals, values } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      io.out([command.summary, '', `Usage: ${command.usage}`, ...command.examples.map((example) => `  ${example}`)].join('\n'))
      return 0
    }
    return await command.run({ positionals, options: values }, io)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code?.startsWith('ERR_PARSE_ARGS')) {
      io.err(`${message}\nUsage: ${command.usage}`)
      return 2
    }
    return io.fail(message)
  }
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const wanted = name === undefined || name === 'help' || name === '--help' || name === '-h'
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  const lines = loaded.map(({ command }) => `  ${command.name.padEnd(16)}${command.summary}`)
  const text = ['Usage: waymark <command> [options]', '', ...lines, '', 'waymark <command> --help tells more.'].join('\n')
  if (wanted) io.out(text)
  else io.err(`There is no command "${name}".\n${text}`)
  return wanted ? 0 : 2
}

function terminal(): Io {
  return {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    fail: (line) => {
      console.error(line)
      return 1
    },
    env: process.env,
    isTerminal: process.stderr.isTTY === true,
  }
}

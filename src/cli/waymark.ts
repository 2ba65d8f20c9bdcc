import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { WaymarkError } from '../../sdk/src/client.ts'
import { nearestOf } from '../input/nearest.ts'
import { thrownCode, thrownMessage } from '../thrown.ts'
import { type Arguments, type Command, type Io, refuseMore, UsageError } from './command.ts'
import { commands, loadAll } from './commands.ts'
import { inOptions } from './constraints.ts'
import { explainFailure, urlOf } from './service.ts'
import { paintFor } from './text.ts'

export async function main(argv: string[], io: Io = terminal()): Promise<number> {
  const [name, ...rest] = argv
  if (name === '--version' || name === '-v') {
    io.out(versionOf())
    return 0
  }
  if (name === 'help' && rest[0]) return Object.hasOwn(commands, rest[0]) ? main([rest[0], '--help'], io) : help(rest[0], io)
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) return help(name, io)
  const { command } = await load()
  return perform(command, rest, io)
}

async function perform(command: Command, argv: string[], io: Io): Promise<number> {
  let args: Arguments = { positionals: [], options: {} }
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
    const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, options })
    args = { positionals, options: values }
    if (values.help) {
      io.out(helpOf(command, io))
      return 0
    }
    refuseMore(positionals[command.words ?? 0])
    return await command.run(args, io)
  } catch (error) {
    const [code, message] = [thrownCode(error), thrownMessage(error)]
    if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
      const said = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? noSuchOption(message, command) : message
      io.err(`${said}\nUsage: ${command.usage}\nTry: ${command.examples[0]}`)
      return 2
    }
    const explained = error instanceof WaymarkError ? inOptions(explainFailure(error, urlOf(args, io))) : message
    if (code !== 'invalid_input' && code !== 'not_found') return io.fail(explained)
    io.err(`${explained}\nSee: waymark ${command.name} --help`)
    return 2
  }
}

/** Node's message names the option in quotes, but suggests none that is like it. */
function noSuchOption(message: string, { options = {} }: Command): string {
  const given = /'(-[^']+)'/.exec(message)?.[1] ?? ''
  const [near] = nearestOf(given.replace(/^-+/, ''), Object.keys(options), 1)
  return `There is no option ${given} here. ${near ? `Did you mean --${near}?` : 'A word that begins with a dash goes behind --.'}`
}

function helpOf({ summary, usage, examples, options = {}, notes = [] }: Command, io: Io): string {
  const paint = paintFor(io.colours)
  const written = Object.entries(options).map(([name, option]) => ({
    flag: `--${name}${option.type === 'string' ? ` ${option.value}` : ''}`,
    says: option.says,
  }))
  const width = Math.max(0, ...written.map(({ flag }) => flag.length))
  return [
    summary,
    '',
    `${paint.bold('Usage')}  ${usage}`,
    ...(written.length > 0 ? ['', paint.bold('Options'), ...written.map(({ flag, says }) => `  ${flag.padEnd(width)}  ${says}`)] : []),
    '',
    paint.bold('Examples'),
    ...examples.map((example) => `  ${example}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
    'Exit codes: 0 done, 1 failed, 2 used wrongly or with a word, slug or id that is not known.',
  ].join('\n')
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const paint = paintFor(io.colours)
  const wanted = name === undefined || name === 'help' || name === '--help' || name === '-h'
  if (!wanted) {
    const [near] = nearestOf(name, Object.keys(commands), 1)
    io.err(`There is no command "${name}".${near ? ` Did you mean ${near}?` : ''} See them all with: waymark --help`)
    return 2
  }
  const lines = (await loadAll()).map((command) => `  ${paint.cyan(command.name.padEnd(15))}${command.summary}`)
  io.out(['Usage: waymark <command> [options]', '', ...lines, '', 'waymark <command> --help tells more.'].join('\n'))
  return 0
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}

function terminal(): Io {
  // A reader that closes the pipe early, such as `head`, is not a failure.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
  return {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    fail: (line) => {
      console.error(line)
      return 1
    },
    env: process.env,
    isTerminal: process.stderr.isTTY === true,
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  }
}

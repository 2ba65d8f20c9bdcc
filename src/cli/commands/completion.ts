import { type Command, UsageError } from '../command.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Writes a script that lets a shell complete commands, their actions and options. */
export const completionOf = (loadAll: () => Promise<Command[]>): Command => ({
  name: 'completion',
  summary: 'Write shell completion for bash, zsh or fish',
  usage: 'waymark completion bash|zsh|fish',
  examples: [
    'source <(waymark completion bash)',
    'waymark completion zsh > ~/.zfunc/_waymark',
    'waymark completion fish > ~/.config/fish/completions/waymark.fish',
  ],
  words: 1,
  actions: shells,
  async run({ positionals: [shell] }, io) {
    const commands = await loadAll()
    if (shell === 'bash') io.out(bash(commands))
    else if (shell === 'zsh') io.out(zsh(commands))
    else if (shell === 'fish') io.out(fish(commands))
    else throw new UsageError(`Say which shell: ${shells.join(', ')}.`)
    return 0
  },
})

const optionsOf = ({ options = {} }: Command) => ['help', ...Object.keys(options)].sort()
const wordsOf = (command: Command) => [...(command.actions ?? []), ...optionsOf(command).map((name) => `--${name}`)].join(' ')
const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words=${quoted(wordsOf(command))} ;;`)
  return [
    '_waymark() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" words`,
    '  COMPREPLY=()',
    `  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted(commands.map(({ name }) => name).join(' '))}`,
    `  else case "\${COMP_WORDS[1]}" in`,
    ...cases,
    '  esac; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _waymark waymark',
  ].join('\n')
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', ',')}`)}`)
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${wordsOf(command)} ;;`)
  return [
    '#compdef waymark',
    '_waymark() {',
    '  local -a commands=(',
    ...names,
    '  )',
    '  if (( CURRENT == 2 )); then _describe command commands; return; fi',
    `  case "\${words[2]}" in`,
    ...cases,
    '  esac',
    '  _files',
    '}',
    '[ "$funcstack[1]" = "_waymark" ] && _waymark "$@" || compdef _waymark waymark',
  ].join('\n')
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c waymark -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
    ...(command.actions ?? []).map((action) => `complete -c waymark -n '__fish_seen_subcommand_from ${command.name}' -a ${action}`),
    ...optionsOf(command).map((name) => `complete -c waymark -n '__fish_seen_subcommand_from ${command.name}' -l ${name}`),
  ])
  return lines.join('\n')
}

import { wordSet } from '../../../retrieval/word-list.ts'
import { isTarget } from './arguments.ts'
import { type Program, programNamed } from './programs.ts'
import type { ShellToken } from './shell-words.ts'

/** One program with its arguments, between two operators of a command line. */
export type SimpleCommand = {
  name: string
  start: number
  program: Program | undefined
  args: string[]
  /** The operator before it. */
  joint: string
  /** Whether it has something that only occurs in a shell: "sudo", a variable set for it, a pipe, a file it writes to. */
  isSigned: boolean
  /** Whether it follows something that only a program can follow ("sudo", a variable, a pipe), so that an unknown name must be one too. */
  isLed: boolean
}

const pipes = wordSet('| |&')
const chains = wordSet('| |& && ||')
/** A semicolon and the end of a line also separate sentences, so they do not show that a text is a command. */
const separators = new Set([...chains, ';', '&', '\n'])
/** Words that may come before a program and do not change which program it is. */
const prefixes = wordSet('sudo doas env time nohup exec command')
const rootPrefixes = wordSet('sudo doas')
const assignment = /^[A-Z_][A-Z0-9_]*=/

/** The commands of a line; null where an operator has nothing to work on. */
export function simpleCommands(tokens: readonly ShellToken[]): SimpleCommand[] | null {
  const commands: SimpleCommand[] = []
  let [joint, from] = ['', 0]
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    if (token && !isSeparator(token)) continue
    const next = token?.text ?? ''
    if (at > from) {
      const command = commandOf(tokens.slice(from, at), joint, chains.has(joint) || chains.has(next))
      if (!command) return null
      commands.push(command)
    } else if (chains.has(joint) || chains.has(next)) return null
    joint = next
    from = at + 1
  }
  return commands.length > 0 ? commands : null
}

const isSeparator = ({ kind, text }: ShellToken) => kind === 'operator' && separators.has(text)

function commandOf(tokens: readonly ShellToken[], joint: string, isChained: boolean): SimpleCommand | null {
  const told = tokens.filter(({ kind }, at) => kind === 'word' && tokens[at - 1]?.kind !== 'operator')
  const isRedirected = tokens.some(({ kind }, at) => kind === 'operator' && isTarget(tokens[at + 1]?.text ?? ''))
  let at = 0
  let isPrefixed = false
  while (at < told.length - 1 && (prefixes.has(told[at]!.text) || assignment.test(told[at]!.text))) {
    isPrefixed ||= rootPrefixes.has(told[at]!.text) || assignment.test(told[at]!.text)
    at++
  }
  const first = told[at]
  if (!first) return null
  const name = first.text
  const args = told.slice(at + 1).map(({ text }) => text)
  return {
    name,
    start: first.start,
    program: programOf(name),
    args,
    joint,
    isSigned: isPrefixed || isChained || isRedirected,
    isLed: isPrefixed || chains.has(joint),
  }
}

/** Phones capitalise the first word ("Docker ps"); that is accepted unless the name is also an everyday word. */
function programOf(name: string): Program | undefined {
  const small = programNamed(name.toLowerCase())
  return small?.isWord && name !== name.toLowerCase() ? undefined : small
}

/** Whether a command only filters the output of the one before it. */
export const isFilter = ({ joint }: SimpleCommand) => pipes.has(joint)
